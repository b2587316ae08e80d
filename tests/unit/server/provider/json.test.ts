import { expect, test } from 'vitest';
import { MAX_JSON_MARKS, parseJson, writeJson } from '../../../../server/provider/json.ts';

/** An array of so many marks: its bracket and the commas. */
const array = (marks: number, value = '0') => `[${Array(marks).fill(value).join(',')}]`;

test('C15: JSON of too many values is too-large before it is parsed, whatever they are', () => {
  expect(parseJson(array(MAX_JSON_MARKS))).toHaveLength(MAX_JSON_MARKS);
  const object = `{${Array(MAX_JSON_MARKS / 2)
    .fill('"a":0')
    .join(',')}`;
  for (const text of [
    array(MAX_JSON_MARKS + 1),
    array(MAX_JSON_MARKS / 2 + 1, '[]'),
    `[${object}}]`,
    '['.repeat(MAX_JSON_MARKS + 1),
    `${array(MAX_JSON_MARKS)},nonsense`,
  ])
    expect(() => parseJson(text)).toThrow('too-large');
});

test('C15: marks in texts do not count', () => {
  const text = String.raw`\",:[{ \\ `.repeat(MAX_JSON_MARKS / 4);
  expect(parseJson(`["${text}"]`)).toHaveLength(1);
  // The text ends behind an escaped backslash.
  expect(() => parseJson(`["\\\\",${array(MAX_JSON_MARKS)}]`)).toThrow('too-large');
});

test('an id above 2^53 keeps its digits, as a text; other numbers and texts stay', () => {
  const ids = '"_id":9007199254740993,"files":[ 12345678901234567890 ,1.5]';
  const others = '"a":9007199254740991,"b":-12345678901234.5e2,"c":"x: 9007199254740993, \\"1\\""';
  expect(parseJson(`[{${ids},${others}}]`)).toEqual([
    {
      _id: '9007199254740993',
      files: ['12345678901234567890', 1.5],
      a: 9007199254740991,
      b: -12345678901234.5e2,
      c: 'x: 9007199254740993, "1"',
    },
  ]);
  expect(parseJson(`[${'1'.repeat(41)}]`)).toEqual([Number('1'.repeat(41))]);
});

test('rows are written as JSON.stringify writes them', async () => {
  const rows = Array.from({ length: 300 }, (_, id) => ({
    id,
    title: '"खेल", ]}[{ \\',
    files: [[]],
  }));
  expect(await writeJson(rows)).toBe(JSON.stringify(rows));
  expect(await writeJson([])).toBe('[]');
});
