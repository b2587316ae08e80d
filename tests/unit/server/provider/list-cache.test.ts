import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HttpProvider, type Provider } from '../../../../server/provider/http-provider.ts';
import { ListCache } from '../../../../server/provider/list-cache.ts';
import { respondWith } from '../../../support/providers/failures.ts';
import { providerOfTest, type TestProvider } from '../../../support/providers/test-provider.ts';
import type { ListName } from '../../../../shared/records/provider-lists.ts';
import { cpuNow } from '../../../support/cpu.ts';
import { SOON } from '../../../support/effort.ts';
import { createTestLog, silentLog } from '../../../support/test-log.ts';
import { removeFolder, temporaryFolder } from '../../../support/temporary-folder.ts';

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

let upstream: TestProvider;
let provider: Provider;
let folder: string;
const { log, lines } = createTestLog();
let time: number;
let caches: ListCache[];

beforeEach(async () => {
  time = Date.parse('2026-11-20T06:00:00Z');
  lines.length = 0;
  caches = [];
  folder = temporaryFolder();
  upstream = await providerOfTest();
  upstream.setList('news', NEWS);
  provider = openProvider(1_000);
});

afterEach(async () => {
  // What they still write belongs to no other test.
  for (const lists of caches) await lists.settled();
  await provider.close();
});

function openProvider(breakerFailures: number): Provider {
  // A busy machine may be late.
  const limits = { breakerFailures, listMs: SOON.timeout, connectMs: SOON.timeout };
  return new HttpProvider({ url: upstream.url, token: null, log: silentLog, limits });
}

function cache(maxListBytes = 60 * 1024 * 1024): ListCache {
  const now = () => new Date(time);
  const lists = new ListCache({ provider, schoolCode: 'GISNUP', log, now, folder, maxListBytes });
  caches.push(lists);
  return lists;
}

/** A cache that has the news. */
async function cacheOfNews(rows: unknown = NEWS, maxListBytes?: number): Promise<ListCache> {
  upstream.setList('news', rows);
  const lists = cache(maxListBytes);
  await lists.get('news');
  return lists;
}

/** Visits an album until it is on the disk. */
async function visitAlbum(lists: ListCache, id = 'alb-f-01'): Promise<void> {
  await lists.get('subGallery', id);
  await lists.settled();
}

function requestsOf(path: string): number {
  return upstream.requests.filter(({ url }) => url === path).length;
}

/** Fetches lists that are due after so many seconds. */
async function refreshedAfter(seconds: number, lists: ListCache, ...names: ListName[]) {
  time += seconds * SECOND;
  for (const name of names) await lists.get(name);
  await lists.settled();
}

const refreshed = (lists: ListCache, ...names: ListName[]) => refreshedAfter(61, lists, ...names);

/** Lines of these events. */
function logged(...events: string[]) {
  return lines.filter(({ event }) => events.includes(event));
}

const NEWS = [
  { _id: 'n1', school: 'NEKPUR', category: 'News', title: 'Winter timing', fromDate: '2026-11-19' },
];

const OTHER_NEWS = { ...NEWS[0], _id: 'n2' };

/** A list of one row, whose title has this length. */
const titled = (length: number) => [{ ...NEWS[0], description: 'x'.repeat(length) }];

test('C4, R-258: a thousand concurrent misses of a list make one request to the provider', async () => {
  const lists = cache();
  const responses = await Promise.all(Array.from({ length: 1_000 }, () => lists.get('news')));
  expect(requestsOf('/api/news/GISNUP')).toBe(1);
  expect(new Set(responses.map(({ version }) => version)).size).toBe(1);
  expect(responses[0]?.rows.length).toBeGreaterThan(0);
});

test('C6: a stale list is returned at once, and refreshed once in the background', async () => {
  const lists = await cacheOfNews();
  upstream.setList('news', [{ ...NEWS[0], title: 'Summer timing' }]);
  time += 61 * SECOND;
  for (let call = 0; call < 50; call += 1)
    expect((await lists.get('news')).rows[0]?.title).toBe('Winter timing');
  await lists.settled();
  expect(requestsOf('/api/news/GISNUP')).toBe(2);
  expect(lists.peek('news')?.rows[0]?.title).toBe('Summer timing');
});

test.each(['reset', 'html', { status: 404 }] as const)(
  'C10, R-243: an error (%j) never replaces a good copy, also after a restart, and is one line for each attempt',
  async (error) => {
    const lists = await cacheOfNews();
    await upstream.fail('all', error);
    await refreshed(lists, 'news');
    expect(lists.peek('news')).toMatchObject({ state: 'stale', rows: NEWS });
    expect(logged('list-failed')).toMatchObject([{ list: 'news', level: 'error' }]);
    const restarted = cache();
    await restarted.settled();
    expect(restarted.peek('news')).toMatchObject({ rows: NEWS });
    await upstream.heal();
    await refreshed(lists, 'news');
    expect(lists.peek('news')).toMatchObject({ state: 'fresh' });
  },
);

describe('a list that the provider says is not there', () => {
  const EMPTY = { 'content-type': 'application/json' };
  const LIST = '/api/news/GISNUP';

  test.each([
    { status: 404 },
    respondWith(404, EMPTY, '{"success":false,"message":"No records found"}'),
    respondWith(200, EMPTY, '{"status":404,"data":[]}'),
    respondWith(200, EMPTY, '{"success":false,"message":"No data found","data":[]}'),
    'nullBody',
  ] as const)(
    'W7: is empty after two such responses (%j), while others respond',
    async (failure) => {
      const lists = await cacheOfNews();
      await lists.get('events');
      await upstream.fail(LIST, failure);
      await refreshed(lists, 'news');
      expect(lists.peek('news')).toMatchObject({ state: 'stale', rows: NEWS });
      // Another list is fetched too.
      await lists.settled();
      await refreshedAfter(5, lists, 'news');
      expect(lists.peek('news')).toMatchObject({ state: 'fresh', rows: [] });
      expect(logged('list-not-found')).toMatchObject([{ level: 'warn', list: 'news' }]);
      await refreshed(lists, 'news');
      expect(lists.peek('news')).toMatchObject({ state: 'fresh', rows: [] });
      expect(logged('list-not-found')).toHaveLength(1);
      await upstream.heal();
      await refreshed(lists, 'news');
      expect(lists.peek('news')).toMatchObject({ rows: NEWS });
    },
  );

  test('C10: stays while all others are not there either, and while it fails otherwise in between', async () => {
    const lists = await cacheOfNews();
    await lists.get('events');
    await upstream.fail('all', { status: 404 });
    for (let minute = 0; minute < 5; minute += 1) await refreshed(lists, 'news', 'events');
    expect(lists.peek('news')).toMatchObject({ state: 'stale', rows: NEWS });
    await upstream.heal();
    await refreshed(lists, 'news', 'events');
    for (const failure of [{ status: 404 }, { status: 500 }, { status: 404 }] as const) {
      await upstream.fail(LIST, failure);
      await refreshed(lists, 'news', 'events');
      expect(lists.peek('news')).toMatchObject({ state: 'stale', rows: NEWS });
    }
    expect(logged('list-not-found')).toEqual([]);
  });

  test('C14: stays if it needs the token and reports a failure as all lists with the token do', async () => {
    const lists = cache();
    const closed = ['notification', 'onlineRegistration', 'principalMessage'] as const;
    await refreshed(lists, 'news', ...closed);
    const rows = lists.peek('notification')?.rows ?? [];
    expect(rows.length).toBeGreaterThan(0);
    const report = respondWith(200, EMPTY, '{"success":false,"message":"jwt expired","data":[]}');
    await upstream.fail(/notification|onlineRegistration|principalMessage/, report);
    for (let minute = 0; minute < 3; minute += 1) await refreshed(lists, 'news', ...closed);
    expect(lists.peek('notification')).toMatchObject({ state: 'stale', rows });
  });

  test('is empty from a start on', async () => {
    await upstream.fail(LIST, { status: 404 });
    const lists = cache();
    await refreshed(lists, 'events', 'news');
    expect(lists.peek('news')).toMatchObject({ state: 'failed' });
    await refreshedAfter(5, lists, 'news');
    expect(lists.peek('news')).toMatchObject({ state: 'fresh', rows: [] });
  });
});

test('C3: a list that never arrived is a failed one without rows, requested again after five seconds', async () => {
  await upstream.fail('all', { status: 503 });
  const lists = cache();
  expect(await lists.get('events')).toMatchObject({ state: 'failed', rows: [], version: 'failed' });
  await lists.get('events');
  await lists.settled();
  expect(requestsOf('/api/events/GISNUP')).toBe(1);
  time += 5 * SECOND;
  expect((await lists.get('events')).state, 'during the next fetch').toBe('failed');
  await lists.settled();
  expect(requestsOf('/api/events/GISNUP')).toBe(2);
  await refreshedAfter(-DAY / SECOND, lists, 'events');
  expect(requestsOf('/api/events/GISNUP'), 'the clock was set back').toBe(3);
  expect(lists.peek('events')?.state).toBe('failed');
  await upstream.heal();
  await refreshed(lists, 'events');
  expect(lists.peek('events')?.state).toBe('fresh');
});

test('C2: after a restart without the provider the last good lists are there, and a torn file is left out with a log line', async () => {
  const first = await cacheOfNews();
  await visitAlbum(first);
  await upstream.stop();
  writeFileSync(join(folder, 'torn.json'), '{"name":"news","rows":[');
  const second = cache();
  await second.settled();
  expect(logged('snapshot-unreadable')).toMatchObject([{ level: 'warn', file: 'torn.json' }]);
  expect(second.peek('news')).toMatchObject({ state: 'stale', rows: [{ title: 'Winter timing' }] });
  expect(second.peek('subGallery', 'alb-f-01')?.rows).toHaveLength(1);
});

test("R-096: birthdays are requested once a minute; yesterday's are never today's, even while the provider is down", async () => {
  upstream.setList('birthdays', [
    { school: 'NEKPUR', category: 'Student', name: 'Aarav', class: 'V' },
  ]);
  const lists = cache();
  // Midnight in India is at 18:30.
  time = Date.parse('2026-11-20T18:29:00Z');
  for (const seconds of [0, 30, 29]) {
    time += seconds * SECOND;
    expect((await lists.get('birthdays')).rows).toHaveLength(1);
  }
  expect(requestsOf('/api/birthdays/GISNUP')).toBe(1);
  await upstream.fail('all', { status: 500 });
  time += SECOND;
  expect(await lists.get('birthdays')).toMatchObject({ state: 'failed', rows: [] });
});

test('problems of a list are logged once, and again after a change or a restart', async () => {
  const rows = [
    ...NEWS,
    { school: 'NEKPUR', category: 'News', title: 'Undated', fromDate: 'soon' },
    { school: 'KANPUR', category: 'News', title: 'Hidden' },
    { school: 'NEKPUR', category: 'News' },
  ];
  const problems = () =>
    logged('rows-dropped', 'rows-hidden', 'unread-dates').map(({ event, count }) => [event, count]);
  const lists = await cacheOfNews(rows);
  const first = ['rows-dropped', 'rows-hidden', 'unread-dates'].map((event) => [event, 1]);
  expect(problems()).toEqual(first);
  expect(logged('unread-dates')).toMatchObject([{ list: 'news', rows: 3, examples: ['soon'] }]);
  async function refresh(list: readonly unknown[]): Promise<void> {
    upstream.setList('news', list);
    await refreshed(lists, 'news');
  }
  await refresh(rows);
  expect(problems(), 'nothing has changed').toEqual(first);
  await refresh([OTHER_NEWS, ...rows]);
  expect(problems(), 'the list has changed').toEqual([...first, ...first]);
  await upstream.fail('all', 'reset');
  await refresh([]);
  await upstream.heal();
  await refresh([OTHER_NEWS, ...rows]);
  expect(problems(), 'the same after an outage').toEqual([...first, ...first]);
  const second = cache();
  await second.get('news');
  await second.settled();
  expect(problems()).toEqual([...first, ...first, ...first]);
});

test('C11: a list without capacity is logged, its older copy and all others stay, and it is taken when there is capacity', async () => {
  upstream.setList('newsAll', titled(10_000));
  const lists = cache(25_000);
  const rowsOf = async (name: 'news' | 'newsAll') => (await lists.get(name)).rows;
  const [older, other] = [await rowsOf('news'), await rowsOf('newsAll')];
  const renew = async (name: ListName) => {
    time += 61 * SECOND;
    await lists.renew(name, '', { maxAgeMs: SECOND });
  };
  upstream.setList('news', titled(20_000));
  await renew('news');
  const pauseMs = lists.refreshIfDue('news') - time;
  expect(pauseMs, 'the next response is probably too large too').toBe(60 * SECOND);
  await renew('news');
  const remedy = expect.stringContaining('docs/operations.md#memory');
  const line = { list: 'news', state: 'stale', cause: 'no-capacity', remedy };
  expect(logged('list-failed')).toMatchObject([line, line]);
  expect([await rowsOf('news'), await rowsOf('newsAll')]).toEqual([older, other]);
  upstream.setList('newsAll', NEWS);
  await renew('newsAll');
  await renew('news');
  expect(await rowsOf('news')).toMatchObject([{ description: expect.stringMatching(/^x{100}/) }]);
});

test('callbacks know whether a list is the first one or changed; an unchanged list keeps version and rows', async () => {
  const taken: unknown[] = [];
  function open(): ListCache {
    const lists = cache();
    lists.onListUpdated(() => undefined);
    lists.onListUpdated(({ name, records, isNew }) => {
      taken.push([name, records.NEKPUR.length, isNew]);
    });
    return lists;
  }
  const lists = open();
  const { version } = await lists.get('news');
  await refreshed(lists, 'news');
  expect(lists.peek('news')).toMatchObject({ version, state: 'fresh' });
  upstream.setList('news', [...NEWS, OTHER_NEWS]);
  await refreshed(lists, 'news');
  await refreshed(open(), 'news');
  expect(taken).toEqual([
    ['news', 1, true],
    ['news', 1, false],
    ['news', 2, true],
    ['news', 2, true],
  ]);
});

test('a list is renewed when it is older than that, and after a failure only when its pause is over', async () => {
  const lists = cache();
  async function expectRequests(afterMs: number, count: number, why: string): Promise<void> {
    time += afterMs;
    await lists.renew('news', '', { maxAgeMs: 10 * SECOND });
    expect(requestsOf('/api/news/GISNUP'), why).toBe(count);
  }
  await expectRequests(0, 1, 'not known');
  await expectRequests(10 * SECOND - 1, 1, 'recent');
  await expectRequests(1, 2, 'fresh, but older than that');
  await upstream.fail('all', { status: 500 });
  await expectRequests(10 * SECOND, 3, 'fails');
  await expectRequests(5 * SECOND - 1, 3, 'within the pause');
  await expectRequests(1, 4, 'after it');
});

test('C10: an unknown album is requested again after a minute, and one that became empty leaves the disk', async () => {
  const lists = cache();
  const path = '/api/subGallery?id=alb-f-01';
  upstream.setList('subGallery', []);
  await visitAlbum(lists);
  expect(readdirSync(folder), 'visitors make up as many ids as they like').toEqual([]);
  time += 60 * SECOND - 1;
  await visitAlbum(lists);
  expect(requestsOf(path)).toBe(1);
  time += 1;
  const album = { _id: 'alb-f-01', title: 'Sports Day', attachments: ['a.jpg'] };
  upstream.setList('subGallery', [album]);
  await visitAlbum(lists);
  expect(requestsOf(path)).toBe(2);
  expect(readdirSync(folder)).toHaveLength(1);
  upstream.setList('subGallery', []);
  time += 3_600 * SECOND;
  await visitAlbum(lists);
  expect(lists.peek('subGallery', 'alb-f-01')?.rows).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('C11: an evicted album leaves the disk too, and albums evict no list', async () => {
  const lists = await cacheOfNews();
  const ids = ['a', 'b', 'c', 'd'];
  const photo = (id: string, index: number) => `${id}-${index}-${'p'.repeat(900)}.jpg`;
  const albumOf = (id: string) => ({
    _id: id,
    title: id,
    attachments: Array.from({ length: 3_000 }, (_, index) => photo(id, index)),
  });
  for (const id of ids) {
    upstream.setList('subGallery', [albumOf(id)]);
    await visitAlbum(lists, id);
  }
  const held = ids.filter((id) => lists.refreshIfDue('subGallery', id) > 0);
  expect(held).toEqual(['b', 'c', 'd']);
  expect(ids.filter((id) => lists.hasFile(photo(id, 7)))).toEqual(held);
  expect(readdirSync(folder)).toHaveLength(held.length + 1);
  expect(lists.peek('news')?.state).toBe('fresh');
  upstream.setList('subGallery', [albumOf('a')]);
  await visitAlbum(lists, 'a');
  expect(readdirSync(folder), 'it comes back').toHaveLength(held.length + 1);
});

test('C10: an unknown or impossible id is an album without photos; an unknown list or a failed album has failed', async () => {
  await upstream.fail('all', { status: 404 });
  const lists = cache();
  expect(await lists.get('subGallery', 'unknown')).toMatchObject({ state: 'fresh', rows: [] });
  expect((await lists.get('news')).state).toBe('failed');
  expect(await lists.get('subGallery')).toMatchObject({
    state: 'fresh',
    rows: [],
    version: 'none',
  });
  const urls = upstream.requests.map(({ url }) => url);
  expect(urls.toSorted()).toEqual(['/api/news/GISNUP', '/api/subGallery?id=unknown']);
  await upstream.fail('all', { status: 500 });
  expect(await lists.get('subGallery', 'alb-f-01')).toMatchObject({ state: 'failed', rows: [] });
  expect(await lists.get('subGallery', 'a\u0000b')).toMatchObject({ state: 'fresh', rows: [] });
  expect(upstream.requests.slice(2).map(({ url }) => url)).toEqual(['/api/subGallery?id=alb-f-01']);
});

test('peek and health start no refresh', async () => {
  const lists = await cacheOfNews();
  time += 600 * SECOND;
  expect(lists.health().listAges).toEqual([{ list: 'news', state: 'fresh', ageSeconds: 600 }]);
  expect(lists.peek('news')).toMatchObject({ state: 'stale', rows: NEWS });
  await lists.settled();
  expect(upstream.requests).toHaveLength(1);
});

test('C15: other work runs while a list of any size is read', async () => {
  const rows = Array.from({ length: 15_000 }, (_, index) => ({
    ...NEWS[0],
    _id: `n${index}`,
    description: '<p>Winter &amp; summer</p>',
    attachments: [`files/${index}.pdf`],
  }));
  upstream.setList('news', rows);
  const lists = cache();
  const taken = lists.get('news');
  const state = { isTaken: false };
  void taken.then(() => (state.isTaken = true));
  await expect.poll(() => upstream.requests.length, { interval: 1 }).toBe(1);
  const turns: number[] = [];
  for (let last = cpuNow(); !state.isTaken; last += turns.at(-1) ?? 0) {
    await setImmediate();
    turns.push(cpuNow() - last);
  }
  await taken;
  expect(lists.peek('news')?.rows).toHaveLength(15_000);
  const worked = turns.filter((ms) => ms > 2);
  const all = worked.reduce((sum, ms) => sum + ms, 0);
  expect(Math.max(...worked), `of ${all} ms`).toBeLessThan(all / 4);
});

describe('C16: visitors cannot overload the provider', () => {
  const albumCalls = () =>
    upstream.requests.filter(({ url }) => url.startsWith('/api/subGallery')).length;

  test('albums of a cached gallery are always requested, others ten times a minute', async () => {
    const albums = Array.from({ length: 30 }, (_, index) => ({
      _id: `listed-${index}`,
      school: 'NEKPUR',
      category: 'PhotoGallery',
      title: 'Album',
    }));
    upstream.setList('galleryAll', albums);
    upstream.setList('gallery', []);
    upstream.setList('subGallery', [albums[0]]);
    const lists = cache();
    const states: string[] = [];
    for (let index = 0; index < 10; index += 1) await lists.get('subGallery', `early-${index}`);
    // The gallery, which has it, is fetched for it.
    expect((await lists.get('subGallery', 'listed-0')).state).toBe('fresh');
    for (let index = 0; index < 90; index += 1)
      states.push((await lists.get('subGallery', `made-up-${index}`)).state);
    expect(new Set(states)).toEqual(new Set(['failed']));
    expect(albumCalls()).toBe(11);
    for (const { _id } of albums)
      expect((await lists.get('subGallery', _id)).state, _id).toBe('fresh');
    expect(albumCalls()).toBe(40);
    const stored = { fresh: 42, stale: 0, failed: 0 };
    expect(lists.health().lists, 'nothing of the others is stored').toEqual(stored);
    time += 60 * SECOND;
    for (let index = 0; index < 100; index += 1) await lists.get('subGallery', `other-${index}`);
    expect(albumCalls(), 'a minute later').toBe(50);
    expect(logged('albums-limited')).toMatchObject([{ level: 'warn', list: 'subGallery' }]);
    time += 600 * SECOND;
    for (let index = 0; index < 11; index += 1) await lists.get('subGallery', `late-${index}`);
    expect(logged('albums-limited')).toHaveLength(2);
    time -= DAY;
    const { state } = await lists.get('subGallery', 'earlier');
    expect(state, 'the clock was set back').toBe('fresh');
  });

  test('repeated requests for an unknown album count, those for a cached album do not', async () => {
    upstream.setList('galleryAll', []);
    upstream.setList('gallery', []);
    const lists = cache();
    await lists.get('subGallery', 'alb-f-01');
    for (let index = 0; index < 9; index += 1) await lists.get('subGallery', `unknown-${index}`);
    time += 61 * SECOND;
    for (let index = 0; index < 10; index += 1) await lists.get('subGallery', `other-${index}`);
    const before = albumCalls();
    for (let index = 0; index < 9; index += 1)
      expect(await lists.get('subGallery', `unknown-${index}`)).toMatchObject({ rows: [] });
    await lists.settled();
    expect(albumCalls()).toBe(before);
    await visitAlbum(lists);
    expect(albumCalls()).toBe(before + 1);
  });

  test('lists are renewed before they are stale 60 times a minute', async () => {
    const lists = await cacheOfNews();
    const before = requestsOf('/api/news/GISNUP');
    for (let index = 0; index < 100; index += 1) {
      time += 1;
      await lists.renew('news', '', { maxAgeMs: 0 });
    }
    expect(requestsOf('/api/news/GISNUP') - before).toBe(60);
  });
});

test('a file is known while a list names it, and the list is refreshed when it is due', async () => {
  const lists = await cacheOfNews([{ ...NEWS[0], attachments: ['a.pdf'] }]);
  upstream.setList('subGallery', [{ title: 'Fair', attachments: ['b.jpg'] }]);
  await lists.get('subGallery', 'alb-f-01');
  upstream.setList('news', NEWS);
  upstream.setList('subGallery', []);
  time += 61 * SECOND;
  const known = () => ['a.pdf', 'b.jpg', 'c.pdf'].filter((file) => lists.hasFile(file));
  expect(known()).toEqual(['a.pdf', 'b.jpg']);
  await lists.settled();
  expect(known()).toEqual([]);
});

test('an error of our own is logged with the request and where it was', async () => {
  const lists = cache();
  lists.onListUpdated(() => {
    throw new Error('planted');
  });
  expect(await lists.get('news', '', { requestId: 'r7' })).toMatchObject({ state: 'stale' });
  expect(logged('list-failed')).toMatchObject([
    { cause: 'unexpected', requestId: 'r7', stack: expect.stringContaining('planted') },
  ]);
});

test('a list of twenty rows that has none any more is taken, with one line in the log', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...NEWS[0], _id: `n${index}` }));
  upstream.setList('news', many);
  upstream.setList('newsAll', many.slice(1));
  const lists = cache();
  await Promise.all([lists.get('news'), lists.get('newsAll')]);
  upstream.setList('news', []);
  upstream.setList('newsAll', []);
  await refreshed(lists, 'news', 'newsAll');
  await refreshed(lists, 'news', 'newsAll');
  expect(lists.peek('news')).toMatchObject({ state: 'fresh', rows: [] });
  expect(logged('list-emptied')).toMatchObject([{ list: 'news', level: 'warn', count: 20 }]);
});

test('C7: a fetch that the breaker or a stop held back is repeated after a second, and is no error of the log', async () => {
  await provider.close();
  provider = openProvider(1);
  await upstream.fail('all', { status: 503 });
  const lists = cache();
  await lists.get('news');
  await lists.get('events');
  await provider.close();
  await lists.get('gallery');
  const pauses = (['events', 'gallery'] as const).map((name) => lists.refreshIfDue(name) - time);
  expect(pauses).toEqual([SECOND, SECOND]);
  expect(logged('list-failed')).toMatchObject([
    { list: 'news', level: 'error' },
    { list: 'events', level: 'debug', cause: 'breaker-open' },
    { list: 'gallery', level: 'debug', cause: 'stopping' },
  ]);
});

test('files of the cache are private, and temporary ones are removed after an hour', async () => {
  await (await cacheOfNews()).settled();
  const [file = ''] = readdirSync(folder);
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  for (const [name, minutes] of Object.entries({ 'young.tmp': 59, 'old.tmp': 61, 'old.txt': 61 })) {
    writeFileSync(join(folder, name), 'x');
    const date = new Date(Date.now() - minutes * 60 * SECOND);
    utimesSync(join(folder, name), date, date);
  }
  await cache().settled();
  expect(new Set(readdirSync(folder))).toEqual(new Set([file, 'young.tmp', 'old.txt']));
  expect(logged('snapshot-unreadable')).toEqual([]);
});

test('a temporary file that cannot be removed does not prevent the start, and the lists load', async () => {
  await (await cacheOfNews()).settled();
  // `rm` of a folder fails, as that of a file on a read-only disk does.
  const stuck = join(folder, 'stuck.tmp');
  mkdirSync(stuck);
  const date = new Date(Date.now() - 2 * 60 * 60 * SECOND);
  utimesSync(stuck, date, date);
  upstream.requests.length = 0;
  const restarted = cache();
  await restarted.settled();
  expect((await restarted.get('news')).rows).toHaveLength(NEWS.length);
  expect(upstream.requests).toEqual([]);
});

test('C1: after more than a week the last good copy is too old', async () => {
  const lists = await cacheOfNews();
  await upstream.fail('all', { status: 500 });
  time += 7 * DAY;
  expect(await lists.get('news')).toMatchObject({ rows: [{ title: 'Winter timing' }] });
  await lists.settled();
  time += 1;
  expect(await lists.get('news')).toMatchObject({ state: 'failed', rows: [] });
});

test('C11: of two lists with memory for one, one is taken, on arrival and from the disk, and neither file is deleted', async () => {
  const names = ['news', 'events'] as const;
  const rows = Array.from({ length: 20 }, (_, at) => ({ ...NEWS[0], _id: `n${at}` }));
  for (const name of names) upstream.setList(name, rows);
  const small = cache(25_000);
  await Promise.all(names.map((name) => small.get(name)));
  expect(small.health().lists).toEqual({ fresh: 1, stale: 0, failed: 1 });
  expect(logged('list-failed')).toMatchObject([{ cause: 'no-capacity' }]);
  const large = cache();
  for (const name of names) await large.get(name);
  for (const lists of [small, large]) await lists.settled();
  const restarted = cache(25_000);
  await restarted.settled();
  expect(names.map((name) => restarted.peek(name)?.state).filter(Boolean)).toEqual(['stale']);
  await restarted.settled();
  expect(readdirSync(folder)).toHaveLength(2);
});

test('C11: a list may replace itself by a larger one', async () => {
  const lists = await cacheOfNews(titled(15_000), 25_000);
  upstream.setList('news', titled(16_000));
  await refreshed(lists, 'news');
  expect(lists.peek('news')).toMatchObject({ state: 'fresh', rows: titled(16_000) });
});

describe('C2: the files of lists', () => {
  const saved = () =>
    readdirSync(folder).map(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { fetchedAt: number },
    );

  test('of one that has not changed is written again after ten minutes, and stays meanwhile', async () => {
    const lists = await cacheOfNews();
    const start = time;
    await visitAlbum(lists);
    time += 10 * 60 * SECOND - 1;
    for (const id of ['', 'alb-f-01'])
      await lists.renew(id === '' ? 'news' : 'subGallery', id, { maxAgeMs: 1 });
    await lists.settled();
    expect(saved().map(({ fetchedAt }) => fetchedAt)).toEqual([start, start]);
    time += 1;
    await lists.renew('news', '', { maxAgeMs: 1 });
    await lists.settled();
    expect(new Set(saved().map(({ fetchedAt }) => fetchedAt))).toEqual(new Set([start, time]));
  });

  test('that cannot be written are one line until they can, and then they are', async () => {
    removeFolder(folder);
    writeFileSync(folder, 'no folder');
    const lists = cache();
    for (const name of ['news', 'events', 'gallery'] as const) await lists.get(name);
    await lists.settled();
    const failed = () => logged('snapshot-failed');
    const cause = expect.stringMatching(/EEXIST|ENOTDIR/) as string;
    expect(failed()).toMatchObject([{ folder, level: 'error', cause }]);
    removeFolder(folder);
    await refreshed(lists, 'news');
    expect(saved()).toMatchObject([{ name: 'news', id: '' }]);
    removeFolder(folder);
    writeFileSync(folder, 'no folder');
    await refreshed(lists, 'events');
    expect(failed()).toHaveLength(2);
    removeFolder(folder);
  });
});
