import type { RichElement, RichNode, RichTag } from '../../shared/prose.ts';

export function element(tag: RichTag, ...children: RichNode[]): RichElement {
  return { tag, children };
}

/** A table whose head and body have one row each, with these cells. */
export function tableOf(head: RichElement[], body: RichElement[]): RichElement {
  const [thead, tbody] = [element('tr', ...head), element('tr', ...body)];
  return element('table', element('thead', thead), element('tbody', tbody));
}
