import { readFileSync } from 'node:fs';

/** Ids of the rows of the specification, in order. */
export const REQUIREMENT_ROWS: readonly string[] = [
  ...readFileSync('tests/requirements.csv', 'utf8').matchAll(/^(R-\d{3}),/gm),
].map(([, id = '']) => id);

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

/** A comment that stands on lines of its own, or after code. */
const COMMENT = /^\s*\/\*[\s\S]*?\*\/|(?:^|\s)\/\/ .*$/gm;

/** Rows that the code of a test file names; what its comments name does not count. */
export function rowsNamedInCode(source: string): string[] {
  return rowsNamedIn(source.replaceAll(COMMENT, ''));
}
