import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { LogFields, RequestLine } from '../../../../server/log/log.ts';
import { logEventsDocument } from '../../../../server/log/log-events.ts';
import { createTestLog } from '../../../support/test-log.ts';

const REQUEST: RequestLine = {
  event: 'request',
  requestId: 'c0ffee00-0000-4000-8000-000000000000',
  method: 'GET',
  path: '/a"b\\c\n</script>नेकपुर',
  status: 200,
  durationMs: 0.4,
  bytes: 11_234,
  cache: 'hit',
};

test.each([
  [200, 'info'],
  [404, 'info'],
  [500, 'error'],
])('R-261: a request with status %i is one JSON line of level %s', (status, level) => {
  const { log, lines } = createTestLog();
  log.request({ ...REQUEST, status });
  const time = expect.stringMatching(/^[\d-]{10}T[\d:.]{12}Z$/) as unknown;
  expect(lines).toEqual([{ level, time, ...REQUEST, status }]);
});

const FIELDS =
  'requestId method path route status durationMs bytes cache list rows fields schools categories cause remedy attempt ' +
  'retryInMs reference form campus state from to url port adminPort provider pid node version signal count failed ' +
  'pending folder file stack checks';

test.each(['debug', 'info', 'warn', 'error', 'fatal'] as const)(
  'S14: at level %s the allowed fields are written, and no other',
  (level) => {
    const { log, lines } = createTestLog();
    const allowed = Object.fromEntries(FIELDS.split(' ').map((field, at) => [field, at]));
    const fields: LogFields = { event: 'stopping', ...allowed };
    log[level](Object.assign({ phone: '9876543210' }, fields));
    expect(lines).toEqual([{ level, time: expect.any(String), ...fields }]);
  },
);

test('docs/log-events.md is the table of the code: npm run docs', () => {
  expect(readFileSync('docs/log-events.md', 'utf8')).toBe(logEventsDocument());
});
