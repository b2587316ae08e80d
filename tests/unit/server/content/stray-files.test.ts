import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../../server/content/problem.ts';
import { strayFiles } from '../../../../server/content/stray-files.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('each file and folder that nothing reads is named, with the name that is meant', async () => {
  const folder = temporaryFolder();
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
    'picture/gate.jpg',
    'staff.csv/staff.csv',
    'hi/old/sports.md',
    'pages/old/sports.md',
    'hi/pages/old.md/sports.md',
    'pictures/2026/gate.jpg',
    'files/noc-old.pdf/noc.pdf',
    'files/@eaDir/noc.jpg',
  ];
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const unread = 'is a folder that nothing reads: move its files up, or remove it';
  expect((await strayFiles(folder)).map(formatProblem).toSorted()).toEqual([
    'Holliday.xlsx: is read by nothing; did you mean holidays.xlsx?',
    'fees (1).csv: is read by nothing, as fees.csv is there: keep copies outside of this folder',
    'fees.json.txt: is read by nothing, as fees.csv is there: keep copies outside of this folder',
    'files/NOC New.PDF: must have a name of small letters, digits and hyphens, then .pdf: save it as noc-new.pdf',
    `files/noc-old.pdf: ${unread}`,
    'files/विवरणिका.pdf: must have a name of small letters, digits and hyphens, then .pdf: save it as document.pdf',
    `hi/old: ${unread}`,
    `hi/pages/old.md: ${unread}`,
    'hi/text.csv: is read by nothing, as texts.xlsx is there: keep copies outside of this folder',
    `pages/old: ${unread}`,
    'picture: is read by nothing; did you mean pictures?',
    `pictures/2026: ${unread}`,
    'site.json.txt: is read by nothing; did you mean site.json?',
    `staff.csv: ${unread}`,
    'staff.xls: is read by nothing; did you mean staff.xlsx?',
    'transport contractors.xlsx: is read by nothing: remove it',
    'vacancies.json: is read by nothing; did you mean vacancies.xlsx?',
  ]);
});
