import { expect, test } from 'vitest';
import { reportsFailure } from '../../../../server/provider/provider-response.ts';

test.each([
  [false, { ok: 1, status: 'success', message: 'failed before, saved now' }],
  [false, { status: 200, data: { success: false } }],
  [false, { status: 'pending', error: '', errors: [] }],
  [false, 'OK'],
  [true, { Success: 'False', message: 'saved' }],
  [true, { ok: 0 }],
  [true, { success: true, error: 'Mail not sent' }],
])('R-181: it is %s that %j reports a failure', (expected, json) => {
  expect(reportsFailure(json)).toBe(expected);
});

test.each(['false', 'no', '0', 'fail', 'failed', 'failure', 'error', 'err', 'rejected'])(
  'O6: a verdict of "%s" is a failure, in any letter case',
  (word) => {
    for (const text of [word, word.toUpperCase(), ` ${word}\n`])
      for (const field of ['success', 'OK', 'status'])
        expect(reportsFailure({ [field]: text }), `${field}: ${text}`).toBe(true);
  },
);

test('O6: an empty value in an error field is no failure, any other value is', () => {
  for (const nothing of ['', 'false', 'No', '0', 0, 'null', 'NONE', 'nil', null, false, [], {}])
    expect(reportsFailure({ error: nothing }), JSON.stringify(nothing)).toBe(false);
  for (const something of ['x', 'yes', 1, true, ['x'], { code: 1 }])
    expect(reportsFailure({ errors: something }), JSON.stringify(something)).toBe(true);
  for (const none of [null, 'failed', 7, [{ success: false }], { data: { success: false } }])
    expect(reportsFailure(none), JSON.stringify(none)).toBe(false);
  expect(reportsFailure(false)).toBe(true);
});
