import { readFileSync } from 'node:fs';
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
import type { LogFields } from '../../../../server/log/log.ts';
import { logEventsDocument } from '../../../../server/log/log-events.ts';
import { logRequests } from '../../../../server/log/request-log.ts';
import { createTestLog } from '../../../support/test-log.ts';

const TIME = /^[\d-]{10}T[\d:.]{12}Z$/;

test.each([
  [200, 'info'],
  [404, 'info'],
  [500, 'error'],
])('R-261: a request with status %i is one JSON line of level %s', async (status, level) => {
  const { log, lines } = createTestLog();
  const app = express().use(logRequests(log), (_, res) => void res.status(status).send('ok'));
  await request(app).get('/path?query').set('X-Request-Id', 'c0ffee00');
  const exact = { event: 'request', requestId: 'c0ffee00', method: 'GET', path: '/path', bytes: 2 };
  const measured = { time: expect.stringMatching(TIME), durationMs: expect.any(Number) } as object;
  await expect.poll(() => lines).toEqual([{ level, status, ...exact, ...measured }]);
});

const FIELDS =
  'requestId method path route status durationMs bytes cache list rows fields examples cause remedy attempt ' +
  'retryInMs reference form campus state from to url port adminPort provider pid node version signal count failed ' +
  'folder file stack';

test.each(['debug', 'info', 'warn', 'error', 'fatal'] as const)(
  'S14: at level %s the allowed fields are written, and no other',
  (level) => {
    const { log, lines } = createTestLog();
    const text = 'a"b\\c\n</script>नेकपुर';
    const allowed = Object.fromEntries(FIELDS.split(' ').map((field, at) => [field, at + text]));
    const fields: LogFields = { event: 'stopping', ...allowed };
    log[level](Object.assign({ phone: '9876543210' }, fields));
    expect(lines).toEqual([{ level, time: expect.any(String), ...fields }]);
  },
);

test('docs/log-events.md is the table of the code: npm run docs', () => {
  expect(readFileSync('docs/log-events.md', 'utf8')).toBe(logEventsDocument());
});
