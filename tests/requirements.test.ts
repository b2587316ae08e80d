import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ids = [...readFileSync('tests/requirements.csv', 'utf8').matchAll(/^(R-\d{3}),/gm)].map(
  (match) => match[1] ?? '',
);

function testFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? testFiles(join(folder, entry.name))
      : /\.test\.tsx?$/.test(entry.name) && entry.name !== 'requirements.test.ts'
        ? [join(folder, entry.name)]
        : [],
  );
}

/** Rows that the titles of tests name, ranges such as `R-020 to R-038` and `R-020..R-038` included. */
function namedRows(): Set<string> {
  const named = new Set<string>();
  for (const file of testFiles('tests')) {
    const source = readFileSync(file, 'utf8');
    for (const [, from, to] of source.matchAll(/R-(\d{3})(?:(?: to |\.\.)R-(\d{3}))?/g)) {
      for (let row = Number(from); row <= Number(to ?? from); row += 1) {
        named.add(`R-${String(row).padStart(3, '0')}`);
      }
    }
  }
  return named;
}

test('the requirement rows are the 263 of the specification', () => {
  expect(ids).toHaveLength(263);
  expect(ids[0]).toBe('R-001');
  expect(ids.at(-1)).toBe('R-263');
});

test('every requirement row is named by a test', () => {
  const named = namedRows();
  const missing = ids.filter((id) => !named.has(id));
  console.log(
    missing.length === 0
      ? 'every requirement row is named by a test'
      : `rows that no test names yet: ${missing.join(' ')}`,
  );
  expect(missing).toEqual([]);
  const unknown = [...named].filter((id) => !ids.includes(id));
  expect(unknown).toEqual([]);
});
