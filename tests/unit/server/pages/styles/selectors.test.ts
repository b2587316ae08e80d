import { expect, test } from 'vitest';
import { isMet, namesIn, readSelectors } from '../../../../../server/pages/styles/selectors.ts';

const PAGE =
  '<html lang="hi" data-campus="NEKPUR"><body><ul class="cards wide"><li id="first" hidden=""><svg viewBox="0 0 1 1">' +
  '<linearGradient></linearGradient></svg></li></ul><input type="text"/><a href="/x?a=1&amp;b=.none">.none #none</a></body></html>';

test.each([
  // Types, classes, ids, attributes
  ['.cards.wide > li', true],
  ['.cards.narrow', false],
  ['ul.cards li#first', true],
  ['[hidden]', true],
  ['[open]', false],
  ["[data-campus='NEKPUR']", true],
  ['[data-campus=FARRUKHABAD]', false],
  ["[viewBox^='0']", true],
  ['[type="text" i]', true],
  ['*', true],
  [':root', true],
  // States, places and pseudo-elements
  ['li:hover::before', true],
  ['li:nth-child(2n + 1 of .none)', true],
  ['b:hover', false],
  ['::selection', true],
  ['.cards:popover-open', true],
  // Negations and alternatives
  ['.cards:not(.wide, .none)', true],
  ['.none:not(.cards)', false],
  [':is(ol, ul) > li', true],
  [':is(ol, dl) > li', false],
  [':where(.none, :is(.wide))', true],
  ['ul:has(> .none)', false],
  ['ul:has(> li:not(.none))', true],
  ['ul:has(> li):is(.none, #none)', false],
  // Lists
  ['ol, ul', true],
  ['ol, .none', false],
  ['li:is(.a, .b), ol', false],
  ['lineargradient', true],
])('%s applies to the page: %s', (list, isApplied) => {
  const inPage = namesIn(PAGE);
  expect(readSelectors(list).some((needs) => isMet(needs, inPage))).toBe(isApplied);
});
