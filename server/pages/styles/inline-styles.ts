import { createHash } from 'node:crypto';
import type { Assets } from '../../http/assets.ts';
import type { SecurityHeaders } from '../../http/security-headers.ts';
import { isMet, namesIn } from './selectors.ts';
import { parseStylesheet, type StyleNode } from './stylesheet.ts';

/** Attributes of the root that client/entry.ts sets before the stylesheet has arrived. */
const SET_BY_ENTRY = ['[data-movement]', '[data-movement=still]', '[data-movement=moving]'];

export type InlineStyles = (rendered: Buffer) => StyledPage;

/** `policy`: Content-Security-Policy that allows the inline styles; null without any. */
export type StyledPage = { html: Buffer; policy: string | null };

/**
 * Returns a function that moves the stylesheet of a page to its end, and writes the rules that the page uses
 * into its head, so that its first paint waits for no other file (docs/decisions/0038-styles-in-the-page.md).
 */
export function createInlineStyles(
  { manifest, find }: Pick<Assets, 'manifest' | 'find'>,
  { policyWithStyle }: Pick<SecurityHeaders, 'policyWithStyle'>,
): InlineStyles {
  // The fonts' files wait for the stylesheet, which visitors who save data get without them.
  const nodes = parseStylesheet(find(manifest.saveDataCss)?.bodies.identity.toString() ?? '');
  const link = new RegExp(`<link rel="stylesheet" href="${manifest.css}"[^>]*>`);

  return (rendered) => {
    const html = rendered.toString();
    const css = rulesFor(nodes, new Set([...SET_BY_ENTRY, ...namesIn(html)]));
    const hash = createHash('sha256').update(css).digest('base64');
    const styled = html
      .replace(link, '')
      // Last: link previews read the beginning of a page only.
      .replace('</head>', () => `<style>${css}</style></head>`)
      .replace('</body>', () => `<link rel="stylesheet" href="${manifest.css}"/></body>`);
    return { html: Buffer.from(styled), policy: policyWithStyle(hash) };
  };
}

function rulesFor(nodes: readonly StyleNode[], inPage: ReadonlySet<string>): string {
  return nodes.map((node) => textFor(node, inPage)).join('');
}

function textFor(node: StyleNode, inPage: ReadonlySet<string>): string {
  if (node.kind === 'whole') return node.text;
  if (node.kind === 'rule')
    return node.selectors.some((needs) => isMet(needs, inPage)) ? node.text : '';
  if (node.prelude === '@media print') return '';
  const inner = rulesFor(node.nodes, inPage);
  return inner === '' ? '' : `${node.prelude}{${inner}}`;
}
