import {
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DiskCache, fileKey } from '../../../../server/images/disk-cache.ts';
import { IMAGE_LIMITS, type ImageLimits } from '../../../../server/images/image-limits.ts';
import { SOON } from '../../../support/effort.ts';
import { passTime } from '../../../support/pass-time.ts';
import { createTestLog } from '../../../support/test-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ALL = 2 ** 60;
const HOUR = 60 * 60 * 1_000;

/** A cache that has read its folder. */
async function openCache(folder: string, limits: ImageLimits) {
  const { log, lines } = createTestLog('info');
  const cache = new DiskCache({ folder, limits, log });
  onTestFinished(() => cache.close());
  await cache.ready;
  return { cache, lines };
}

describe('C11: pictures leave free space on the disk', () => {
  /** A cache with an original and a variant; the test moves the floor. */
  async function open(diskCheckMs = 2 ** 30) {
    const folder = join(temporaryFolder(), 'images');
    const limits = { ...IMAGE_LIMITS, freeFloorBytes: 1, diskCheckMs };
    const { cache, lines } = await openCache(folder, limits);
    const put = (key: string) => cache.put(key, 'note', Buffer.from(key));
    for (const key of [fileKey('a'), fileKey('a', 'x')]) await put(key);
    const onDisk = () => readdirSync(folder).length;
    return { folder, cache, limits, lines, put, onDisk };
  }

  test('below the floor files are deleted; without free space none is written or kept', async () => {
    const { cache, limits, lines, put, onDisk } = await open();
    expect([onDisk(), cache.isLow(), await cache.hasSpace(1)]).toEqual([2, false, true]);
    await cache.shrink(1);
    expect(onDisk()).toBe(1);
    limits.freeFloorBytes = ALL;
    for (const id of ['b', 'c']) expect((await put(fileKey(id))).source).toBeInstanceOf(Buffer);
    expect(cache.get(fileKey('c'))).toBeUndefined();
    expect([onDisk(), cache.isLow(), await cache.hasSpace(1)]).toEqual([0, true, false]);
    expect(lines, 'one line').toHaveLength(1);
  });

  test('the disk is no longer low when a quarter more than the floor is free', async () => {
    const { folder, cache, limits, lines, put } = await open();
    limits.freeFloorBytes = ALL;
    await put(fileKey('b'));
    const { bavail, bsize } = await statfs(folder);
    for (const [part, isLow] of [
      [1.1, true],
      [1.5, false],
    ] as const) {
      limits.freeFloorBytes = (bavail * bsize) / part;
      expect([typeof (await put(fileKey('b'))).source, cache.isLow()]).toEqual(['string', isLow]);
    }
    expect(lines).toMatchObject([
      { event: 'disk-low', level: 'warn', folder },
      { event: 'disk-ok', level: 'info', folder },
    ]);
  });

  test('a folder that was removed is made again', async () => {
    const { folder, put, onDisk, lines } = await open();
    await rm(folder, { recursive: true });
    await put(fileKey('b'));
    await put(fileKey('b', 'x'));
    expect([onDisk(), lines]).toEqual([2, []]);
  });

  test('pictures take 1 GiB, 200 MiB stay free', () => {
    const { bytes, freeFloorBytes: free } = IMAGE_LIMITS;
    expect([bytes, free]).toEqual([2 ** 30, 200 * 2 ** 20]);
    const { files, ahead, jobs, fetches } = IMAGE_LIMITS;
    expect([files, jobs.queued, fetches.queued]).toEqual([40_000, 200, 200]);
    expect(ahead).toMatchObject({ records: 60, pictures: 500, pollMs: 300_000 });
  });

  test('the disk is checked while nothing is written', async () => {
    const { cache, limits } = await open(5);
    limits.freeFloorBytes = ALL;
    await expect.poll(() => cache.isLow(), SOON).toBe(true);
  });
});

describe('C11: a cache on the disk', () => {
  const KEYS = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(32)}.480-avif`);
  const [A = '', B = ''] = KEYS;

  /** A cache with one small file under each key. */
  async function openFilled({
    maxBytes = 1_000_000,
    files: max = 100,
    diskCheckMs = 2 ** 30,
  } = {}) {
    const folder = join(temporaryFolder(), 'images');
    const limits = { ...IMAGE_LIMITS, bytes: maxBytes, files: max, diskCheckMs, freeFloorBytes: 0 };
    const { cache, lines } = await openCache(folder, limits);
    /** The same folder, as another process has it. */
    const open = async () => (await openCache(folder, limits)).cache;
    for (const key of KEYS) await cache.put(key, 'note', Buffer.from(key));
    async function held(): Promise<(string | undefined)[]> {
      const files = await Promise.all(KEYS.map((key) => cache.find(key)));
      return KEYS.filter((_, at) => files[at] !== undefined).map(([letter]) => letter);
    }
    const onDisk = () => new Set(readdirSync(folder).map(([letter]) => letter));
    /** With 0 it resolves when the files over the limit are deleted. */
    const shrink = (bytes: number) => cache.shrink(bytes);
    return { cache, folder, limits, lines, open, held, onDisk, shrink };
  }

  test('shrinks by whole blocks, the least recently used first, and its files are deleted', async () => {
    const { cache, shrink, held, onDisk } = await openFilled();
    cache.get(A);
    await shrink(0);
    expect(onDisk().size).toBe(5);
    await shrink(1);
    expect(onDisk()).toEqual(new Set(['a', 'c', 'd', 'e']));
    await shrink(4_097);
    expect(onDisk()).toEqual(new Set(['a', 'e']));
    expect(await held()).toEqual(['a', 'e']);
    await shrink(ALL);
    expect(onDisk().size).toBe(0);
  });

  test.each([
    ['its bytes, in blocks', { maxBytes: 3 * 4_096 }],
    ['its number of files', { files: 3 }],
  ])('keeps to %s', async (_, limits) => {
    const { shrink, held, onDisk } = await openFilled(limits);
    await shrink(0);
    expect(await held()).toEqual(['c', 'd', 'e']);
    expect(onDisk()).toEqual(new Set(await held()));
  });

  test('new content replaces the old, which goes without free space too; the same content stays', async () => {
    const { cache, folder, limits, shrink, onDisk, held } = await openFilled();
    await cache.put(A, 'note', Buffer.from(A));
    await cache.put(B, 'note', Buffer.from('new'));
    await shrink(0);
    expect([onDisk().size, (await held()).length, cache.get(B)?.bytes]).toEqual([5, 5, 3]);
    limits.freeFloorBytes = ALL;
    const content = Buffer.from('newest');
    await cache.put(B, 'note', content);
    await shrink(0);
    expect([cache.get(B), onDisk()]).toEqual([undefined, new Set()]);
    limits.freeFloorBytes = 0;
    const { source } = await cache.put(B, 'note', content);
    expect([typeof source, cache.get(B)?.source]).toEqual(['string', source]);
    expect(statSync(folder).mode & 0o777, 'its folder is private').toBe(0o700);
  });

  test('knows when a file was last confirmed, also after a restart', async () => {
    const { cache, folder, open } = await openFilled();
    const at = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000;
    cache.confirm(A, at);
    cache.confirm(A, at - 30_000);
    cache.confirm('unknown', at);
    expect(cache.get(A)?.confirmedAt).toBe(at);
    const path = join(folder, readdirSync(folder).find((name) => name.startsWith(A)) ?? '');
    await expect.poll(() => statSync(path).mtimeMs, SOON).toBe(at);
    const next = await open();
    expect(next.get(A)).toMatchObject({ note: 'note', bytes: A.length, confirmedAt: at });
  });

  test('loads an earlier run in the order of use; old torn and foreign files are deleted', async () => {
    const { cache, folder, open, shrink } = await openFilled({ maxBytes: 3 * 4_096 });
    await shrink(0);
    cache.close();
    const [first = '', second = '', third = ''] = readdirSync(folder).toSorted();
    const leave = (name: string, text: string, ageMs: number) => {
      writeFileSync(join(folder, name), text);
      const at = new Date(Date.now() - ageMs);
      utimesSync(join(folder, name), at, at);
    };
    const torn = (letter: string) => `${letter.repeat(32)}.480-avif.note.${'0'.repeat(20)}`;
    leave(torn('1'), '', 2 * HOUR);
    leave(torn('2'), '', 0);
    leave('old', 'x', 2 * HOUR);
    leave('new', 'x', 0);
    leave(second, 'oldest', 2 * HOUR);
    leave(first, 'older', HOUR);
    const newest = first.replace(/^./, 'f');
    leave(newest, 'photo', 0);
    const next = await open();
    await expect
      .poll(() => new Set(readdirSync(folder)), SOON)
      .toEqual(new Set([first, third, newest, torn('2'), 'new']));
    expect(next.get(torn('2').slice(0, 41))).toBeUndefined();
    expect(next.get(first.slice(0, 41))?.bytes).toBe('older'.length);
  });

  test('finds no file that another process has removed', async () => {
    const { cache, folder, shrink, lines } = await openFilled();
    for (const name of readdirSync(folder))
      if (name.startsWith('a')) unlinkSync(join(folder, name));
    expect([await cache.find(A), cache.get(A)]).toEqual([undefined, undefined]);
    expect(await cache.find(B)).toMatchObject({ note: 'note' });
    await shrink(0);
    expect(lines, 'no error of the disk').toEqual([]);
  });

  test('two processes keep to the limit together, and neither lacks what the other one has made', async () => {
    const { cache, onDisk, open } = await openFilled({ maxBytes: 3 * 4_096, diskCheckMs: 5 });
    const other = await open();
    const others = ['0', '1', '2'].map((digit) => `${digit.repeat(32)}.480-avif`);
    for (const key of others) await other.put(key, 'note', Buffer.from(key));
    await cache.put(B, 'note', Buffer.from(B));
    await expect.poll(() => onDisk().size, SOON).toBeLessThanOrEqual(3);
    await expect.poll(() => others.filter((key) => cache.get(key)), SOON).not.toEqual([]);
  });

  test('two processes may write the same file, and each serves it', async () => {
    const { cache, open } = await openFilled();
    const other = await open();
    for (const each of [cache, other]) await each.put(A, 'jpeg', Buffer.from('photo'));
    for (const each of [cache, other]) {
      await each.shrink(0);
      expect(await each.find(A)).toMatchObject({ note: 'jpeg', bytes: 5 });
    }
  });

  test('the files of the former folders are moved, and two processes may do that', async () => {
    const { cache, folder, open } = await openFilled();
    cache.close();
    for (const [at, former] of ['originals', 'variants'].entries()) {
      mkdirSync(join(folder, former));
      for (const name of readdirSync(folder).filter((each) => each.startsWith('abcde'[at] ?? '')))
        if (name !== former) renameSync(join(folder, name), join(folder, former, name));
    }
    const both = await Promise.all([open(), open()]);
    for (const next of both) expect(await next.find(A)).toMatchObject({ note: 'note' });
    expect(readdirSync(folder).filter((name) => !name.includes('.'))).toEqual([]);
  });

  test('a disk that cannot be written is logged every 5 minutes, and keeps nothing', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    const { cache, lines } = await openCache(folder, IMAGE_LIMITS);
    const put = (id: string) => cache.put(fileKey(id, 'x'), 'note', Buffer.from('small'));
    expect((await put('a')).source).toEqual(Buffer.from('small'));
    expect(cache.get(fileKey('a', 'x'))).toBeUndefined();
    expect(lines).toMatchObject([{ event: 'image-disk', level: 'warn', folder, cause: 'EEXIST' }]);
    const setTime = passTime();
    for (const ms of [290_000, 301_000]) {
      expect(lines).toHaveLength(1);
      setTime(ms);
      await put('f');
    }
    expect(lines).toHaveLength(2);
    unlinkSync(folder);
    expect(typeof (await put('f')).source).toBe('string');
  });
});
