import { expect, onTestFinished, test, vi } from 'vitest';
import { FileError } from '../../../../server/images/file-error.ts';
import { IMAGE_LIMITS } from '../../../../server/images/image-limits.ts';
import { newestPictures, startPicturesAhead } from '../../../../server/images/pictures-ahead.ts';
import { renditionName, type Rendition } from '../../../../server/images/picture-format.ts';
import type { ListUpdate } from '../../../../server/provider/list-cache.ts';
import type { ProviderState } from '../../../../server/provider/provider-breaker.ts';
import { readList } from '../../../../server/provider/read-rows.ts';
import { perCampus } from '../../../../shared/campuses.ts';
import type { ListName } from '../../../../shared/records/provider-lists.ts';
import { SOON } from '../../../support/effort.ts';
import { createTestLog } from '../../../support/test-log.ts';

const BASE = 'https://platform.example';

/** The pictures to make ahead, as words. */
async function newest(name: ListName, rows: readonly object[], limits = {}): Promise<string[]> {
  const { records } = await readList(name, rows, { base: BASE });
  const all = newestPictures(records, { ...IMAGE_LIMITS.ahead, ...limits });
  return all.map(({ file, use }) => `${use} ${file}`);
}

const EVENT = { school: 'NEKPUR', title: 'Sports day', attachments: ['no picture.pdf'] };

test('the pictures of a list are those of its newest records that a campus shows: covers, then photos', async () => {
  const events = [
    { ...EVENT, date: 'soon', images: ['undated.jpg'] },
    { ...EVENT, date: '2026-03-05', images: ['/a.jpg', 'b.jpg', '../no file', 'c//d.jpg'] },
    { ...EVENT, date: '2026-03-07', images: ['https://elsewhere.example/e.jpg', 'f.jpg'] },
    { ...EVENT, date: '2026-03-06', images: ['g.jpg', 'h.jpg'] },
    { ...EVENT, date: '2026-03-06', images: [] },
    { ...EVENT, date: '2026-03-06', images: ['hidden.jpg'], school: 'KANPUR' },
  ];
  const covers = ['cover f.jpg', 'cover g.jpg', 'cover a.jpg', 'cover undated.jpg'];
  const photos = ['photo h.jpg', 'photo b.jpg', 'photo c/d.jpg'];
  expect(await newest('events', events)).toEqual([...covers, ...photos]);
  expect(await newest('events', events, { pictures: 5 })).toEqual([...covers, 'photo h.jpg']);
  const ofTwo = ['cover f.jpg', 'cover g.jpg', 'photo h.jpg'];
  expect(await newest('events', events, { records: 2 })).toEqual(ofTwo);
  const leader = { school: 'NEKPUR', category: 'Principal', name: 'N.', message: 'M', title: 'T' };
  expect(await newest('principalMessage', [{ ...leader, attachments: ['i.jpg'] }])).toEqual([
    'cover i.jpg',
  ]);
  const notice = { title: 'Holiday', image: ['k.jpg'] };
  expect(await newest('notification', [notice]), 'of both campuses').toEqual(['cover k.jpg']);
  const item = { school: 'NEKPUR', category: 'News', title: 'T', attachments: ['j.pdf'] };
  expect(await newest('news', [item]), 'its files are documents').toEqual([]);
});

const ALBUM = { id: '1', title: 'Fair', description: '', day: null, download: null };
const FILE = { source: '', bytes: 0, note: '', tag: '', confirmedAt: 0 };

function open({
  make = async (_file: string) => {},
  limits = {},
  ready = Promise.resolve(),
  idle = async () => {},
} = {}) {
  const state: { provider: ProviderState; isLow: boolean } = { provider: 'up', isLow: false };
  const has = new Set<string>();
  const done: string[] = [];
  const refreshed: string[] = [];
  const listeners: ((list: ListUpdate) => void)[] = [];
  const { log, lines } = createTestLog('info');
  const key = (file: string, rendition: Rendition) => `${file} ${renditionName(rendition)}`;
  const ahead = startPicturesAhead({
    lists: {
      onListUpdated: (listener) => void listeners.push(listener),
      refreshIfDue: (name) => refreshed.push(name),
    },
    images: {
      has: (file, rendition) => has.has(key(file, rendition)),
      idle,
      async variant(file, rendition) {
        await make(file);
        done.push(key(file, rendition));
        has.add(key(file, rendition));
        return FILE;
      },
    },
    provider: { state: () => state.provider },
    cache: { isLow: () => state.isLow, ready },
    limits: { ahead: { ...IMAGE_LIMITS.ahead, ...limits } },
    log,
  });
  onTestFinished(() => ahead.stop());
  /** A list with an album of these pictures: a cover, and photos. */
  function bring(attachments: readonly string[], isNew = true): void {
    const records = { ...perCampus(() => []), NEKPUR: [{ ...ALBUM, images: [...attachments] }] };
    for (const listener of listeners) listener({ name: 'galleryAll', records, isNew });
  }
  return { ahead, state, bring, done, has, refreshed, lines };
}

/** Resolves after a picture of another site is made: by then whatever may begin here has begun. */
async function settled(): Promise<void> {
  const { bring, done } = open();
  bring(['other']);
  await vi.waitUntil(() => done.length === 2, SOON);
}

/** A `make` that does not end before the test ends it. */
function openHanging() {
  const ends: (() => void)[] = [];
  return { ends, ...open({ make: () => new Promise((resolve) => void ends.push(resolve)) }) };
}

test('pictures of a new list are made ahead, each once, in the widths of phones, and logged', async () => {
  const { bring, done, has, lines } = open();
  for (const name of ['b 320-avif', 'c 320-avif', 'c 480-avif']) has.add(name);
  bring(['a', 'b', 'a', 'c']);
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect(done).toEqual(['a 480-avif', 'a 640-avif', 'b 480-avif', 'a 320-avif']);
  const counts = { list: 'galleryAll', count: 4, failed: 0, durationMs: expect.any(Number) };
  expect(lines).toMatchObject([{ event: 'pictures-ahead', ...counts }]);
  bring(['a', 'c']);
  bring(['d'], false);
  await settled();
  expect(lines, 'nothing new').toHaveLength(1);
});

test.each([
  ['the provider is down', { provider: 'down' }],
  ['the disk is low', { isLow: true }],
] as const)('no picture is made ahead while %s; the next new list is', async (_, change) => {
  const { state, bring, done, lines } = open({
    make: async () => void Object.assign(state, change),
  });
  bring(['a', 'b']);
  await vi.waitUntil(() => lines.length === 1, SOON);
  bring(['c']);
  await settled();
  expect(done, 'ends with the picture in progress').toEqual(['a 480-avif']);
  Object.assign(state, { provider: 'up', isLow: false });
  bring(['d']);
  await vi.waitUntil(() => lines.length === 2, SOON);
  expect(done).toEqual(['a 480-avif', 'd 480-avif']);
});

test('no picture is made ahead before the cache is read, while a visitor waits, or if another process has made it', async () => {
  const ends: (() => void)[] = [];
  const wait = () => new Promise<void>((end) => void ends.push(end));
  const { bring, done, has, lines } = open({ ready: wait(), idle: wait });
  bring(['a', 'b']);
  // The cache, and each variant.
  for (const [index, made] of [0, 0, 1, 2, 2].entries()) {
    await vi.waitUntil(() => ends.length === index + 1, SOON);
    await settled();
    expect([ends.length, done.length]).toEqual([index + 1, made]);
    if (index === 3) has.add('b 320-avif');
    ends[index]?.();
  }
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect(done).toEqual(['a 480-avif', 'a 640-avif', 'b 480-avif']);
});

test('a picture that fails does not keep the others from being made', async () => {
  const make = async (file: string) => {
    if (file === 'bad') throw new FileError('timeout');
  };
  const { bring, done, lines } = open({ make });
  bring(['bad', 'good']);
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect(lines).toMatchObject([{ count: 2, failed: 2 }]);
  expect(done).toEqual(['good 320-avif', 'good 480-avif']);
});

test('files that fail one after the other end a list, and a new list is tried', async () => {
  let isBroken = true;
  const make = async (file: string) => {
    if (isBroken && file !== 'b') throw new FileError('provider');
  };
  const { bring, done, lines } = open({ make, limits: { failures: 2 } });
  bring(['a', 'b', 'c', 'd', 'e']);
  await vi.waitUntil(() => lines.length === 1, SOON);
  expect(lines).toMatchObject([{ count: 0, failed: 2 }]);
  bring(['b', 'a', 'b2']);
  await vi.waitUntil(() => lines.length === 2, SOON);
  expect(lines[1]).toMatchObject({ count: 2, failed: 2 });
  isBroken = false;
  bring(['d']);
  await vi.waitUntil(() => lines.length === 3, SOON);
  expect(done.map(([file]) => file)).toEqual(['b', 'b', 'd', 'd']);
});

test('pictures are made one at a time, list by list', async () => {
  const { bring, done, ends, lines } = openHanging();
  for (const file of ['a', 'b']) bring([file]);
  for (const count of [1, 2, 3, 4]) {
    await vi.waitUntil(() => ends.length === count, SOON);
    await settled();
    expect(ends).toHaveLength(count);
    ends.at(-1)?.();
  }
  await vi.waitUntil(() => lines.length === 2, SOON);
  expect(done.map(([file]) => file)).toEqual(['a', 'a', 'b', 'b']);
});

test('after a stop the one in progress is made, and none is started', async () => {
  const { ahead, bring, done, ends } = openHanging();
  bring(['a']);
  await vi.waitUntil(() => ends.length === 1, SOON);
  ahead.stop();
  ends[0]?.();
  bring(['b']);
  await settled();
  expect([done, ends.length]).toEqual([['a 480-avif'], 1]);
});

test('albums are refreshed without visitors, until the site stops', async () => {
  const [first, other] = [open({ limits: { pollMs: 5 } }), open({ limits: { pollMs: 5 } })];
  await expect.poll(() => first.refreshed.length, SOON).toBeGreaterThan(1);
  expect(new Set(first.refreshed)).toEqual(new Set(['galleryAll']));
  first.ahead.stop();
  const before = [first, other].map(({ refreshed }) => refreshed.length);
  await expect.poll(() => other.refreshed.length - (before[1] ?? 0), SOON).toBeGreaterThan(1);
  expect(first.refreshed).toHaveLength(before[0] ?? 0);
});
