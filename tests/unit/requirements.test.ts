import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROWS = [...readFileSync('tests/requirements.csv', 'utf8').matchAll(/^(R-\d{3}),/gm)].map(
  ([, id]) => id,
);

/** A comment that stands on lines of its own, or after code: what it names does not count. */
const COMMENT = /^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;

/** Rows that a text names, ranges such as `R-020 to R-038` and `R-020..R-038` included. */
function rowsNamedIn(text: string): string[] {
  return [...text.matchAll(/R-(\d{3})(?:(?: to |\.\.)R-(\d{3}))?/g)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from), Number(to ?? from)];
    return Array.from(
      { length: last - first + 1 },
      (_, index) => `R-${String(first + index).padStart(3, '0')}`,
    );
  });
}

test('the requirement rows are the 263 of the specification, and the code of tests names each', () => {
  const all = Array.from({ length: 263 }, (_, index) => `R-${String(index + 1).padStart(3, '0')}`);
  expect(ROWS).toEqual(all);
  const named = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'unit/requirements.test.ts')
    .flatMap((file) => rowsNamedIn(readFileSync(`tests/${file}`, 'utf8').replaceAll(COMMENT, '')));
  expect([...new Set(named)].toSorted()).toEqual(all);
});
