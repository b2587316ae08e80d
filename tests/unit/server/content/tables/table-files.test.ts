import { describe, expect, test } from 'vitest';
import { CAMPUS_TABLE, CAMPUSES, perCampus } from '../../../../../shared/campuses.ts';
import { formatProblem } from '../../../../../server/content/problem.ts';
import { officeOf, officeProblems } from '../../../../support/office-problems.ts';
import { bookOf, bookParts, row, text, zipOf } from '../../../../support/workbook.ts';

const NAMES = CAMPUSES.map((campus) => CAMPUS_TABLE[campus].name).join(', ');
const STAFF_HEADINGS = ['Campus', 'Name', 'Post', 'Subjects', 'Qualification'];
const STAFF = 'Campus,Name,Post,Subjects,Qualification\n';
const ASHA = {
  campus: 'NEKPUR',
  person: 'Asha Rao',
  designation: 'PGT',
  subjects: ['Physics'],
  qualification: 'M.Sc.',
};

describe('a table', () => {
  test.each<[string, Record<string, string | Buffer>]>([
    ['CSV', { 'staff.csv': `${STAFF}Nekpur,Asha Rao,PGT,Physics,M.Sc.\n` }],
    [
      'a workbook with any name of its sheet',
      {
        'staff.xlsx': bookOf({
          Sheet1: [STAFF_HEADINGS, ['Nekpur', 'Asha Rao', 'PGT', 'Physics', 'M.Sc.']],
        }),
      },
    ],
    [
      'a workbook with a title, empty rows, and columns in another order and in Hindi',
      {
        'STAFF.XLSX': bookOf({
          Sheet1: [
            ['Gangotri International School'],
            [],
            ['योग्यता', 'नाम', 'विषय', 'post', 'Campus *'],
            [],
            ['M.Sc.', 'Asha Rao', 'Physics', 'PGT', 'nekpur'],
          ],
        }),
      },
    ],
    [
      'a workbook with a sheet for each campus',
      {
        'Staff.xlsx': bookOf({
          Nekpur: [STAFF_HEADINGS, ['Nekpur', 'Asha Rao', 'PGT', 'Physics', 'M.Sc.']],
          Empty: [],
        }),
      },
    ],
    ...[
      'S. No.',
      'S.No',
      'Sr. No.',
      'Sl No',
      'Serial Number',
      '#',
      'क्र. सं.',
      'क्रमांक',
      'क्रम संख्या',
    ].map((heading): [string, Record<string, string>] => [
      `CSV with a column ${heading}`,
      { 'staff.csv': `${heading},${STAFF}1,Nekpur,Asha Rao,PGT,Physics,M.Sc.\n` },
    ]),
  ])('is read from %s', async (_name, files) => {
    const { staff, problems } = await officeOf(files);
    expect(problems.filter(({ file }) => file !== 'disclosure.csv')).toEqual([]);
    expect(staff).toEqual([ASHA]);
  });

  test('may be a sheet of a workbook with others', async () => {
    const book = bookOf({
      Notes: [
        ['Campus', 'Session', 'Note'],
        ['All', '2026-27', 'No other fee.'],
      ],
      Fees: [
        [
          'Campus',
          'Session',
          'From',
          'Published',
          'Class',
          'Annual fee\n(a year)',
          'Bus (a month)',
        ],
        ['Nekpur', '2026-27', '1/4/2026', '28.01.2026', 'Class I', 29_700, '₹ 1,500/-'],
        ['Nekpur', '2026-27', '1/4/2026', '28.01.2026', 'Class II', '33,800', '-'],
      ],
    });
    const { office, problems } = await officeOf({ 'fees.xlsx': book });
    expect(problems.map(({ file }) => file)).toEqual(['disclosure.csv']);
    expect(office.fees).toEqual({
      ...perCampus(() => []),
      NEKPUR: [
        {
          session: '2026-27',
          from: '2026-04-01',
          published: '2026-01-28',
          heads: [
            { head: 'Annual fee', when: 'a year' },
            { head: 'Bus', when: 'a month' },
          ],
          classes: [
            { classes: 'Class I', rupees: [29_700, 1500] },
            { classes: 'Class II', rupees: [33_800, null] },
          ],
          notes: ['No other fee.'],
        },
      ],
    });
  });

  test('of Hindi texts has two columns', async () => {
    const { hindi } = await officeOf({ 'hi/texts.csv': 'English,Hindi\nHoli,होली\n' });
    expect(hindi).toEqual({ Holi: 'होली' });
  });
});

const cells = (number: number, words: readonly string[]) =>
  words.map((word, at) => text(`${'ABCDE'[at]}${number}`, word)).join('');

test('merged cells of a column, hidden rows and a title that is merged are read', async () => {
  const rows = [
    row(1, text('A1', 'Teachers')),
    row(2, cells(2, STAFF_HEADINGS)),
    row(3, cells(3, ['Nekpur', 'A', 'PGT', 'B', 'C'])),
    row(
      4,
      cells(4, ['Nekpur', 'B', 'PGT', 'B', 'C']).replace(text('A4', 'Nekpur'), ''),
      ' hidden="1"',
    ),
  ].join('');
  const after = '<mergeCells><mergeCell ref="A1:E1"/><mergeCell ref="A3:A4"/></mergeCells>';
  const { staff, problems } = await officeOf({
    'staff.xlsx': zipOf(bookParts([{ name: 'Staff', rows, after }])),
  });
  expect(staff.map(({ campus }) => campus)).toEqual(['NEKPUR', 'NEKPUR']);
  expect(problems).toContainEqual({
    file: 'staff.xlsx',
    place: 'sheet Staff',
    text: 'has hidden rows, which are read too: {rows}',
    values: { rows: '4' },
    level: 'warning',
  });
});

test('of a table in two files only that is said, not that its rows are the same', async () => {
  const teacher = ['Nekpur', 'A', 'PGT', 'B', 'C'];
  const { problems } = await officeOf({
    'staff.csv': `${STAFF}${teacher.join(',')}\n`,
    'staff.xlsx': bookOf({ Staff: [STAFF_HEADINGS, teacher] }),
  });
  expect(problems.map(formatProblem)).toEqual([
    'staff.xlsx: is there beside staff.csv: keep one of the two',
  ]);
});

const FEES = ['Campus', 'Session', 'From', 'Published', 'Class'];
const FEE_ROW = ['Nekpur', '2026-27', '01-04-2026', '28-01-2026'];

describe('what is wrong is named with file, sheet, row and column', () => {
  test.each<[Record<string, string | Buffer>, string]>([
    [
      {
        'hours.csv': 'Campus,Season,From,To,Opens,Closes\n',
        'school-days.xlsx': bookOf({
          Hours: [['Campus', 'Season', 'From', 'To', 'Opens', 'Closes']],
        }),
      },
      'school-days.xlsx: is there beside hours.csv: keep one of the two',
    ],
    [
      { 'school-days.xlsx': bookOf({ Hour: [['Campus', 'Season']] }) },
      'school-days.xlsx: sheet Hour: must be named Sessions, Weekly holidays, Hours, Holidays, Examinations, or be hidden',
    ],
    [
      { 'school-days.csv': 'Campus,Holiday\n' },
      'school-days.csv: has several tables: save it as .xlsx, or each sheet as a CSV file: sessions.csv, weekly-holidays.csv, hours.csv, holidays.csv, examinations.csv',
    ],
    [{ 'staff.xlsx': bookOf({ A: [] }) }, 'staff.xlsx: is empty'],
    [
      { 'staff.csv': 'Campus,Nmae,Post\nNekpur,A,B\n' },
      'staff.csv: row 1, column B (Nmae): is no heading here; did you mean Name?',
    ],
    [
      { 'staff.csv': 'Campus,Name,Post,Qualification\n' },
      'staff.csv: row 1: has no column Subjects',
    ],
    [
      { 'staff.csv': `${STAFF.trim()},Salary\n` },
      'staff.csv: row 1, column F (Salary): is no heading here; the headings are Campus, Name, Post, Subjects, Qualification',
    ],
    [
      { 'staff.csv': `${STAFF}Nekpur,A,PGT,B,C,D\n` },
      'staff.csv: row 2, column F: has no heading above it',
    ],
    [{ 'staff.csv': `Name,${STAFF}` }, 'staff.csv: row 1, column C (Name): is there twice'],
    [
      { 'staff.csv': 'Teachers of the school\n' },
      'staff.csv: has no row with the headings Campus, Name, Post, Subjects, Qualification',
    ],
    [
      {
        'staff.xlsx': bookOf({
          Staff: [['Teachers'], STAFF_HEADINGS, ['Kanpur', 'A', 'PGT', '', 'C']],
        }),
      },
      `staff.xlsx: sheet Staff, row 3, column A (Campus): must be one of ${NAMES}, but is Kanpur`,
    ],
    [
      { 'staff.csv': `${STAFF}\nNekpur,????? ????,PGT,B,C\n` },
      'staff.csv: row 3, column B (Name): has lost its Hindi letters: type it again, and save the file as .xlsx or "CSV UTF-8", but is ????? ????',
    ],
    [
      { 'staff.csv': `${STAFF}Nekpur,,PGT,B,C\n` },
      'staff.csv: row 2, column B (Name): must not be empty',
    ],
    [
      { 'staff.csv': `${STAFF}Nekpur,A,PGT,B,C\nNekpur,a,PGT,B,D\n` },
      'staff.csv: row 3: is the same as row 2: remove one',
    ],
    [
      { 'staff.csv': `${STAFF}Nekpur,A,Librarian,,C\nNekpur,A,Librarian,,D\n` },
      'staff.csv: row 3: is the same as row 2: remove one',
    ],
    [
      {
        'fees.xlsx': bookOf({
          Fees: [
            [...FEES, 'Annual fee (a year)'],
            [...FEE_ROW, 'I', '297.00.0'],
          ],
        }),
      },
      'fees.xlsx: sheet Fees, row 2, column F (Annual fee (a year)): must be an amount in whole rupees, such as 29700 or 29,700; a dash where it does not apply, but is 297.00.0',
    ],
    [
      { 'fees.csv': `${FEES.join(',')},Annual fee\n` },
      'fees.csv: row 1, column F (Annual fee): is no heading here; the headings are Campus, Session, From, Published, PDF, Class, Admission fee (once, at admission)',
    ],
    [
      {
        'fees.csv': `${FEES.join(',')},A (b)\n${FEE_ROW.join(',')},I,1\n${FEE_ROW.join(',').replace('01-04', '02-04')},II,1\n`,
      },
      'fees.csv: row 3, From: must be 2026-04-01 in all rows of a session',
    ],
    [
      { 'fee-notes.csv': 'Campus,Session,Note\nAll,2026-27,No other fee.\n' },
      'fee-notes.csv: row 2: has notes of a session without fees',
    ],
    [
      { 'form-notices.csv': 'Form,What,Text\nCareer,,why\n' },
      'form-notices.csv: row 2: must have a text in the column What',
    ],
    [
      { 'form-notices.csv': 'Form,What,Text\nCareer,CV,why\n' },
      'form-notices.csv: has no row of Admission',
    ],
  ])('of %# as %s', async (files, error) => {
    expect(await officeProblems(files)).toContain(error);
  });

  test.each<[string, string]>([
    ['Nekpur,A,T,1,B,\n', 'row 2: must be the headings of the table: the row "S. No." is missing'],
    ['Nekpur,A,T,S. No.,,\nNekpur,A,T,1,B,\n', 'row 3: has 2 cells, but the table has 1 columns'],
    [
      'Nekpur,A,T,S. No.,B,\nNekpur,A,T,1,,noc.pdf\n',
      'row 3: must have a text beside the document',
    ],
    [
      'Nekpur,A,T,S. No.,B,\nNekpur,A,T,1,C,\nNekpur,A,T,1,C,\n',
      'row 4: is the same as row 3: remove one',
    ],
    ['Nekpur,A,T,S. No.,B,\nNekpur,A,T,1,C,\n', 'has no rows of Farrukhabad'],
  ])('of the disclosure with %j', async (rows, error) => {
    const head = 'Campus,Section,Table,Row,Text 1,Document\n';
    expect(await officeProblems({ 'disclosure.csv': head + rows })).toContain(
      `disclosure.csv: ${error}`,
    );
  });

  test('of merged cells and formulas', async () => {
    const rows = [
      row(1, cells(1, STAFF_HEADINGS)),
      row(2, cells(2, ['Nekpur', 'A', 'PGT', 'B'])),
    ].join('');
    const merged = '<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="C2:D2"/></mergeCells>';
    const formula = rows.replace(/<\/row>$/, '<c r="E2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>');
    const book = (written: string, after = '') => ({
      'staff.xlsx': zipOf(bookParts([{ name: 'Staff', rows: written, after }])),
    });
    const isMerged = 'is merged: undo "Merge Cells" and write each cell';
    expect(await officeProblems(book(rows, merged))).toEqual([
      `staff.xlsx: sheet Staff, cell B1:C1: ${isMerged}`,
      `staff.xlsx: sheet Staff, cell C2:D2: ${isMerged}`,
    ]);
    expect(await officeProblems(book(formula))).toEqual([
      'staff.xlsx: sheet Staff, row 2, column E (Qualification): has a formula without a value: correct it, or write the value, but is #DIV/0!',
    ]);
  });
});

test('numbers of rows beside the stops of a bus are no times', async () => {
  const rows = 'S. No.,Campus,Bus,Stop,Morning\n1,Nekpur,1,Post office,7:10 AM\n';
  const { office, problems } = await officeOf({ 'buses.csv': rows });
  expect(problems.filter(({ file }) => file === 'buses.csv')).toEqual([]);
  expect(office.buses.map(({ times }) => times)).toEqual([[{ heading: 'Morning', time: '07:10' }]]);
});
