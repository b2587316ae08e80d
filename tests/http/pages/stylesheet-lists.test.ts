import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseStylesheet, type StyleNode } from '../../../server/pages/styles/stylesheet.ts';

/** Unknown to browsers that the site supports; those drop a rule if one selector of its list has one. */
const UNKNOWN_TO_SOME = /:popover-open|:has\(|:user-(?:in)?valid|:open\b|::details-content|:dir\(/g;

const listsIn = (nodes: readonly StyleNode[]): string[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'group') return listsIn(node.nodes);
    return node.kind === 'rule' ? [node.text.slice(0, node.text.indexOf('{'))] : [];
  });

/** Browsers skip an unknown selector in them. */
const FORGIVING = /:(?:is|where)\((?:[^()]|\([^()]*\))*\)/g;

/** The parts between the commas that are in no brackets. */
const selectorsOf = (list: string): string[] =>
  list.replaceAll(FORGIVING, '').split(/,(?![^(]*\))/);

test('no rule depends on a selector of its list that some browsers do not know', () => {
  const sheets = readdirSync('dist/assets').filter((file) => /^site-\w+\.css$/.test(file));
  expect(sheets.length).toBeGreaterThan(0);
  const lists = sheets.flatMap((file) =>
    listsIn(parseStylesheet(readFileSync(`dist/assets/${file}`, 'utf8'))),
  );
  expect(lists.length).toBeGreaterThan(500);
  const mixed = lists.filter((list) => {
    const needs = selectorsOf(list).map((one) => one.match(UNKNOWN_TO_SOME)?.join(' ') ?? '');
    return new Set(needs).size > 1;
  });
  expect(mixed).toEqual([]);
});
