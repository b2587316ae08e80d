import { expect, test } from 'vitest';
import {
  indexTerms,
  otherScriptTerm,
  queryWords,
  stemOf,
} from '../../../../../server/publish/search/words.ts';

test.each(
  'event events, fee fees, bus buses, class classes, box boxes, match matches, wish wishes'.split(
    ', ',
  ),
)('the two words of "%s" have one stem', (words) => {
  expect(new Set(words.split(' ').map(stemOf)).size).toBe(1);
});

test.each([
  ['zila', 'जिला'],
  ['taxi', 'टैक्सी'],
  ['phool', 'फूल'],
  ['chhutti', 'छुट्टी'],
  ['school', 'स्कूल'],
  ['warshik', 'वार्षिक'],
  ['campus', 'कैंपस'],
])('%s and %s sound alike', (latin, hindi) => {
  expect(indexTerms(hindi)).toContain(otherScriptTerm(latin));
  expect(indexTerms(latin)).toContain(otherScriptTerm(hindi));
});

test('small words count only in a query that has no others', () => {
  expect(queryWords('The Annual Day of the school', 2)).toEqual(['annual', 'day']);
  expect(queryWords('of the of', 5)).toEqual(['of', 'the']);
});
