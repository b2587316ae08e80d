import { readSelectors, type Needs } from './selectors.ts';

/** Nodes of a stylesheet in its order. A page has a rule if it has what one of its selectors needs. */
export type StyleNode =
  | { kind: 'rule'; selectors: readonly Needs[]; text: string }
  /** `@media`, `@supports` */
  | { kind: 'group'; prelude: string; nodes: readonly StyleNode[] }
  /** `@keyframes`, `@font-face` */
  | { kind: 'whole'; text: string };

const COMMENT = /\/\*[^]*?\*\//g;
/** Braces, and the strings in which they mean nothing. */
const BRACES = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g;
const GROUP = /^@(?:media|supports|container|layer)\b/;

/** @param css of the build: without imports and nested rules */
export function parseStylesheet(css: string): StyleNode[] {
  return blocksIn(css.replaceAll(COMMENT, '')).map(({ prelude, body }) => {
    if (GROUP.test(prelude)) return { kind: 'group', prelude, nodes: parseStylesheet(body) };
    const text = `${prelude}{${body}}`;
    if (prelude.startsWith('@')) return { kind: 'whole', text };
    return { kind: 'rule', selectors: readSelectors(prelude), text };
  });
}

function blocksIn(css: string): { prelude: string; body: string }[] {
  const blocks = [];
  let [depth, start, bodyStart] = [0, 0, 0];
  for (const { 0: token, index } of css.matchAll(BRACES)) {
    if (token === '{') {
      if (depth === 0) bodyStart = index;
      depth += 1;
    } else if (token === '}') {
      depth -= 1;
      if (depth > 0) continue;
      const prelude = css.slice(start, bodyStart).trim();
      blocks.push({ prelude, body: css.slice(bodyStart + 1, index).trim() });
      start = index + 1;
    }
  }
  return blocks;
}
