import { expect, test } from 'vitest';
import { phoneFindings } from '../../../../server/content/phone-warnings.ts';

test.each<[string, number | null]>([
  ['+91-5692-000000', null],
  ['05692-000000', null],
  ['5692 000000', null],
  ['+91 98765 43210', null],
  ['1800-123-4567', null],
  ['1800 1234 567', null],
  ['+1 212 555 0100', null],
  ['05692-00000', 9],
  ['+91-5692-0000000', 11],
  ['+91 9876 54321', 9],
])('%s has %s digits that are wrong', (text, digits) => {
  const mention = { file: 'site.json', at: 'campuses.NEKPUR.phones.0.phone', text };
  expect(phoneFindings([mention]).map(({ values }) => values?.['digits'])).toEqual(
    digits === null ? [] : [String(digits)],
  );
});
