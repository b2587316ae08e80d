import http from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { respondWith } from '../support/providers/failures.ts';
import { SAMPLE_PATHS } from '../support/sample-records.ts';
import { siteOfTest, type TestSite } from '../support/site.ts';
import { PROVIDER_LIMITS } from '../../server/provider/provider-limits.ts';
import { LIST_NAMES, PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** 9:30 in India. */
const MORNING = Date.parse('2026-11-20T04:00:00Z');

const LISTS = [
  ...LIST_NAMES.map((name) => PROVIDER_LISTS[name].path('GISNUP', 'alb-f-01')),
  '/api/subGallery?id=alb-n-01',
];

let site: TestSite;
/** Addresses of pictures that a visitor has seen. */
let pictures: string[];

/** Only what the time is: sockets and timers go on as they do. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: MORNING }));
afterEach(() => void vi.useRealTimers());

function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

async function statusOf(path: string): Promise<number> {
  const response = await fetch(site.url + path);
  await response.arrayBuffer();
  return response.status;
}

/** Everything that a visitor may open, with what is not 200. */
async function errorsOf(paths: readonly string[]): Promise<string[]> {
  const statuses = await Promise.all(paths.map(async (at) => [at, await statusOf(at)] as const));
  return statuses
    .filter(([, status]) => status !== 200)
    .map(([path, status]) => `${path}: ${status}`);
}

/** A site that has been visited everywhere, while its provider was well. */
async function startWarm(): Promise<void> {
  site = await siteOfTest({ hasLists: true });
  const album = await (await fetch(`${site.url}/SubGallery?id=alb-f-01`)).text();
  const original = /"(\/api\/image\/drawings\/[^"?]+)"/.exec(album)?.[1] ?? '';
  pictures = [original, `${original}?w=320`];
  expect(await errorsOf([...SAMPLE_PATHS, ...LISTS, ...pictures])).toEqual([]);
}

/** Calls to the provider that have ended, whether it has noticed them or not. */
const endedCalls = (): number => site.lines.filter(({ event }) => event === 'provider-call').length;

/** Visits until no list is old any more; calls take no virtual time. @returns the virtual milliseconds that it took. */
async function untilFresh(): Promise<number> {
  const from = Date.now();
  for (;;) {
    await errorsOf(LISTS);
    await site.settled();
    const { provider, lists } = await site.app.health();
    if (provider === 'up' && lists['stale'] === 0 && lists['failed'] === 0)
      return Date.now() - from;
    if (Date.now() - from > HOUR) throw new Error(`never fresh: ${JSON.stringify(lists)}`);
    later(SECOND);
  }
}

test('C1, C7, C8: whatever goes wrong at the provider, everything that was visited is 200, and fresh within 10 s of its return', async () => {
  await startWarm();
  const errors = [
    'refuse',
    'reset',
    'hang',
    'html',
    'cutJson',
    'dripFeed',
    'nullBody',
    { status: 500 },
    { status: 503 },
    respondWith(429, { 'Retry-After': '120' }),
  ] as const;
  for (const error of errors) {
    await site.provider.fail('all', error);
    const called = endedCalls();
    for (const wait of [61 * SECOND, 6 * SECOND, 10 * MINUTE]) {
      later(wait);
      expect([error, await errorsOf([...SAMPLE_PATHS, ...LISTS, ...pictures])]).toEqual([
        error,
        [],
      ]);
    }
    // What hangs ends when the provider restarts.
    await site.provider.stop();
    await expect.poll(endedCalls).toBeGreaterThan(called);
    await site.provider.heal();
    expect([error, await untilFresh()]).toEqual([
      error,
      expect.toSatisfy((ms: number) => ms <= 10 * SECOND),
    ]);
  }
});

test('C1: pages and lists outlast the provider by a day, pictures by seven', async () => {
  await startWarm();
  await site.provider.stop();
  for (let hour = 0; hour < 24; hour += 4) {
    later(4 * HOUR - 1);
    // Yesterday's birthdays are not shown today.
    const lists = LISTS.filter((path) => !path.includes('birthdays'));
    expect([hour, await errorsOf([...SAMPLE_PATHS, ...lists, ...pictures])]).toEqual([hour, []]);
  }
  later(6 * 24 * HOUR - MINUTE);
  expect(await errorsOf(pictures)).toEqual([]);
});

test.each([{ status: 503 }, 'refuse'] as const)(
  'C7: in two minutes of an outage (%j) a busy site calls the provider at most once per five seconds',
  async (error) => {
    await startWarm();
    later(61 * SECOND);
    await site.provider.fail('all', error);
    await expect
      .poll(async () => (await errorsOf(LISTS), (await site.app.health()).provider))
      .toBe('down');
    await site.settled();
    const before = endedCalls();
    const seen: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      later(SECOND);
      await errorsOf([...LISTS, '/HomeFr', '/SubGallery?id=unseen', '/api/image/unseen.jpg']);
      await site.settled();
      seen.push(endedCalls());
    }
    const perFiveSeconds = seen.map((count, index) => count - (seen[index - 5] ?? before));
    expect(Math.max(...perFiveSeconds)).toBe(1);
    const probes = (120 * SECOND) / PROVIDER_LIMITS.breakerProbeMs;
    expect(endedCalls() - before).toBeLessThanOrEqual(probes + 1);
  },
);

test('C5: who began a shared fetch leaves, and the others get their page, list and picture', async () => {
  site = await siteOfTest();
  const albums = await fetch(`${site.provider.url}/api/gallery/All/GISNUP`);
  const [picture] = /drawings[^"]+/.exec(await albums.text()) ?? [];
  await site.provider.fail('all', { delayMs: 400 });
  const port = Number(new URL(site.url).port);
  for (const path of ['/HomeFr', '/api/news/all/GISNUP', `/api/image/${picture}?w=320`]) {
    const before = site.provider.requests.length;
    const first = http.get({ port, host: '127.0.0.1', path, agent: false });
    first.on('error', () => undefined);
    await expect.poll(() => site.provider.requests.length).toBeGreaterThan(before);
    const others = Array.from({ length: 20 }, () => statusOf(path));
    first.destroy();
    expect([path, new Set(await Promise.all(others))]).toEqual([path, new Set([200])]);
  }
});
