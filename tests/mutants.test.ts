import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { REQUIREMENT_ROWS, rowsNamedInCode } from './harness/requirement-rows.ts';

const mutantSchema = z.strictObject({
  row: z.string(),
  fault: z.string().min(10),
  file: z.string(),
  find: z.string().min(1),
  replace: z.string(),
  test: z.string().optional(),
});

const mutants = readdirSync('tests/mutants')
  .filter((file) => file.endsWith('.json'))
  .toSorted()
  .flatMap((file) =>
    z.array(mutantSchema).parse(JSON.parse(readFileSync(`tests/mutants/${file}`, 'utf8'))),
  );

test('every requirement row has one mutant (tests/mutants), in order', () => {
  expect(mutants.map(({ row }) => row)).toEqual(REQUIREMENT_ROWS);
});

test('what a mutant replaces is in its file once: else bring its `find` up to date and run it, `ROWS=R-0NN npm run test:mutants`', () => {
  const lost = mutants.filter(
    ({ file, find, replace }) =>
      !existsSync(file) || readFileSync(file, 'utf8').split(find).length !== 2 || find === replace,
  );
  expect(lost.map(({ row, file }) => `${row} in ${file}`)).toEqual([]);
});

test('the test file that a mutant names has tests of its row', () => {
  const wrong = mutants.filter(
    ({ row, test: file }) =>
      file !== undefined &&
      !(existsSync(file) && rowsNamedInCode(readFileSync(file, 'utf8')).includes(row)),
  );
  expect(wrong.map(({ row, test: file }) => `${row} in ${file}`)).toEqual([]);
});
