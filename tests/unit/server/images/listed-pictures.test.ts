import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileError, type FileErrorKind } from '../../../../server/images/file-error.ts';
import { IMAGE_LIMITS } from '../../../../server/images/image-limits.ts';
import {
  firstSeenFirst,
  PICTURE_LISTS,
  picturesOf,
} from '../../../../server/images/listed-pictures.ts';
import { PicturesAhead } from '../../../../server/images/pictures-ahead.ts';
import { renditionName, type Rendition } from '../../../../server/images/picture-format.ts';
import { filesOf, parseRows } from '../../../../server/provider/read-rows.ts';
import { atOnce } from '../../../../server/slices.ts';
import type { ListName, RawOf } from '../../../../shared/records/provider-lists.ts';
import { SOON } from '../../../support/effort.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createTestLog } from '../../../support/test-log.ts';

const BASE = 'https://platform.example';

/** Rows as the list cache holds them. */
function rowsOf<Name extends ListName>(name: Name, rows: readonly object[]): RawOf<Name>[] {
  // parseRows has checked them by the list's schema.
  return parseRows(name, rows, BASE)?.rows as RawOf<Name>[];
}

test('R-238: rows name files in their lists of files and by links in their texts', () => {
  const rows = [
    {
      files: ['//a.jpg', 'b//c.jpg/', 'https://elsewhere.example/d.jpg', 7],
      text: 'See /api/image/e.pdf, "/api/image/f%20g.pdf" and (/api/image/h.pdf).',
      html: '<a href="/api/image/i.pdf?v=2#x">i</a> <img src=/api/image/j.jpg> ',
      other:
        'https://elsewhere.example/api/image/k.jpg x/api/image/l.jpg /api/image/ /api/image/%zz',
      count: 3,
      none: null,
    },
    { start: '/api/image/m.pdf', line: "\n/api/image/n/o.pdf\n'/api/image/p.pdf'" },
  ];
  const named = ['a.jpg', 'b/c.jpg', 'e.pdf,', 'f g.pdf', 'h.pdf', 'i.pdf', 'j.jpg'];
  expect(new Set(rows.flatMap(filesOf))).toEqual(new Set([...named, 'm.pdf', 'n/o.pdf', 'p.pdf']));
});

test('the pictures of a list are those of its records that a campus shows: a cover, and photos', () => {
  const event = { school: 'NEKPUR', title: 'Sports day', date: '2026-03-05', attachments: [] };
  const rows = rowsOf('events', [
    { ...event, images: ['/a.jpg', 'b.jpg', 'https://elsewhere.example/c.jpg'] },
    { ...event, school: 'KANPUR', images: ['hidden.jpg'] },
    { ...event, date: 'soon', images: ['d.jpg'] },
    { ...event, images: [] },
  ]);
  expect(atOnce(picturesOf('events', rows))).toEqual([
    { file: 'a.jpg', use: 'cover', day: '2026-03-05' },
    { file: 'b.jpg', use: 'photo', day: '2026-03-05' },
    { file: 'd.jpg', use: 'cover', day: null },
  ]);
  const leader = { school: 'NEKPUR', category: 'Principal', name: 'N.', message: 'M', title: 'T' };
  const leaders = rowsOf('principalMessage', [{ ...leader, attachments: ['e.jpg'] }]);
  const [picture, ...more] = atOnce(picturesOf('principalMessage', leaders));
  expect([picture, more]).toMatchObject([{ file: 'e.jpg', day: null }, []]);
  const item = { school: 'NEKPUR', category: 'News', title: 'T', attachments: ['f.pdf'] };
  const news = rowsOf('news', [item]);
  expect(atOnce(picturesOf('news', news)), 'its files are documents').toEqual([]);
  const full = { ...event, images: Array(9_000).fill('a') };
  const many = rowsOf('events', [full, full, full]);
  expect(atOnce(picturesOf('events', many)), 'as many as are sorted').toHaveLength(20_000);
  expect(PICTURE_LISTS).toContain('eventsAll');
  expect(PICTURE_LISTS).not.toContain('news');
  expect(PICTURE_LISTS, 'an album has an id').not.toContain('subGallery');
});

test('pictures without a day come first, then covers, then photos, each from the newest', () => {
  const pictures = [
    { file: 'old photo', use: 'photo', day: '2025-01-01' },
    { file: 'old cover', use: 'cover', day: '2025-01-01' },
    { file: 'new photo', use: 'photo', day: '2026-01-01' },
    { file: 'face', use: 'photo', day: null },
    { file: 'new cover', use: 'cover', day: '2026-01-01' },
  ] as const;
  const files = firstSeenFirst(pictures).map(({ file }) => file);
  expect(files.join()).toBe('face,new cover,old cover,new photo,old photo');
});

function open({
  make = async (_file: string) => {},
  limits = {},
  folder = temporaryFolder(),
  ready = Promise.resolve(),
  idle = async () => {},
} = {}) {
  const state = { provider: 'up', isLow: false, refreshes: 0 };
  const has = new Set<string>();
  const done: string[] = [];
  const { log, lines } = createTestLog('info');
  const key = (file: string, rendition: Rendition) => `${file} ${renditionName(rendition)}`;
  const options = {
    folder,
    originals: { get: async (file: string) => await make(file) },
    variants: {
      has: (file: string, rendition: Rendition) => has.has(key(file, rendition)),
      idle,
      async get(file: string, rendition: Rendition) {
        done.push(key(file, rendition));
        has.add(key(file, rendition));
      },
    },
    provider: { state: () => state.provider },
    freeSpace: { isLow: () => state.isLow },
    ready,
    refreshLists: () => void (state.refreshes += 1),
    limits: { ...IMAGE_LIMITS, ahead: { ...IMAGE_LIMITS.ahead, ...limits } },
    log,
  };
  // Only the members that it uses.
  type Options = ConstructorParameters<typeof PicturesAhead>[0];
  const ahead = new PicturesAhead(options as unknown as Options);
  onTestFinished(() => ahead.close());
  return { ahead, state, done, has, lines, folder };
}

const cover = (file: string) => ({ file, use: 'cover', day: null }) as const;

/** Resolves after a picture of another folder is made: by then whatever may begin here has begun. */
async function settled(): Promise<void> {
  const { ahead, done } = open();
  ahead.add([cover('other')]);
  await vi.waitUntil(() => done.length === 2, SOON);
}

/** A `make` that does not end before the test ends it. */
function openHanging() {
  const ends: (() => void)[] = [];
  return { ends, ...open({ make: () => new Promise((resolve) => void ends.push(resolve)) }) };
}

test('pictures are made ahead, each once, in the widths of phones, and logged', async () => {
  const { ahead, done, has, lines } = open();
  for (const name of ['b 480-avif', 'c 480-avif', 'c 640-avif']) has.add(name);
  ahead.add([cover('a'), cover('b'), cover('a'), cover('c'), cover('../no file')]);
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect(done).toEqual(['a 480-avif', 'a 640-avif', 'b 640-avif']);
  expect(lines).toMatchObject([
    { event: 'pictures-ahead', count: 2, failed: 0, pending: 0, durationMs: expect.any(Number) },
  ]);
  ahead.add([cover('c')]);
  await ahead.close();
  expect(lines, 'nothing new').toHaveLength(1);
});

test.each([
  ['the provider is down', { provider: 'down' }],
  ['the disk is low', { isLow: true }],
] as const)('no picture is made ahead while %s; it continues afterwards', async (_, change) => {
  const { ahead, state, done } = open();
  Object.assign(state, change);
  for (const file of ['a', 'b']) ahead.add([cover(file)]);
  await settled();
  expect(done).toEqual([]);
  Object.assign(state, { provider: 'up', isLow: false });
  ahead.resume();
  await vi.waitUntil(() => done.length === 4, SOON);
});

test('no picture is made ahead before the cache has been read, nor while a visitor waits for one', async () => {
  const ends: (() => void)[] = [];
  const wait = () => new Promise<void>((end) => void ends.push(end));
  const calls: string[] = [];
  const make = async (file: string) => void calls.push(file);
  const { ahead, done } = open({ ready: wait(), idle: wait, make });
  ahead.add([cover('a')]);
  // The cache, the original, and each width.
  for (const [index, made] of [0, 0, 1, 1].entries()) {
    await vi.waitUntil(() => ends.length === index + 1, SOON);
    await settled();
    const counts = [ends.length, calls.length, done.length];
    expect(counts).toEqual([index + 1, made, Math.max(0, index - 2)]);
    ends[index]?.();
  }
  await vi.waitUntil(() => done.length === 2, SOON);
});

/** Sets the time since a process has last touched its lock. */
function setAge(lock: string, ms: number): void {
  const at = new Date(Date.now() - ms);
  utimesSync(lock, at, at);
}

test('while another process makes pictures none is made, unless it has died', async () => {
  const first = open();
  const lock = join(first.folder, 'ahead.lock');
  writeFileSync(lock, '');
  setAge(lock, 60_000);
  first.ahead.add([cover('a')]);
  await first.ahead.close();
  expect(first.done).toEqual([]);
  setAge(lock, 3 * 60_000);
  const { ahead, done, lines } = open({ folder: first.folder });
  ahead.add([cover('a')]);
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect([done.length, existsSync(lock)]).toEqual([2, false]);
});

test.each([
  ['missing unsupported broken', 0],
  ['provider timeout disk', 1],
  ['down busy', 2],
])(
  'after a picture that fails with one of %s %i are left for the next list',
  async (kinds, pending) => {
    for (const kind of kinds.split(' ') as FileErrorKind[]) {
      const make = async (file: string) => {
        if (file === 'bad') throw new FileError(kind);
      };
      const { ahead, done, lines } = open({ make });
      ahead.add([cover('bad'), cover('good')]);
      await vi.waitUntil(() => lines.length > 0, SOON);
      expect(lines).toMatchObject([{ failed: 1, pending, count: pending === 0 ? 1 : 0 }]);
      expect([kind, done.length]).toEqual([kind, pending === 0 ? 2 : 0]);
    }
  },
);

test('above the limit the first pictures are made', async () => {
  const { ahead, done, lines } = open({ limits: { pictures: 2 } });
  ahead.add(['a', 'b', 'c'].map(cover));
  await vi.waitUntil(() => lines.length > 0, SOON);
  expect(new Set(done.map(([file]) => file))).toEqual(new Set(['a', 'b']));
});

test('pictures are made one at a time, and with each the other processes see that this one lives', async () => {
  const { ahead, done, ends, folder } = openHanging();
  ahead.add([cover('a')]);
  await vi.waitUntil(() => ends.length === 1, SOON);
  ahead.add([cover('b')]);
  ahead.resume();
  await settled();
  expect(ends).toHaveLength(1);
  const lock = join(folder, 'ahead.lock');
  setAge(lock, 60_000);
  ends[0]?.();
  await vi.waitUntil(() => ends.length === 2, SOON);
  expect(statSync(lock).mtimeMs).toBeGreaterThan(Date.now() - 50_000);
  ends[1]?.();
  await vi.waitUntil(() => done.length === 4, SOON);
  expect(done.map(([file]) => file)).toEqual(['a', 'a', 'b', 'b']);
});

test('after a stop none is started, and a close waits for the one in progress', async () => {
  const { ahead, done, ends } = openHanging();
  ahead.add([cover('a')]);
  await vi.waitUntil(() => ends.length === 1, SOON);
  let isClosed = false;
  const closed = ahead.close().then(() => void (isClosed = true));
  await settled();
  expect(isClosed).toBe(false);
  ends[0]?.();
  await closed;
  ahead.add([cover('b')]);
  await settled();
  expect([done, ends.length]).toEqual([[], 1]);
});

test('lists are refreshed without visitors, until the site is closed', async () => {
  const [first, other] = [open({ limits: { pollMs: 5 } }), open({ limits: { pollMs: 5 } })];
  await expect.poll(() => first.state.refreshes, SOON).toBeGreaterThan(1);
  await first.ahead.close();
  const before = [first, other].map(({ state }) => state.refreshes);
  await expect.poll(() => other.state.refreshes - (before[1] ?? 0), SOON).toBeGreaterThan(1);
  expect(first.state.refreshes).toBe(before[0]);
});
