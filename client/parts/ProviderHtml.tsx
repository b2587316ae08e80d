import type { ReactNode } from 'react';
import { parseProviderHtml, type ProviderNode } from './provider-html.ts';
import { useTranslation, type Translation } from '../translation.tsx';
import { MixedText } from './MixedText.tsx';
import { isExternal } from '../../shared/links.ts';

/** Sanitised: nothing runs, loads or imitates our own parts. */
export function ProviderHtml({ html }: { html: string }) {
  const { path } = useTranslation();
  return (
    <div className="prose">
      {parseProviderHtml(html).map((node, index) => toElement(node, index, path))}
    </div>
  );
}

function toElement(node: ProviderNode, index: number, path: Translation['path']): ReactNode {
  const toChild = (child: ProviderNode, at: number) => toElement(child, at, path);
  if (typeof node === 'string') return <MixedText key={index} text={node} />;
  const { tag: Tag, href, children } = node;
  if (Tag === 'br') return <br key={index} />;
  if (Tag !== 'a') return <Tag key={index}>{children.map(toChild)}</Tag>;
  const newTab = href !== null && isExternal(href) ? { target: '_blank' } : {};
  return (
    <a
      key={index}
      href={href === null ? undefined : path(href)}
      rel="noopener nofollow ugc"
      {...newTab}
    >
      {children.map(toChild)}
    </a>
  );
}
