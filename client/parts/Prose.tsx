// oxlint-disable react/no-array-index-key -- the blocks of a file never change places
import type { ReactNode } from 'react';
import { SitePicture } from './Picture.tsx';
import { useTranslation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import type { PictureBlock } from './prose-sections.ts';
import type { Block, Inline } from '../../shared/prose.ts';
import { isExternal } from '../../shared/links.ts';

export function Prose({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className="prose">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2>
          <MixedText text={block.text} />
        </h2>
      ) : (
        <h3>
          <MixedText text={block.text} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Inlines inlines={block.children} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((inlines, index) => (
            <li key={index}>
              <Inlines inlines={inlines} />
            </li>
          ))}
        </List>
      );
    }
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
  }
  return <Figure block={block} />;
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

function Inlines({ inlines }: { inlines: readonly Inline[] }): ReactNode {
  return inlines.map((inline, index) => <OneInline key={index} inline={inline} />);
}

function OneInline({ inline }: { inline: Inline }): ReactNode {
  const { path } = useTranslation();
  if (inline.kind === 'text') return <MixedText text={inline.text} />;
  const children = <Inlines inlines={inline.children} />;
  if (inline.kind === 'strong') return <strong>{children}</strong>;
  if (inline.kind === 'emphasis') return <em>{children}</em>;
  const newTab = isExternal(inline.href) ? { target: '_blank', rel: 'noopener' } : {};
  return (
    <a href={path(inline.href)} {...newTab}>
      {children}
    </a>
  );
}
