import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { HttpProvider } from '../../../server/provider/http-provider.ts';
import { ListCache } from '../../../server/provider/list-cache.ts';
import {
  COMPLETE_LISTS,
  PROVIDER_LISTS,
  type ListName,
} from '../../../shared/records/provider-lists.ts';
import { PATIENCE, RUNS, SOON } from '../../support/effort.ts';
import { holds } from '../../support/holds.ts';
import type { Failure } from '../../support/providers/failures.ts';
import { providerOfTest } from '../../support/providers/test-provider.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestLog } from '../../support/test-log.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const pathOf = (name: ListName) => PROVIDER_LISTS[name].path('GISNUP', '') as `/${string}`;

const JSON_BODIES = [
  '[]',
  '{}',
  'null',
  '{"data":null}',
  '{"data":[]}',
  '{"success":false,"data":[]}',
  '{"status":503,"data":[]}',
  '{"message":"jwt expired"}',
  '[{"title":"Half',
  '[{"_id":"1","school":"NEKPUR","title":"Other"}]',
  `[${'[]'.repeat(9)}]`,
  `[${Array(200_000).fill('1').join(',')}]`,
];

const bodies = fc.oneof(
  fc.constantFrom(...JSON_BODIES).map((text) => Buffer.from(text)),
  fc.constantFrom('', ' \n', '<html>', 'OK', '\u0000', '\ufeff[]').map((text) => Buffer.from(text)),
  fc.integer({ min: 1, max: 3_000 }).map((length) => randomBytes(length)),
  fc.constant(Buffer.alloc(6 * 1024 * 1024, 0x20)),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => Buffer.from(JSON.stringify([text]))),
);

const ENCODERS = [gzipSync, deflateSync, deflateRawSync, brotliCompressSync];
const encodings = 'gzip|deflate|br|x-gzip|utf-8|none|aws-chunked|zstd|gzip, gzip|,|identity|GZIP';

const headers = fc.record(
  {
    'content-encoding': fc.constantFrom(...encodings.split('|'), 'gzip,'.repeat(9)),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-16',
      'text/html',
      'text/json',
      'image/png',
      'nonsense;;;',
    ),
    'retry-after': fc.constantFrom('5', '99999999', 'soon', 'Sun, 01 Mar 2037 10:01:30 GMT'),
    location: fc.constantFrom('/login', 'https://elsewhere.invalid/', '//', 'http://['),
    'set-cookie': fc.constantFrom('a=b', 'a=b; Path=/; HttpOnly'),
    'content-range': fc.constant('bytes 0-1/9'),
    etag: fc.constant('"1"'),
    'x-long': fc.constantFrom('x'.repeat(9_000), 'x'.repeat(20_000)),
    'transfer-encoding': fc.constant('chunked'),
    connection: fc.constantFrom('close', 'keep-alive'),
  },
  { requiredKeys: [] },
);

const STATUSES =
  '200 201 202 203 204 205 206 207 226 300 301 302 303 304 307 308 400 401 402 403 404 405 406 407 408 409 410 ' +
  '413 418 421 422 425 426 429 431 451 499 500 501 502 503 504 505 507 508 511 520 521 522 523 524 525 526 530 599';

const responses = fc.record({
  status: fc.oneof(
    fc.constant(200),
    fc.constantFrom(...STATUSES.split(' ').map(Number)),
    fc.integer({ min: 200, max: 999 }),
  ),
  headers,
  body: fc.oneof(
    bodies,
    fc.tuple(bodies, fc.constantFrom(...ENCODERS)).map(([body, encode]) => encode(body)),
  ),
  isCut: fc.boolean(),
});

const failures: fc.Arbitrary<Failure> = fc.oneof(
  {
    weight: 19,
    arbitrary: responses.map(({ isCut, ...response }) => ({
      response: { ...response, ...(isCut ? { cut: true as const } : {}) },
    })),
  },
  { weight: 1, arbitrary: fc.constant('reset' as const) },
);

/** A clock of one test: one that has timed out goes on. */
function createClock() {
  let time = Date.parse('2026-11-20T04:00:00Z');
  return { now: () => new Date(time), later: (seconds: number) => (time += seconds * SECOND) };
}

test.each(['news', 'notification', 'highlight'] as const)(
  'W6: no response of the list %s changes what other lists show, or stops calls',
  { timeout: MINUTE * PATIENCE * RUNS },
  async (name) => {
    const { now, later } = createClock();
    const upstream = await providerOfTest({ has: 'nothing' });
    for (const each of COMPLETE_LISTS)
      upstream.setList(each, [{ _id: '1', school: 'NEKPUR', title: each, name: each }]);
    const { log, lines } = createTestLog();
    const limits = { listMs: SOON.timeout, connectMs: SOON.timeout };
    const options = { url: upstream.url, token: null, log, now, limits };
    const provider = new HttpProvider(options);
    const lists = new ListCache({
      provider,
      schoolCode: 'GISNUP',
      log,
      now,
      folder: temporaryFolder(),
    });
    onTestFinished(() => provider.close());
    const others = COMPLETE_LISTS.filter((other) => other !== name);
    async function look(seconds: number) {
      later(seconds);
      for (const each of COMPLETE_LISTS) void lists.get(each);
      await lists.settled();
      return others.map((other) => [other, lists.peek(other)?.state, lists.peek(other)?.version]);
    }
    const expected = await look(0);
    const shown = lists.peek(name)?.version;
    const property = fc.asyncProperty(failures, async (failure) => {
      await upstream.fail(pathOf(name), failure);
      for (const seconds of [61, 6, 6, 6]) {
        const states = await look(seconds);
        expect(states.map(([, state]) => state)).not.toContain('failed');
        expect(provider.state()).toBe('up');
      }
      await upstream.heal();
      expect(await look(61)).toEqual(expected);
      expect(lists.peek(name)).toMatchObject({ state: 'fresh', version: shown });
      lines.length = 0;
    });
    await holds(property, { runs: 15 });
  },
);
