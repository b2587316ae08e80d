import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import hindi from '../../../../server/content/problems.hi.json' with { type: 'json' };
import { formatProblem, formatProblemInHindi } from '../../../../server/content/problem.ts';

const PLACEHOLDER = /\{\w+\}/g;

test('a problem names file, place, what is wrong and what is there, in English and in Hindi', () => {
  const problem = {
    file: 'fees.xlsx',
    place: 'sheet Fees, row 4, column Tuition',
    text: 'must be one of {allowed}',
    values: { allowed: '"A", "B"' },
    found: '"C"',
    level: 'error',
  } as const;
  expect(formatProblem(problem)).toBe(
    'fees.xlsx: sheet Fees, row 4, column Tuition: must be one of "A", "B", but is "C"',
  );
  expect(formatProblemInHindi(problem)).toBe(
    'fees.xlsx: शीट Fees, पंक्ति 4, स्तंभ Tuition: इनमें से एक होना चाहिए: "A", "B", पर यहाँ "C" है',
  );
});

test('the Hindi of a problem has the same values as its English', () => {
  for (const [english, text] of Object.entries(hindi))
    expect(text.match(PLACEHOLDER)?.toSorted(), english).toEqual(
      english.match(PLACEHOLDER)?.toSorted(),
    );
});

test('each message of the schemas of the content has its Hindi', () => {
  const files = readdirSync('shared').filter((file) => file.endsWith('.ts'));
  const sources = files
    .map((file) => readFileSync(`shared/${file}`, 'utf8'))
    .filter((source) => /from '(?:\.\/content-fields|zod\/mini)/.test(source));
  const messages = sources.flatMap((source) =>
    Array.from(
      source.matchAll(/'((?:"\w+" |each class )?must (?:[^'\\\n])*)'/g),
      ([, message]) => message,
    ),
  );
  expect(messages.length).toBeGreaterThan(5);
  expect(messages.filter((message) => message === undefined || !(message in hindi))).toEqual([]);
});
