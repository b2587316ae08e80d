import { mkdirSync, readdirSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DiskCache } from '../../../../server/images/disk-cache.ts';
import { FreeSpace } from '../../../../server/images/free-space.ts';
import { IMAGE_LIMITS } from '../../../../server/images/image-limits.ts';
import { SOON } from '../../../support/effort.ts';
import { passTime } from '../../../support/pass-time.ts';
import { createTestLog } from '../../../support/test-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ALL = 2 ** 60;
const HOUR = 60 * 60 * 1_000;

describe('C11: pictures leave free space on the disk', () => {
  /** The test moves the floor. */
  function open(freeFloorBytes: number, folder = temporaryFolder(), diskCheckMs = 2 ** 30) {
    const limits = { freeFloorBytes, diskCheckMs };
    const { log, lines } = createTestLog('info');
    const space = new FreeSpace({ folder, limits, log });
    onTestFinished(() => space.close());
    return { folder, limits, space, lines };
  }

  test('below the floor caches shrink in order, and only so far; without free space nothing is written', async () => {
    const { limits, space, lines } = open(1);
    const calls: string[] = [];
    const write = () => space.write(1, async () => void calls.push('written'));
    space.registerShrinker(async (bytes) => void calls.push(`first ${bytes > ALL / 2}`));
    space.registerShrinker(async () => {
      if (calls.push('second') > 4) limits.freeFloorBytes = 1;
    });
    space.registerShrinker(async () => void calls.push('third'));
    expect([await write(), calls.splice(0), space.isLow()]).toEqual([true, ['written'], false]);
    const more = await space.write(ALL, async () => {});
    expect([more, calls.splice(0).length], 'more than is free').toEqual([false, 3]);
    limits.freeFloorBytes = ALL;
    expect([await write(), space.isLow()]).toEqual([false, true]);
    expect(calls).toEqual(['first true', 'second', 'third']);
    expect(await write()).toBe(true);
    expect(calls.slice(3)).toEqual(['first true', 'second', 'written']);
    expect(lines, 'one line').toHaveLength(1);
  });

  test('one file is written after the other, also after an error', async () => {
    const { folder, space } = open(1);
    const calls: string[] = [];
    const first = space.write(1, async () => {
      calls.push('begin');
      await statfs(folder);
      await statfs(folder);
      calls.push('end');
      throw new Error('broken');
    });
    const second = space.write(1, async () => void calls.push('second'));
    await expect(first).rejects.toThrow('broken');
    expect([await second, calls]).toEqual([true, ['begin', 'end', 'second']]);
  });

  test('the disk is no longer low when a quarter more than the floor is free', async () => {
    const { folder, limits, space, lines } = open(ALL);
    const look = () => space.write(0, async () => {});
    await look();
    const { bavail, bsize } = await statfs(folder);
    limits.freeFloorBytes = (bavail * bsize) / 1.1;
    expect([await look(), space.isLow(), lines.length]).toEqual([true, true, 1]);
    limits.freeFloorBytes = (bavail * bsize) / 1.5;
    expect([await look(), space.isLow()]).toEqual([true, false]);
    expect(lines).toMatchObject([
      { event: 'disk-low', level: 'warn', folder },
      { event: 'disk-ok', level: 'info', folder },
    ]);
  });

  test('a disk of unknown space is written to: the writer gets its error', async () => {
    const { space } = open(ALL, join(temporaryFolder(), 'none'));
    expect(await space.write(1, async () => {})).toBe(true);
  });

  test('pictures take 1 GiB, 200 MiB stay free, and those of phones with 50 megapixels are made', () => {
    const { originalsBytes, variantsBytes, freeFloorBytes: free, pixels } = IMAGE_LIMITS;
    expect([originalsBytes + variantsBytes, free]).toEqual([2 ** 30, 200 * 2 ** 20]);
    expect([pixels, 8_192 * 6_144 < pixels]).toEqual([52_000_000, true]);
    const { files, ahead, jobs, fetches, memoryFileBytes } = IMAGE_LIMITS;
    expect([files, jobs.queued, fetches.queued]).toEqual([20_000, 200, 200]);
    expect(ahead).toMatchObject({ records: 60, pictures: 500, pollMs: 300_000 });
    expect(memoryFileBytes).toBe(10 * 2 ** 20);
  });

  test('the disk is checked while nothing is written', async () => {
    const { space } = open(ALL, temporaryFolder(), 5);
    await expect.poll(() => space.isLow(), SOON).toBe(true);
  });
});

describe('C11: a cache on the disk', () => {
  const KEYS = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(32)}.480-avif`);
  const [A = '', B = ''] = KEYS;

  /** A cache with one small file under each key. */
  async function openFilled({ maxBytes = 1_000_000, files: max = 100 } = {}) {
    const folder = join(temporaryFolder(), 'pictures');
    const { log, lines } = createTestLog();
    const limits = { ...IMAGE_LIMITS, files: max, freeFloorBytes: 0 };
    const freeSpace = new FreeSpace({ folder, limits, log });
    const shrinks: ((bytes: number) => Promise<void>)[] = [];
    freeSpace.registerShrinker = (shrink) => void shrinks.push(shrink);
    onTestFinished(() => freeSpace.close());
    async function open(): Promise<DiskCache> {
      const cache = new DiskCache({ folder, maxBytes, limits, freeSpace, log });
      onTestFinished(() => cache.close());
      await cache.ready;
      return cache;
    }
    const cache = await open();
    for (const key of KEYS) await cache.put(key, 'note', Buffer.from(key));
    async function held(): Promise<(string | undefined)[]> {
      const files = await Promise.all(KEYS.map((key) => cache.find(key)));
      return KEYS.filter((_, at) => files[at] !== undefined).map(([letter]) => letter);
    }
    const onDisk = () => new Set(readdirSync(folder).map(([letter]) => letter));
    /** Resolves when the files over the limit are deleted. */
    const shrink = (bytes: number) => shrinks[0]?.(bytes);
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

  test('rejects a file that is larger than its limit', async () => {
    const { cache, held } = await openFilled({ maxBytes: 5 * 4_096 });
    const large = Buffer.alloc(5 * 4_096 + 1);
    await expect(cache.put(A, 'note', large)).rejects.toMatchObject({ kind: 'too-large' });
    expect(await held()).toHaveLength(5);
    await cache.put(A, 'note', large.subarray(1));
    expect(await held()).toEqual(['a']);
  });

  test('new content takes the place of the old, on the disk or, without free space, in memory; the same stays', async () => {
    const { cache, folder, limits, shrink, onDisk, held } = await openFilled();
    await cache.put(A, 'note', Buffer.from(A));
    await cache.put(B, 'note', Buffer.from('new'));
    await shrink(0);
    expect([onDisk().size, (await held()).length, cache.get(B)?.bytes]).toEqual([5, 5, 3]);
    limits.freeFloorBytes = ALL;
    const content = Buffer.from('newest');
    await cache.put(B, 'note', content);
    await shrink(0);
    expect([cache.get(B)?.source, onDisk()]).toEqual([content, new Set(['a', 'c', 'd', 'e'])]);
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
    expect(next.additions, 'pages are rendered again with what is known').toBeGreaterThan(0);
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

  test('finds files that another process writes, without a restart', async () => {
    const { cache, open } = await openFilled();
    const other = await open();
    const { additions } = other;
    const key = 'f'.repeat(32) + '.original';
    const { tag } = await cache.put(key, 'jpeg', Buffer.from('photo'));
    await expect.poll(() => other.get(key), SOON).toMatchObject({ tag, note: 'jpeg', bytes: 5 });
    expect(other.additions).toBeGreaterThan(additions);
  });

  test('holds small files in memory while the disk cannot be written, which is logged every 5 minutes', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    const { log, lines } = createTestLog('info');
    const limits = { ...IMAGE_LIMITS, memoryBytes: 12, memoryFileBytes: 5 };
    const freeSpace = new FreeSpace({ folder, limits, log });
    const cache = new DiskCache({ folder, maxBytes: 1_000_000, limits, freeSpace, log });
    onTestFinished(() => freeSpace.close());
    await cache.ready;
    const content = Buffer.from('small');
    const file = await cache.put('a', 'note', content);
    expect((await cache.find('a'))?.source).toBe(content);
    const later = file.confirmedAt + 7;
    cache.confirm('a', later);
    expect(cache.get('a')?.confirmedAt).toBe(later);
    const larger = cache.put('b', 'note', Buffer.from('larger'));
    await expect(larger).rejects.toMatchObject({ kind: 'disk' });
    expect(lines).toMatchObject([{ event: 'image-disk', level: 'warn', folder, cause: 'EEXIST' }]);
    // The disk is not used again at once.
    unlinkSync(folder);
    mkdirSync(folder);
    await cache.put('c', 'note', content);
    expect(readdirSync(folder)).toEqual([]);
    cache.delete('a');
    expect([cache.get('a'), cache.get('c')?.source]).toEqual([undefined, content]);
    for (const key of ['d', 'e']) await cache.put(key, 'note', content);
    expect(cache.get('c'), 'more than the memory may hold').toBeUndefined();
    const setTime = passTime();
    setTime(31_000);
    await cache.put('f', 'note', content);
    expect(readdirSync(folder)).toHaveLength(1);
    await rm(folder, { recursive: true });
    writeFileSync(folder, '');
    for (const ms of [62_000, 301_000]) {
      expect(lines).toHaveLength(1);
      setTime(ms);
      await cache.put('f', 'note', content);
    }
    expect(lines).toHaveLength(2);
  });
});
