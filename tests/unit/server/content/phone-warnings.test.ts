import { expect, test } from 'vitest';
import { phoneWarnings } from '../../../../server/content/phone-warnings.ts';
import { formatProblem } from '../../../../server/content/problem.ts';

test.each<[string, number | null]>([
  ['+91-5692-000000', null],
  ['05692-000000', null],
  ['5692 000000', null],
  ['+91 98765 43210', null],
  ['1800-123-4567', null],
  ['1800 1234 567', null],
  ['1860 123 4567', null],
  ['+1 212 555 0100', null],
  ['+91-5692-0000000', 11],
])('%s has %s digits that are wrong', (text, digits) => {
  const mention = { file: 'site.json', at: 'campuses.NEKPUR.phones.0.phone', text };
  expect(phoneWarnings([mention]).map(({ values }) => values?.['digits'])).toEqual(
    digits === null ? [] : [String(digits)],
  );
});

const DIGITS = 'has 9 digits after +91; a number of India has 10, with its area code, but is';

test.each<[string, string, string, string[]]>([
  ['contacts.csv', 'row 2, column D (Phone)', '05692-00000', ['05692-00000']],
  ['contacts.csv', 'row 2, column D (फ़ोन)', '05692-000000; 9876 54321', ['9876 54321']],
  ['contacts.csv', 'row 2, column C (Name)', '05692-00000', []],
  ['site.json', 'security.contacts.0', 'tel:+91569200000', ['tel:+91569200000']],
  ['site.json', 'security.contacts.0', 'tel:112', []],
  ['site.json', 'security.contacts.0', 'tel:+12125550100', []],
  ['disclosure.csv', 'row 9, column J (Document)', 'tel:569200000', ['tel:569200000']],
  ['disclosure.csv', 'row 9, column F (Text 2)', '+91-5692-00000', ['+91-5692-00000']],
  ['facts.csv', 'row 3, column C (Text)', 'Call +91 9876 54321.', ['+91 9876 54321']],
  ['facts.csv', 'row 3, column C (Text)', 'Call +91 98765 43210 in 2026.', []],
  ['pages/sports.md', '', 'tel:+915692000000', []],
])('in %s, %s, %s has the wrong numbers %j', (file, at, text, numbers) => {
  expect(phoneWarnings([{ file, at, text }]).map(formatProblem)).toEqual(
    numbers.map((number) => `${[file, at].filter(Boolean).join(': ')}: ${DIGITS} ${number}`),
  );
});

test('the cell beside "Contact number" is a telephone number', () => {
  const row = (label: string, text: string) => [
    { file: 'disclosure.csv', at: 'row 9, column E (Text 1)', text: label },
    { file: 'disclosure.csv', at: 'row 9, column F (Text 2)', text },
  ];
  expect(phoneWarnings(row('Contact number', '05692-00000'))).toHaveLength(1);
  expect(phoneWarnings(row('Contact number', '05692-000000'))).toEqual([]);
  expect(phoneWarnings(row('Affiliation number', '2132456'))).toEqual([]);
});
