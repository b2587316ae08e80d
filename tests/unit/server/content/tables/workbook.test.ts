import { describe, expect, test } from 'vitest';
import { isFinding } from '../../../../../server/content/tables/kind.ts';
import { readWorkbook } from '../../../../../server/content/tables/workbook.ts';
import { ENTITIES } from '../../../../support/entities.ts';
import { bookOf, bookParts, row, text, zipOf } from '../../../../support/workbook.ts';

async function read(bytes: Buffer) {
  const reading = await readWorkbook(bytes);
  return isFinding(reading) ? reading : reading.value;
}

async function rowsOf(bytes: Buffer) {
  const book = await read(bytes);
  return 'sheets' in book ? book.sheets.map(({ rows }) => rows.map(({ cells }) => cells)) : book;
}

const one = (rows: string, after = '') => [{ name: 'One', rows, after }];

test('reads texts of all kinds, numbers, days, times and the values of formulas', async () => {
  const sharedStrings =
    '<si><t xml:space="preserve"> हिंदी &amp; नाम </t></si><si><r><t>Rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> text</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si>';
  const cells = [
    '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c>',
    text('C1', 'Inline'),
    '<c r="D1" s="1"><v>46326</v></c><c r="E1" s="2"><v>0.3125</v></c>',
    '<c r="F1"><v>29700</v></c><c r="G1" s="3" t="str"><v>5</v></c>',
    '<c r="H1"><f>SUM(F1)</f><v>29700</v></c><c r="I1" t="str"><f>A1</f><v>x</v></c>',
    '<c r="J1" t="b"><v>1</v></c><c r="K1" t="str"><f>""</f><v></v></c>',
    '<c r="L1" t="inlineStr"><is><r><t>Rich</t></r><r><rPr><b/></rPr><t xml:space="preserve"> inline</t></r></is></c>',
  ];
  const bytes = zipOf(bookParts(one(row(1, cells.join(''))), { sharedStrings }));
  expect(await rowsOf(bytes)).toEqual([
    [
      [
        'हिंदी & नाम',
        'Rich text',
        'Inline',
        new Date('2026-10-31T00:00:00Z'),
        new Date('1899-12-31T07:30:00Z'),
        29_700,
        '5',
        29_700,
        'x',
        true,
        null,
        'Rich inline',
      ],
    ],
  ]);
});

test('a day of a workbook that counts from 1904 is the same day', async () => {
  const rows = row(1, '<c r="A1" s="1"><v>44864</v></c>');
  expect(await rowsOf(zipOf(bookParts(one(rows), { is1904: true })))).toEqual([
    [[new Date('2026-10-31T00:00:00Z')]],
  ]);
});

test('errors of formulas, and formulas without a value, are kept as such', async () => {
  const rows = row(
    1,
    '<c r="A1" t="e"><v>#N/A</v></c><c r="B1" t="e"><f>1/0</f><v>#DIV/0!</v></c><c r="C1"><f>X1</f></c>',
  );
  expect(await rowsOf(zipOf(bookParts(one(rows))))).toEqual([
    [[{ formulaError: '#N/A' }, { formulaError: '#DIV/0!' }, { formulaError: '=X1' }]],
  ]);
});

test('rows keep their numbers; merged cells of a column are in each row, others are named', async () => {
  const rows = [
    row(2, text('A2', 'Nekpur') + text('B2', 'a')),
    row(3, text('B3', 'b'), ' hidden="1"'),
    row(5, text('B5', 'c')),
  ];
  const merges =
    '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="B5:D6"/></mergeCells>';
  const book = await read(zipOf(bookParts(one(rows.join(''), merges))));
  expect(book).toMatchObject({
    sheets: [
      {
        rows: [
          { number: 1, cells: [] },
          { number: 2, cells: ['Nekpur', 'a'] },
          { number: 3, cells: ['Nekpur', 'b'] },
          { number: 4, cells: [] },
          { number: 5, cells: [null, 'c'] },
        ],
        hiddenRows: [3],
        merged: [{ range: 'B5:D6', first: 5, last: 6 }],
      },
    ],
  });
});

test('a hidden sheet is not read, and is named if it has cells; empty sheets are nothing', async () => {
  const cell = row(1, text('A1', 'x'));
  const sheets = [
    { name: 'Shown', rows: cell },
    { name: 'Sheet2', rows: row(7, '<c r="A7" s="1"/>') },
    { name: 'Lists', rows: cell, state: 'veryHidden' as const },
    { name: 'Sheet3', rows: '', state: 'hidden' as const },
    { name: 'Long', rows: row(9_000, text('A9000', 'x')), state: 'hidden' as const },
    { name: 'Sheet4', rows: row(9_000, text('A9000', ' ')) },
  ];
  expect(await read(zipOf(bookParts(sheets)))).toMatchObject({
    sheets: [{ name: 'Shown' }],
    warnings: ['Lists', 'Long'].map((name) => ({
      place: `sheet ${name}`,
      text: 'is hidden and is not read',
    })),
  });
});

const BOOK = bookParts(one(row(1, text('A1', 'x'))));
const withPart = (name: string) => zipOf({ ...BOOK, [name]: 'x' });
const ole = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(500),
    Buffer.from(stream, 'utf16le'),
  ]);

describe('another file that is named .xlsx', () => {
  test.each<[string, Buffer, string]>([
    ['.xls', ole('Workbook'), 'is of Excel 97-2003 (.xls): save it as Excel Workbook (.xlsx)'],
    ['encrypted', ole('EncryptedPackage'), 'has a password: save it without one'],
    ['a web page', Buffer.from('\n<html><table>'), 'is a web page: open it in Excel'],
    ['CSV', Buffer.from('Campus,Name'), 'is no workbook: save it as Excel Workbook (.xlsx)'],
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['.ods', zipOf({ mimetype: 'x', 'content.xml': '<x/>' }), 'is an OpenDocument file'],
    ['.docx', zipOf({ 'word/document.xml': '<x/>' }), 'is a Word document'],
    ['.xlsb', withPart('xl/workbook.bin'), 'is a binary workbook (.xlsb)'],
    ['a sheet of a chart', withPart('xl/chartsheets/sheet1.xml'), 'has a sheet that is only a'],
    ['.xlsm', withPart('xl/vbaProject.bin'), 'has macros'],
    ['half a file', bookOf({ One: [['x']] }).subarray(0, 900), 'is damaged or not copied'],
    ['a ZIP file', zipOf({ 'a.txt': 'x' }), 'is damaged or not copied'],
    ['broken XML', zipOf({ ...BOOK, 'xl/workbook.xml': '<workbook' }), 'is damaged or not copied'],
  ])('%s is named', async (_name, bytes, error) => {
    expect(await read(bytes)).toMatchObject({ text: expect.stringContaining(error) });
  });
});

test('values of other workbooks are read as they were saved, with a warning', async () => {
  expect(await read(withPart('xl/externalLinks/externalLink1.xml'))).toMatchObject({
    sheets: [{ name: 'One' }],
    warnings: [{ text: 'has values of other workbooks, as they were when it was saved' }],
  });
});

describe('a workbook that unpacks to more than a machine has', () => {
  const rows = (count: number, cells: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => row(at + 1, cells(at + 1))).join('');
  const TOO_LARGE = { text: expect.stringContaining('unpacks to more than {most} MB') };

  test.each<[string, () => Buffer, object]>([
    ['a part of 60 MB', () => zipOf({ ...BOOK, 'xl/media/a.png': Buffer.alloc(6e7) }), TOO_LARGE],
    [
      'parts whose sizes are stated wrong',
      () => zipOf({ ...BOOK, 'xl/sharedStrings.xml': Buffer.alloc(6e7) }, { statedBytes: 10 }),
      TOO_LARGE,
    ],
    [
      'all rows of a sheet',
      () => zipOf(bookParts(one('<row spans="1:9" s="1"/>'.repeat(1_048_576)))),
      TOO_LARGE,
    ],
    [
      'a cell in the last row',
      () => zipOf(bookParts(one(row(1_048_576, text('A1048576', 'x'))))),
      { place: 'sheet One', text: 'has more than {most} rows' },
    ],
    [
      'a cell in the last column of the last row',
      () => zipOf(bookParts(one(row(1_048_576, text('XFD1048576', 'x'))))),
      { text: 'has more than {most} rows' },
    ],
    [
      'a cell in the last column',
      () => zipOf(bookParts(one(rows(1, () => text('XFD1', 'x'))))),
      { place: 'sheet One', text: 'has more than {most} columns' },
    ],
    [
      'many rows with cells',
      () => zipOf(bookParts(one(rows(20_000, (at) => text(`A${at}`, 'x'))))),
      { place: 'sheet One', text: 'has more than {most} rows' },
    ],
  ])('%s is named, in bounded memory', async (_name, make, error) => {
    const bytes = make();
    const before = process.memoryUsage().rss;
    expect(await read(bytes)).toMatchObject(error);
    expect(process.memoryUsage().rss - before).toBeLessThan(600e6);
  });

  test('entities that name each other are not expanded', async () => {
    const sheet = `<!DOCTYPE worksheet [${ENTITIES}]><worksheet><sheetData>${row(1, text('A1', '&e9;'))}</sheetData></worksheet>`;
    const book = await read(zipOf({ ...BOOK, 'xl/worksheets/sheet1.xml': sheet }));
    expect(JSON.stringify(book).length).toBeLessThan(1000);
  });
});
