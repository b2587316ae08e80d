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
    'vision.md',
    'Principal.JPG',
    'prospectus new.pdf',
    'hi/Vision Hindi.docx',
    'pages/gate.jpg',
    'Holiday List 2026.csv',
    'Fee Structure.xlsx',
    'Fee notes 2026.xlsx',
    'hours2026-27.csv',
    'Weekly holidays (new).xlsx',
    'Bus routes.xlsx',
    'pages/transport.md',
    'hi/pages/trasnport.md',
    'pages/sports.md',
    'hi/pages/sports.md',
    'hi/pages/sports.nekpur.md',
    'hi/pages/mission.nekpur.md',
    'hi/pages/hostel.docx',
  ];
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  const present = (name: string) =>
    `is read by nothing, as ${name} is there: keep copies outside of this folder`;
  const move = (name: string) => `is read by nothing here: move it to ${name}`;
  const unread = 'is a folder that nothing reads: move its files up, or remove it';
  expect((await strayFiles(folder)).map(formatProblem).toSorted()).toEqual([
    'Bus routes.xlsx: is read by nothing; did you mean buses.xlsx?',
    `Fee Structure.xlsx: ${present('fees.csv')}`,
    'Fee notes 2026.xlsx: is read by nothing; did you mean fee-notes.xlsx?',
    'Holiday List 2026.csv: is read by nothing; did you mean holidays.xlsx?',
    'Holliday.xlsx: is read by nothing; did you mean holidays.xlsx?',
    `Principal.JPG: ${move('pictures/Principal.JPG')}`,
    'Weekly holidays (new).xlsx: is read by nothing; did you mean weekly-holidays.xlsx?',
    'fees (1).csv: is read by nothing, as fees.csv is there: keep copies outside of this folder',
    'fees.json.txt: is read by nothing, as fees.csv is there: keep copies outside of this folder',
    'files/NOC New.PDF: must have a name of small letters, digits and hyphens, then .pdf: save it as noc-new.pdf',
    `files/noc-old.pdf: ${unread}`,
    'files/विवरणिका.pdf: must have a name of small letters, digits and hyphens, then .pdf: save it as document.pdf',
    `hi/Vision Hindi.docx: ${move('hi/pages/vision-hindi.docx')}`,
    `hi/old: ${unread}`,
    'hi/pages/hostel.docx: is read by nothing, as there is no pages/hostel.docx: write that, or remove this',
    `hi/pages/old.md: ${unread}`,
    'hi/pages/sports.nekpur.md: is read by nothing, as there is no pages/sports.nekpur.md: write that, or remove this',
    'hi/pages/trasnport.md: is read by nothing; did you mean transport.md?',
    'hi/text.csv: is read by nothing, as texts.xlsx is there: keep copies outside of this folder',
    `hours2026-27.csv: ${present('hours.csv')}`,
    `pages/gate.jpg: ${move('pictures/gate.jpg')}`,
    `pages/old: ${unread}`,
    'picture: is read by nothing; did you mean pictures?',
    `pictures/2026: ${unread}`,
    `prospectus new.pdf: ${move('files/prospectus-new.pdf')}`,
    'site.json.txt: is read by nothing; did you mean site.json?',
    `staff.csv: ${unread}`,
    'staff.xls: is read by nothing; did you mean staff.xlsx?',
    'transport contractors.xlsx: is read by nothing: remove it',
    'vacancies.json: is read by nothing; did you mean vacancies.xlsx?',
    `vision.md: ${move('pages/vision.md')}`,
  ]);
});
