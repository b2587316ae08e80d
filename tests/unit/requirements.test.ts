import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REQUIREMENT_ROWS, rowsNamedInCode } from '../support/requirement-rows.ts';

/** Rows that the code of tests names. */
const named = new Set(
  readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && file !== 'unit/requirements.test.ts')
    .flatMap((file) => rowsNamedInCode(readFileSync(`tests/${file}`, 'utf8'))),
);

test('the requirement rows are the 263 of the specification', () => {
  expect(REQUIREMENT_ROWS).toHaveLength(263);
  expect(REQUIREMENT_ROWS[0]).toBe('R-001');
  expect(REQUIREMENT_ROWS.at(-1)).toBe('R-263');
});

test('every requirement row is named by a test, and a comment does not count', () => {
  expect(REQUIREMENT_ROWS.filter((id) => !named.has(id))).toEqual([]);
  expect([...named].filter((id) => !REQUIREMENT_ROWS.includes(id))).toEqual([]);
});
