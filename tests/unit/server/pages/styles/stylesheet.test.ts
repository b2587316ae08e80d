import { expect, test } from 'vitest';
import { parseStylesheet, type StyleNode } from '../../../../../server/pages/styles/stylesheet.ts';

function textOf(node: StyleNode): string {
  return node.kind === 'group' ? `${node.prelude}{${node.nodes.map(textOf).join('')}}` : node.text;
}

test('a stylesheet is read in its order, with braces in strings, groups in groups and comments', () => {
  const css =
    '/* a } b */@font-face{font-family:"A"}a,b{content:"}"}' +
    "@media(min-width:1px){b::before{content:'{\\'}'}@supports not (display:grid){i{color:red}}}" +
    '@keyframes x{0%{top:0}to{top:1px}}u{top:0}';
  const nodes = parseStylesheet(css);
  expect(nodes.map(({ kind }) => kind)).toEqual(['whole', 'rule', 'group', 'whole', 'rule']);
  expect(nodes.map(textOf).join('')).toBe(css.replace('/* a } b */', ''));
});
