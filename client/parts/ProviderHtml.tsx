import { Fragment, type ReactNode } from 'react';
import { parseProviderHtml, type ProviderNode } from './provider-html.ts';
import { isExternal } from '../../shared/links.ts';

/** HTML that somebody wrote at the provider, without anything that could run, load or look like ours. */
export function ProviderHtml({ html }: { html: string }) {
  return <div className="prose">{parseProviderHtml(html).map(toElement)}</div>;
}

function toElement(node: ProviderNode, index: number): ReactNode {
  if (typeof node === 'string') return <Fragment key={index}>{node}</Fragment>;
  const { tag: Tag, href, children } = node;
  if (Tag === 'br') return <br key={index} />;
  if (Tag !== 'a') return <Tag key={index}>{children.map(toElement)}</Tag>;
  const newTab = href !== null && isExternal(href) ? { target: '_blank' } : {};
  return (
    <a key={index} href={href ?? undefined} rel="noopener nofollow ugc" {...newTab}>
      {children.map(toElement)}
    </a>
  );
}
