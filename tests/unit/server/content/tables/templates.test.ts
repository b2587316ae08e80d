import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { contentCommand } from '../../../../../server/content/tables/templates.ts';
import { readTables } from '../../../../../server/content/tables/read-tables.ts';
import { formatProblem } from '../../../../../server/content/problem.ts';
import { CAMPUS_TABLE, CAMPUSES } from '../../../../../shared/campuses.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const NAMES = CAMPUSES.map((campus) => CAMPUS_TABLE[campus].name);

const folder = temporaryFolder();
const { code } = await contentCommand(['templates', folder]);

async function read(from: string) {
  const { tables, problems } = await readTables(from);
  expect(problems.map(formatProblem)).toEqual([]);
  return tables;
}

test('each table has a template, whose examples are read as they are meant', async () => {
  expect(code).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual([
    'admissions.xlsx',
    'buses.xlsx',
    'contacts.xlsx',
    'disclosure.xlsx',
    'documents.xlsx',
    'facts.xlsx',
    'fees.xlsx',
    'form-notices.xlsx',
    'hi',
    'issued-certificates.xlsx',
    'school-days.xlsx',
    'staff.xlsx',
    'vacancies.xlsx',
  ]);
  const { hours, fees, staff, documents } = await read(folder);
  expect(hours?.map(({ values }) => [values.from, values.opens, values.closes])).toEqual([
    ['2026-04-01', '07:30', '13:30'],
    ['2026-11-01', '08:30', '14:30'],
  ]);
  expect(fees?.[0]?.own.map(({ value }) => value)).toEqual([6000, 29_700]);
  expect(staff?.[0]?.values.subjects).toEqual(['Physics', 'Mathematics']);
  expect(documents?.[1]?.values).toMatchObject({ yearly: false, campuses: ['NEKPUR'] });
});

test('the allowed words are lists of the spreadsheet', async () => {
  const book = await readXlsx(readFileSync(join(folder, 'school-days.xlsx')));
  const [sessions] = book.sheets;
  expect(sessions?.dataValidations).toMatchObject([
    { type: 'list', values: [...NAMES, expect.stringMatching(/^(?:Both|All)$/)], range: 'A2:A500' },
  ]);
});

test('another use of the command is told how it is used', async () => {
  for (const args of [[], ['templates'], ['templates', 'a', 'b'], ['template', 'a']])
    expect(await contentCommand(args)).toMatchObject({ code: 2 });
});
