import { readdirSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSite, type TestSite } from '../support/site.ts';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { PROVIDER_LIMITS } from '../../server/provider/provider.ts';
import { LIST_NAMES, PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** 9:30 in India. */
const MORNING = Date.parse('2026-11-20T04:00:00Z');

const PAGES = [
  ...PAGE_ADDRESSES.filter(({ page }) => page.subject === null).map(({ path }) => path),
  '/SubGallery?id=alb-f-01',
  '/nekhpur/SubGallery?id=alb-n-01',
];
const LISTS = [
  ...LIST_NAMES.map((name) => PROVIDER_LISTS[name].path('GISNUP', 'alb-f-01')),
  '/api/subGallery?id=alb-n-01',
];

let site: TestSite;
/** Addresses of pictures that a visitor has seen. */
let pictures: string[];

/** Only what the time is: sockets and timers go on as they do. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: MORNING }));
afterEach(async () => {
  await site.close();
  vi.useRealTimers();
});

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
  const statuses = await Promise.all(
    paths.map(async (path) => [path, await statusOf(path)] as const),
  );
  return statuses
    .filter(([, status]) => status !== 200)
    .map(([path, status]) => `${path}: ${status}`);
}

/** A site that has been visited everywhere, while its provider was well. */
async function startWarm(): Promise<void> {
  site = await startSite({ prewarm: true });
  const album = await (await fetch(`${site.url}/SubGallery?id=alb-f-01`)).text();
  const original = /"(\/api\/image\/drawings\/[^"?]+)"/.exec(album)?.[1] ?? '';
  pictures = [original, `${original}?w=320`];
  expect(await errorsOf([...PAGES, ...LISTS, ...pictures])).toEqual([]);
}

/** Calls to the provider that have ended, whether it has noticed them or not. */
function endedCalls({ lines }: TestSite): number {
  return lines.filter(({ event }) => event === 'provider-call').length;
}

/** Those that it has noticed and those that have ended; grows with each call. */
function callsOf(of: TestSite): number {
  return of.provider.requests.length + endedCalls(of);
}

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

/** Files of the provider's albums. */
async function sampleFiles(): Promise<string[]> {
  const response = await fetch(`${site.provider.url}/api/gallery/All/GISNUP`);
  const rows = (await response.json()) as { attachments: string[] }[];
  return rows.flatMap(({ attachments }) => attachments);
}

/** Ends what hangs at the provider, as a restart of it does. */
async function restartProvider(): Promise<void> {
  await site.provider.stop();
  await site.provider.heal();
  await site.provider.start();
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
    { status: 429, retryAfterSeconds: 120 },
  ] as const;
  for (const error of errors) {
    await site.provider.fail('all', error);
    const called = callsOf(site);
    for (const wait of [61 * SECOND, 6 * SECOND, 10 * MINUTE]) {
      later(wait);
      expect([error, await errorsOf([...PAGES, ...LISTS, ...pictures])]).toEqual([error, []]);
    }
    await expect.poll(() => callsOf(site)).toBeGreaterThan(called);
    await restartProvider();
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
    expect([hour, await errorsOf([...PAGES, ...lists, ...pictures])]).toEqual([hour, []]);
  }
  later(6 * 24 * HOUR - MINUTE);
  expect(await errorsOf(pictures)).toEqual([]);
  await site.provider.start();
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
    const attempts = () => endedCalls(site);
    await site.settled();
    const before = attempts();
    const seen: number[] = [];
    for (let second = 0; second < 120; second += 1) {
      later(SECOND);
      await errorsOf([...LISTS, '/HomeFr', '/SubGallery?id=unseen', '/api/image/unseen.jpg']);
      await site.settled();
      seen.push(attempts());
    }
    const perFiveSeconds = seen.map((count, index) => count - (seen[index - 5] ?? before));
    expect(Math.max(...perFiveSeconds)).toBe(1);
    expect(attempts() - before).toBeLessThanOrEqual(
      120 / (PROVIDER_LIMITS.breakerProbeMs / SECOND) + 1,
    );
    await site.provider.heal();
  },
);

test('C5: who began a shared fetch leaves, and the others get their page, list and picture', async () => {
  site = await startSite();
  await site.provider.fail('all', { delayMs: 400 });
  const port = Number(new URL(site.url).port);
  const [picture] = await sampleFiles();
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

test('C11: albums that visitors name push out neither the lists nor fill the folder', async () => {
  site = await startSite();
  await statusOf('/api/news/GISNUP');
  const large = 'x'.repeat(15_000);
  site.provider.setList(
    'subGallery',
    Array.from({ length: 10 }, (_, index) => ({
      _id: `a${index}`,
      school: 'NEKPUR',
      category: 'PhotoGallery',
      title: 'Album',
      description: large,
    })),
  );
  // Those that a gallery names: others are requested ten times a minute.
  site.provider.setList(
    'galleryAll',
    Array.from({ length: 120 }, (_, index) => ({
      _id: `large-${index}`,
      school: 'NEKPUR',
      category: 'PhotoGallery',
      title: 'Album',
    })),
  );
  for (const path of ['/api/gallery/All/GISNUP', '/api/gallery/GISNUP']) await statusOf(path);
  const folder = join(site.cache, 'lists');
  for (let index = 0; index < 120; index += 1)
    expect(await statusOf(`/api/subGallery?id=large-${index}`)).toBe(200);
  // 8 MiB hold 55 albums of 150 kB.
  const { lists } = await site.app.health();
  expect(Object.values(lists).reduce((sum, count) => sum + count)).toBeLessThan(60);
  await site.settled();
  expect(readdirSync(folder).length).toBeLessThan(60);

  site.provider.setList('subGallery', []);
  const before = readdirSync(folder).length;
  for (let index = 0; index < 10; index += 1)
    expect(await statusOf(`/api/subGallery?id=unknown-${index}`)).toBe(200);
  for (let index = 10; index < 100; index += 1)
    expect(await statusOf(`/api/subGallery?id=unknown-${index}`)).toBe(503);
  await site.settled();
  expect(readdirSync(folder).length).toBeLessThanOrEqual(before);
  await site.provider.stop();
  expect(await statusOf('/api/news/GISNUP')).toBe(200);
  await site.provider.start();
});
