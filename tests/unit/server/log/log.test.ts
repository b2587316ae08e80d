import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLog, type RequestLine } from '../../../../server/log/log.ts';
import { logEventsDocument } from '../../../../server/log/log-events.ts';

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

function collector() {
  const lines: unknown[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { log: createLog({ level: 'info', destination }), lines };
}

test.each([
  [200, 'info'],
  [404, 'info'],
  [500, 'error'],
])('R-261: a request with status %i is one JSON line of level %s', (status, level) => {
  const { log, lines } = collector();
  log.request({ ...REQUEST, status });
  const time = expect.stringMatching(/^[\d-]{10}T[\d:.]{12}Z$/) as unknown;
  expect(lines).toEqual([{ level, time, ...REQUEST, status }]);
});

test('S14: a field that is not allowed is not written', () => {
  const { log, lines } = collector();
  const fields = { event: 'stopping', signal: 'SIGTERM', phone: '9876543210' } as const;
  log.info(fields);
  expect(lines).toMatchObject([{ event: 'stopping', signal: 'SIGTERM' }]);
  expect(JSON.stringify(lines)).not.toContain('9876543210');
});

test('docs/log-events.md is the table of the code: npm run docs', () => {
  expect(readFileSync('docs/log-events.md', 'utf8')).toBe(logEventsDocument());
});
