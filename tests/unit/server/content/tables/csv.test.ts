import { expect, test } from 'vitest';
import { readCsv } from '../../../../../server/content/tables/csv.ts';
import { isFinding } from '../../../../../server/content/tables/kind.ts';

function read(text: string | Buffer) {
  const reading = readCsv(Buffer.from(text));
  return isFinding(reading) ? [reading.place, reading.text] : reading.value;
}

const ROWS = [
  { number: 1, cells: ['Campus', 'Name', 'Qualification'] },
  { number: 2, cells: ['Nekpur', 'आशा, राव', 'M.Sc., "B.Ed."'] },
];
const TEXT = 'Campus,Name,Qualification\nNekpur,"आशा, राव","M.Sc., ""B.Ed."""\n';
const SEMICOLONS = 'Campus;Name;Qualification\r\nNekpur;आशा, राव;"M.Sc., ""B.Ed."""\r\n';

test.each<[string, string | Buffer]>([
  ['commas', TEXT],
  ['a byte order mark', `\ufeff${TEXT}`],
  ['semicolons and CRLF', SEMICOLONS],
  ['tabs', 'Campus\tName\tQualification\nNekpur\tआशा, राव\t"M.Sc., ""B.Ed."""'],
  ['old line ends', TEXT.replaceAll('\n', '\r')],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16 without its mark', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16, big endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
])('reads %s', (_name, text) => {
  expect(read(text)).toEqual(ROWS);
});

test('the separator may be named in a first line, which counts as one', () => {
  const rows = ROWS.map(({ number, cells }) => ({ number: number + 1, cells }));
  expect(read(`sep=;\r\n${SEMICOLONS}`)).toEqual(rows);
});

test.each('|*.^+?()[]\\$-'.split(''))('a first line may name %s as the separator', (sign) => {
  const rows = read(`sep=${sign}\nName${sign}Class\nAsha${sign}V\n`);
  expect(rows).toEqual([
    { number: 2, cells: ['Name', 'Class'] },
    { number: 3, cells: ['Asha', 'V'] },
  ]);
});

test('a title above the headings, and commas in texts, do not hide the semicolons', () => {
  const text =
    'Holidays, 2026-27, both campuses\n\nHoliday;From\nRam, Navami;1-4-2027\nA, b;2-4-2027\nC;';
  expect(read(text)).toEqual([
    { number: 1, cells: ['Holidays, 2026-27, both campuses'] },
    { number: 3, cells: ['Holiday', 'From'] },
    { number: 4, cells: ['Ram, Navami', '1-4-2027'] },
    { number: 5, cells: ['A, b', '2-4-2027'] },
    { number: 6, cells: ['C', null] },
  ]);
});

test.each([
  ['Campus;Class;Annual fee (a year, in four)', 'Nekpur;I;29,700', 'Nekpur;II;31,700'],
  ['Fees, 2026-27;', 'Class;Annual fee (a year, in four)', 'I;29,700'],
  ['Class\tAnnual fee (a year; in four)', 'I\t29,700', 'II\t1,700'],
])('a comma in each row, as in %j, does not hide the separator', (...lines) => {
  const cells = lines.map((line) => line.split(/[;\t](?! )/).map((cell) => cell || null));
  expect(read(lines.join('\r\n'))).toEqual(
    cells.map((row, index) => ({ number: index + 1, cells: row })),
  );
});

test('a semicolon in each row does not hide the commas', () => {
  const text = 'Campus,Name,Subjects; all\nNekpur,A,Physics; Hindi\nNekpur,B,Hindi; English\n';
  expect(read(text)).toContainEqual({ number: 2, cells: ['Nekpur', 'A', 'Physics; Hindi'] });
});

test('rows are counted as a spreadsheet counts them: with empty ones, and a line break in a cell', () => {
  expect(read('A,B\n"1\r\n2",3\n\n4,\n')).toEqual([
    { number: 1, cells: ['A', 'B'] },
    { number: 2, cells: ['1\n2', '3'] },
    { number: 4, cells: ['4', null] },
  ]);
});

test('empty rows are not counted: those that a spreadsheet program saves below a table, and between', () => {
  const empty = ',\n'.repeat(5_200);
  expect(read(`A,B\n1,2\n${empty}`)).toHaveLength(2);
  expect(read(`A,B\n${empty}1,2\n`)).toContainEqual({ number: 5_202, cells: ['1', '2'] });
});

const ENCODING = 'is in an encoding that loses Hindi: save it as "CSV UTF-8", or as .xlsx';

test.each<[string, string | Buffer, (string | undefined)[]]>([
  ['Windows-1252', Buffer.from('A,B\nCaf\u00e9,₹', 'latin1'), [undefined, ENCODING]],
  ['half a letter at its end', Buffer.from('A,B\nआ').subarray(0, -1), [undefined, ENCODING]],
  ['nothing', '', [undefined, 'is empty']],
  ['an open quote', 'A,B\n1,2\n"3,4\n5,6', ['line 3', 'has a quotation mark without its pair']],
  ['a quote inside a cell', 'A,B\n5" pipe,2', ['line 2', 'has a quotation mark without its pair']],
  [
    'a mark of a merge',
    'A,B\n<<<<<<< HEAD\n1,2\n=======\n1,3\n>>>>>>> other\n',
    ['line 2', 'has a mark of a merge: keep one of the versions and remove the marks'],
  ],
  ['a million rows', 'A,B\n'.repeat(1_048_576), [undefined, 'has more than {most} rows']],
])('names %s', (_name, text, error) => {
  expect(read(text)).toEqual(error);
});

test('a cell of 800 KB is read, and one that never ends is named', () => {
  const text = 'x ""y"" '.repeat(100_000);
  expect(read(`A,B\n"${text}",2`)).toHaveLength(2);
  expect(read(`A,B\n"${text}`)).toEqual(['line 2', 'has a quotation mark without its pair']);
});
