import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../../server/content/problem.ts';
import { strayFiles } from '../../../../server/content/stray-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('each file that nothing reads is named, with the name that is meant', async () => {
  const folder = temporaryFolder();
  for (const name of ['pages', 'pictures', 'files', 'hi', 'hi/pages', 'picture'])
    mkdirSync(join(folder, name));
  const files = [
    'site.json',
    'README.md',
    'RESULT.txt',
    'fees.csv',
    'School Days.xlsx',
    'hours.csv',
    'hi/texts.xlsx',
    'hi/README.md',
    'files/noc.pdf',
    '.~lock.fees.csv#',
    '~$fees.xlsx',
    'Thumbs.db',
    'fees.json.txt',
    'staff.xls',
    'Holliday.xlsx',
    'fees (1).csv',
    'vacancies.json',
    'site.json.txt',
    'transport contractors.xlsx',
    'hi/text.csv',
    'files/NOC New.PDF',
    'files/विवरणिका.pdf',
  ];
  for (const file of files) writeFileSync(join(folder, file), '');
  expect((await strayFiles(folder)).map(formatProblem).toSorted()).toEqual([
    'Holliday.xlsx: is read by nothing; did you mean holidays.xlsx?',
    'fees (1).csv: is read by nothing; did you mean fees.xlsx?',
    'fees.json.txt: is read by nothing; did you mean fees.xlsx?',
    'files/NOC New.PDF: must have a name of small letters, digits and hyphens, then .pdf: save it as noc-new.pdf',
    'files/विवरणिका.pdf: must have a name of small letters, digits and hyphens, then .pdf: save it as document.pdf',
    'hi/text.csv: is read by nothing; did you mean texts.xlsx?',
    'picture: is read by nothing; did you mean pictures?',
    'site.json.txt: is read by nothing; did you mean site.json?',
    'staff.xls: is read by nothing; did you mean staff.xlsx?',
    'transport contractors.xlsx: is read by nothing: remove it',
    'vacancies.json: is read by nothing; did you mean vacancies.xlsx?',
  ]);
});
