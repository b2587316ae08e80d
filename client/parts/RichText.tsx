// oxlint-disable react/no-array-index-key -- the nodes of a text never change places
import type { ReactNode } from 'react';
import { SitePicture } from './Picture.tsx';
import { parseProviderHtml } from '../../shared/provider-html.ts';
import { useTranslation } from '../translation.tsx';
import { LinkedText, providerLink } from './LinkedText.tsx';
import { MixedText } from './MixedText.tsx';
import {
  headingId,
  isElement,
  isInline,
  joinTexts,
  type Block,
  type PictureBlock,
  type RichElement,
  type RichNode,
} from '../../shared/prose.ts';
import { isExternal } from '../../shared/links.ts';
import { baseDirection } from '../../shared/script-runs.ts';

export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="prose">
      <RichText nodes={blocks} linkAttributes={ownLink} hasAnchors />
    </div>
  );
}

/** Sanitised: nothing runs, loads or imitates our own parts. */
export function ProviderHtml({ html }: { html: string }) {
  return (
    <div className="prose">
      <RichText nodes={parseProviderHtml(html)} linkAttributes={providerLink} />
    </div>
  );
}

/** The paragraphs of a record's plain text. */
export function RecordText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <div className="record-text">
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} dir={baseDirection(paragraph)}>
          <LinkedText text={paragraph} />
        </p>
      ))}
    </div>
  );
}

type RichTextOptions = {
  nodes: readonly RichNode[];
  linkAttributes: (href: string) => { rel?: string; target?: string };
  /** Whether links may lead to its headings. */
  hasAnchors?: boolean;
  /** Whether the element around the nodes is of Urdu. */
  isInUrdu?: boolean;
};

function RichText({
  nodes,
  linkAttributes,
  hasAnchors = false,
  isInUrdu = false,
}: RichTextOptions): ReactNode {
  const { path } = useTranslation();
  return nodes.map((node, index) => {
    if (typeof node === 'string') return <MixedText key={index} text={node} />;
    if ('picture' in node) return <Figure key={index} block={node} />;
    const { tag: Tag, href, id, spans, scope, label } = node;
    if (Tag === 'br') return <br key={index} />;
    const own = isInline(Tag) ? undefined : baseDirection(joinTexts(node.children));
    const dir = own ?? (isInUrdu && !isInline(Tag) ? 'ltr' : undefined);
    const attributes = href === undefined ? { dir } : { href: path(href), ...linkAttributes(href) };
    return (
      <Tag
        key={index}
        id={hasAnchors && /^h\d$/.test(Tag) ? headingId(node) : id}
        className={hasHead(node) ? 'page-table' : undefined}
        scope={scope}
        data-label={label}
        {...attributes}
        {...spans}
      >
        <RichText
          nodes={node.children}
          linkAttributes={linkAttributes}
          isInUrdu={dir === 'rtl' || (isInUrdu && dir === undefined)}
        />
      </Tag>
    );
  });
}

/** The cells of its rows carry the headings of their columns. */
function hasHead({ tag, children: [first] }: RichElement): boolean {
  return tag === 'table' && first !== undefined && isElement(first) && first.tag === 'thead';
}

function ownLink(href: string) {
  return isExternal(href) ? { target: '_blank', rel: 'noopener' } : {};
}

type FigureOptions = { block: PictureBlock; className?: string; priority?: boolean };

export function Figure({ block, className, priority }: FigureOptions) {
  return (
    <figure className={className}>
      <SitePicture name={block.picture} alt={block.alt} priority={priority} />
      {block.caption !== null && (
        <figcaption>
          <MixedText text={block.caption} />
        </figcaption>
      )}
    </figure>
  );
}
