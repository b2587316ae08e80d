import { expect, test } from 'vitest';
import { repeatedKeys } from '../../../../server/content/repeated-keys.ts';

const places = (text: string) =>
  repeatedKeys(text).map(({ place, values }) => [place, values?.['key'], values?.['line']]);

test.each<[string, unknown]>([
  ['{ "a": 1, "b": 2 }', []],
  ['{\n "a": 1,\n "b": 2,\n "a": 3\n}', [['line 4', 'a', '2']]],
  ['[{ "a": 1 }, { "a": 2 }]', []],
  ['{ "a": { "a": 1 }, "b": [{ "a": 1 }] }', []],
  ['{ "b": { "c": [1, { "a": 1, "a": 2 }] } }', [['line 1', 'a', '1']]],
  ['{ "a": "\\"a\\": {", "b": "a" }', []],
  ['{ "a": 1, "\\u0061" : 2 }', [['line 1', 'a', '1']]],
  ['{ "a": { "x": 1 }, "a": { "y": 1 } }', [['line 1', 'a', '1']]],
])('of %s the repeated keys are %j', (text, expected) => {
  expect(places(text)).toEqual(expected);
});
