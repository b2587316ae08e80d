import { expect, test } from 'vitest';
import {
  parseListResponse,
  parseSubmissionResponse,
  reportsFailure,
} from '../../../../server/provider/provider-response.ts';

test.each([
  [false, { ok: 1, status: 'success', message: 'failed before, saved now' }],
  [false, { status: 'pending', error: '', errors: [] }],
  [false, 'OK'],
  [true, { Success: 'False', message: 'saved' }],
  [true, { ok: 0 }],
  [true, { success: true, error: 'Mail not sent' }],
  [true, { errorMessage: 'Task timed out after 3.00 seconds', errorType: 'Sandbox.Timedout' }],
  [true, { succeeded: false, message: 'expired' }],
  [true, { IsSuccess: false }],
  [true, { has_error: true }],
  [true, { exc: '["Traceback"]' }],
  [true, { fault: { faultstring: 'Invalid token' } }],
  [false, { id: 1, errorMessage: null, errorType: '', hasErrors: false, exception: null }],
  [false, { errorMessage: 'Success', code: 0 }],
  // Of Contact Form 7, Gravity Forms, Spring, Google Apps Script, MongoDB, ASP.NET, Jira and WeChat.
  [true, { status: 'validation_failed', message: 'One or more fields have an error.' }],
  [true, { status: 'mail_failed' }],
  [true, { is_valid: false, validation_messages: { 1: 'Required' } }],
  [true, { status: 'BAD_REQUEST' }],
  [true, { status: 'Internal Server Error' }],
  [true, { result: 'error' }],
  [true, { acknowledged: false }],
  [true, { ExceptionMessage: 'Object reference not set' }],
  [true, { errorMessages: ['Required'] }],
  [true, { errorCode: 'E001' }],
  [true, { err: 'E11000 duplicate key' }],
  [true, { error_description: 'The token is expired' }],
  [true, { success: 'N' }],
  [true, { failed: true }],
  [true, 0],
  [true, 'error'],
  [false, { errcode: 0, errmsg: 'ok' }],
  [false, { errorCode: '0000', status: 'NO_ERROR' }],
  [false, { errorCode: 200, err: null, failures: [], exc: '' }],
  [false, { status: 'mail_sent', invalid_fields: [] }],
  [false, { result: 0, acknowledged: true, insertedId: '66f0' }],
  [false, { result: 'success', row: 5 }],
  [false, 'Form submitted successfully'],
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
  for (const none of [null, 'Saved again', 7, [{ success: false }], { data: { success: false } }])
    expect(reportsFailure(none), JSON.stringify(none)).toBe(false);
  expect(reportsFailure(false)).toBe(true);
});

/** A JSON response with 200. */
function response(json: object) {
  const bytes = Buffer.from(JSON.stringify(json));
  return { status: 200, contentType: 'application/json', isComplete: true, bytes };
}

test.each([
  { code: 401, msg: 'expired', data: null },
  { statusCode: 401, data: [] },
  { http_status: '401', data: [] },
  { status: '401 UNAUTHORIZED', data: [] },
  { responseCode: 401, data: [] },
  { data: null, error: { status: 401, name: 'UnauthorizedError', message: 'expired' } },
  { error: { code: 401, status: 'UNAUTHENTICATED' }, data: [] },
  { errors: [{ status: '401', title: 'Unauthorized' }], data: [] },
  { meta: { code: 401 }, data: [] },
  { message: 'jwt expired', data: [] },
  { msg: 'Invalid token', data: null },
  { message: 'Unauthenticated.', data: [] },
  { detail: 'Authentication credentials were not provided.', data: [] },
  { success: false, message: 'No token provided', data: [] },
  { status: 'fail', message: 'Your session has expired', data: [] },
  { errors: [{ message: 'Token expired.' }], data: null },
])('O6: the status in %j is that of the response, of a submission and of a list', (json) => {
  const error = expect.objectContaining({ kind: 'status', status: 401 }) as unknown;
  expect(() => parseSubmissionResponse(response(json))).toThrow(error);
  expect(() => parseListResponse(response(json))).toThrow(error);
});

test.each([
  { code: 200, data: [] },
  { code: 0, data: [] },
  { code: 'A-401', data: [] },
  { success: true, message: 'Your token is not required here', data: [] },
  { message: 'Session 2026-27: no fee is required', data: [] },
  { message: 'Received. The session has not begun: we will call', data: [] },
  { message: 'The admission token 401 is yours', data: [] },
  { _id: '66f0', message: 'The app says: invalid token', data: [] },
  { phone: '9876543210', message: 'I am not authorised', data: [] },
])('O6: %j reports no failure', (json) => {
  expect(parseSubmissionResponse(response(json))).toEqual(json);
  expect(parseListResponse(response(json))).toEqual(json);
});

test.each(['{"data":[1]}0', '{"data":[1]}\n-1', '{"data":[1]}1 <!-- cached -->'])(
  'O6: what WordPress writes behind the JSON is left out: %s',
  (text) => {
    const answer = { ...response({}), bytes: Buffer.from(text) };
    expect(parseListResponse(answer)).toEqual({ data: [1] });
  },
);
