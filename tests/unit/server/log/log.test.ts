import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createLog, type RequestLine } from '../../../../server/log/log.ts';
import { LOG_EVENTS, logEventsDocument } from '../../../../server/log/log-events.ts';

/** What a logger writes, line by line, with the times taken out. */
function collector() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trimEnd().split('\n'))
        lines.push(line.replace(/"time":"[\d-]{10}T[\d:.]{12}Z"/, '"time":""'));
      done();
      stream.emit('line');
    },
  });
  return { stream, lines };
}

const REQUEST: RequestLine = {
  event: 'request',
  requestId: 'c0ffee00-0000-4000-8000-000000000000',
  method: 'GET',
  path: '/HomeFr',
  status: 200,
  durationMs: 0.4,
  bytes: 11_234,
  cache: 'hit',
};

test.each([
  ['a cached page', {}],
  ['a fault of ours', { status: 500, cache: undefined }],
  [
    'a path that would end its text',
    { path: '/a"b\\c\n\u0007\u2028</script>नेकपुर\ud800', method: 'M"' },
  ],
  ['an odd cache word', { cache: 'fwd=miss; stored "x"' }],
])('R-261: the line of %s is the one that pino would write', async (_what, change) => {
  const line: RequestLine = { ...REQUEST, ...change };
  const ours = collector();
  createLog({ level: 'info', destination: ours.stream }).request(line);
  await once(ours.stream, 'line');
  const theirs = collector();
  const logger = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    theirs.stream,
  );
  if (line.status >= 500) logger.error(line);
  else logger.info(line);
  expect(ours.lines).toEqual(theirs.lines);
  expect(JSON.parse(ours.lines[0] ?? '')).toMatchObject({ path: line.path });
});

test('a field that is not allowed is left out, whoever passes it', async () => {
  const { stream, lines } = collector();
  const fields = { event: 'stopping', signal: 'SIGTERM', phone: '9876543210' } as const;
  createLog({ level: 'info', destination: stream }).info(fields);
  if (lines.length === 0) await once(stream, 'line');
  expect(lines.join()).toContain('SIGTERM');
  expect(lines.join()).not.toContain('9876543210');
});

test('docs/log-events.md is the table of the code: npm run docs', () => {
  expect(readFileSync('docs/log-events.md', 'utf8')).toBe(logEventsDocument());
  for (const [name, { meaning }] of Object.entries(LOG_EVENTS))
    expect([name, meaning.length > 10]).toEqual([name, true]);
});
