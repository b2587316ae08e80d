import { describe, expect, test } from 'vitest';
import { isFinding, type Kind } from '../../../../../server/content/tables/kind.ts';
import {
  amount,
  campuses,
  day,
  list,
  pdfOrLink,
  text,
  time,
  yes,
} from '../../../../../server/content/tables/kinds.ts';
import type { Cell } from '../../../../../server/content/tables/sheet.ts';
import { ALL_CAMPUSES, CAMPUSES } from '../../../../../shared/campuses.ts';

type Written = Exclude<Cell, null>;

function read<Value>(kind: Kind<Value>, cell: Written): Value | string {
  const reading = kind.read(cell);
  return isFinding(reading) ? reading.text : reading.value;
}

const date = (iso: string) => new Date(`${iso}Z`);

describe('a day', () => {
  test.each<[Written, string]>([
    ['31-10-2026', '2026-10-31'],
    ['31/10/2026', '2026-10-31'],
    ['31.10.2026', '2026-10-31'],
    ['2026-10-31', '2026-10-31'],
    ['2026-10-31 00:00:00', '2026-10-31'],
    ['31-10-2026 0:00', '2026-10-31'],
    ['5/6/2026', '2026-06-05'],
    ['३१-१०-२०२६', '2026-10-31'],
    ['31 October 2026', '2026-10-31'],
    ['31st  Oct 2026', '2026-10-31'],
    ['31-Oct-26', '2026-10-31'],
    ['Saturday, 31 October 2026', '2026-10-31'],
    ['October 31, 2026', '2026-10-31'],
    ['31 अक्टूबर 2026', '2026-10-31'],
    [date('2026-10-31T00:00:00'), '2026-10-31'],
    [date('2026-10-31T18:30:00'), '2026-10-31'],
  ])('%j is %s', (cell, expected) => {
    expect(read(day, cell)).toBe(expected);
  });

  test.each<[Written, string]>([
    ['31/02/2026', 'must be a day that exists, such as 31-10-2026'],
    ['29-02-2027', 'must be a day that exists, such as 31-10-2026'],
    ['10/31/2026', 'has the month before the day: write the day first, 31-10-2026'],
    ['31-10-26', 'must have the year with four digits'],
    ['5 to 7 December 2026', 'must be a day that exists, such as 31-10-2026'],
    ['5-7 December 2026', 'must be a day that exists, such as 31-10-2026'],
    ['October 2026', 'must be a day that exists, such as 31-10-2026'],
    ['2026', 'must be a day that exists, such as 31-10-2026'],
    ['soon', 'must be a day that exists, such as 31-10-2026'],
    [46_326, 'is a number: format the column as Date, or write the day as 31-10-2026'],
    [date('1900-01-05T00:00:00'), 'must be a day that exists, such as 31-10-2026'],
    ['31-10-2206', 'must be a day that exists, such as 31-10-2026'],
    [true, 'must be a day that exists, such as 31-10-2026'],
  ])('%j is an error', (cell, error) => {
    expect(read(day, cell)).toBe(error);
  });
});

describe('a time', () => {
  test.each<[Written, string]>([
    ['7:30', '07:30'],
    ['07:30', '07:30'],
    ['7.30', '07:30'],
    ['7:30 AM', '07:30'],
    ['1:30 p.m.', '13:30'],
    ['12:15 AM', '00:15'],
    ['12 PM', '12:00'],
    ['13:30:00', '13:30'],
    ['७:३० बजे', '07:30'],
    [0.3125, '07:30'],
    [0.319_444_444_444_4, '07:40'],
    [7.3, '07:30'],
    [13.45, '13:45'],
    [8, '08:00'],
    [0.999_99, '00:00'],
    [date('1899-12-31T07:30:00'), '07:30'],
    [date('1899-12-31T13:39:59.999'), '13:40'],
    [date('1904-01-01T07:30:00'), '07:30'],
  ])('%j is %s', (cell, expected) => {
    expect(read(time, cell)).toBe(expected);
  });

  test.each<Written>(['24:00', '7:60', '7', '7:3', 7.5, 7.75, 25, '', date('2026-10-31T07:30:00')])(
    '%j is an error',
    (cell) => {
      expect(read(time, cell)).toBe('must be a time such as 7:30 AM or 13:30');
    },
  );
});

describe('an amount', () => {
  test.each<[Written, number | null]>([
    [29_700, 29_700],
    [29_699.999_999_999_996, 29_700],
    [0, 0],
    ['29,700', 29_700],
    ['29,700.00', 29_700],
    ['₹ 29,700/-', 29_700],
    ['₹29,700', 29_700],
    ['Rs. 29,700', 29_700],
    ['Rs.29700/-', 29_700],
    ['29,700 INR', 29_700],
    ['1,00,000', 100_000],
    ['12,34,567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['रु. २९,७००', 29_700],
    ["'29700", 29_700],
    ['-', null],
    ['–', null],
    ['N/A', null],
  ])('%j is %s', (cell, expected) => {
    expect(read(amount, cell)).toBe(expected);
  });

  test.each<Written>([
    '29.700',
    '29,70',
    '2,97,00',
    '29 700',
    '29700,00',
    '-500',
    -500,
    99.5,
    '6000 or 7000',
    '25,600 (once)',
    'nil',
    '2.97E+04',
    date('1981-04-24T00:00:00'),
    Number.NaN,
  ])('%j is an error, never another number', (cell) => {
    expect(read(amount, cell)).toMatch(/^must be an amount in whole rupees/);
  });
});

test.each<[Written, string]>([
  [5, '5'],
  [2026, '2026'],
  [1.1, '1.1'],
  [0.1 + 0.2, '0.3'],
  [919_876_543_210, '919876543210'],
  [true, 'TRUE'],
  ['Class I to V', 'Class I to V'],
  ['9.2E+11', 'has lost digits: format the column as Text, then type the cell again'],
  ['05-Aug', 'has become a day: format the column as Text, then type the cell again'],
  ['Aug-05', expect.stringContaining('has become a day')],
  [date('2026-08-05T00:00:00'), expect.stringContaining('has become a day')],
])('the text of %j is %s', (cell, expected) => {
  expect(read(text, cell)).toEqual(expected);
});

test('words of a list are found in any letter case and spelling', () => {
  expect(read(campuses, 'nekpur')).toEqual(['NEKPUR']);
  expect(read(campuses, 'फ़र्रुखाबाद')).toEqual(['FARRUKHABAD']);
  expect(read(campuses, ALL_CAMPUSES.toUpperCase())).toEqual(CAMPUSES);
  expect(campuses.read('Kanpur')).toEqual({
    text: 'must be one of {allowed}',
    values: { allowed: expect.stringMatching(/^Farrukhabad, Nekpur, .*(?:Both|All)$/) },
    found: 'Kanpur',
  });
  const found = ['Yes', true, 'हाँ', '✓', 1, 'no'].map((cell) => read(yes, cell));
  expect(found).toEqual([true, true, true, true, true, false]);
});

test('several subjects have semicolons, commas or line breaks between them', () => {
  expect(read(list, 'Physics; Maths,Hindi\nSanskrit;')).toEqual([
    'Physics',
    'Maths',
    'Hindi',
    'Sanskrit',
  ]);
});

test('a document is a PDF or a link', () => {
  expect(read(pdfOrLink, 'noc.pdf')).toEqual({ file: 'noc.pdf' });
  expect(read(pdfOrLink, '/Fees')).toEqual({ href: '/Fees' });
  for (const wrong of ['NOC.PDF', 'noc', 'javascript:alert(1)'])
    expect(read(pdfOrLink, wrong)).toMatch(/^must be the name of a PDF/);
});
