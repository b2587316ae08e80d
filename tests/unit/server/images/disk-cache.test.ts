import { utimesSync, mkdirSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cacheKey } from '../../../../server/images/cached-file.ts';
import { DiskCache } from '../../../../server/images/disk-cache.ts';
import { FileError } from '../../../../server/images/file-error.ts';
import { fileKind } from '../../../../server/images/file-kind.ts';
import { FreeSpace } from '../../../../server/images/free-space.ts';
import { IMAGE_LIMITS, type ImageLimits } from '../../../../server/images/image-limits.ts';
import { ImageMetadataStore } from '../../../../server/images/image-metadata.ts';
import { Originals } from '../../../../server/images/originals.ts';
import type { Rendition } from '../../../../server/images/picture-format.ts';
import type { MadePicture, PictureJob } from '../../../../server/images/render-picture.ts';
import { variantKey, Variants } from '../../../../server/images/variants.ts';
import { ProviderError } from '../../../../server/provider/provider.ts';
import { SOON } from '../../../support/effort.ts';
import { createTestLog } from '../../../support/test-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const ALL = 2 ** 60;
const HOUR = 60 * 60 * 1_000;

/** A log and its events. */
function record() {
  const { log, lines } = createTestLog('info');
  return { log, lines, events: () => lines.map(({ event }) => event) };
}

describe('C11: pictures leave free space on the disk', () => {
  /** The test moves the floor. */
  function open(freeFloorBytes: number, folder = temporaryFolder()) {
    const limits = { freeFloorBytes, diskCheckMs: 2 ** 30 };
    const { log, lines, events } = record();
    const space = new FreeSpace({ folder, limits, log });
    onTestFinished(() => space.close());
    return { folder, limits, space, lines, events };
  }

  test('a file that fits is written, and no cache shrinks', async () => {
    const { space, events } = open(1);
    const shrinks: number[] = [];
    space.registerShrinker(async (bytes) => void shrinks.push(bytes));
    let isWritten = false;
    expect(await space.write(1, async () => void (isWritten = true))).toBe(true);
    expect([isWritten, shrinks, space.isLow(), events()]).toEqual([true, [], false, []]);
  });

  test('below the floor caches shrink in order; without free space nothing is written', async () => {
    const { folder, limits, space, lines, events } = open(ALL);
    const shrinks: string[] = [];
    space.registerShrinker(async (bytes) => void shrinks.push(`first ${bytes > ALL / 2}`));
    space.registerShrinker(async () => {
      shrinks.push('second');
      if (shrinks.length > 2) limits.freeFloorBytes = 1;
    });
    space.registerShrinker(async () => void shrinks.push('third'));
    expect(await space.write(1, () => Promise.reject(new Error('written')))).toBe(false);
    expect(shrinks).toEqual(['first true', 'second', 'third']);
    expect(space.isLow()).toBe(true);
    expect(lines).toMatchObject([
      { event: 'disk-low', folder, level: 'warn', cause: expect.stringContaining(`${ALL} bytes`) },
    ]);
    shrinks.length = 0;
    shrinks.push('again');
    expect(await space.write(1, async () => {})).toBe(true);
    expect(shrinks).toEqual(['again', 'first true', 'second']);
    expect(events(), 'one line').toEqual(['disk-low']);
  });

  test('writes in progress count until they end or fail', async () => {
    const { folder, limits, space } = open(1);
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    limits.freeFloorBytes = free * 0.7;
    const write = (work: () => Promise<void> = async () => {}) => space.write(free * 0.2, work);
    let end = () => {};
    let first: Promise<boolean> | undefined;
    await new Promise<void>((resolve) => {
      first = write(() => {
        resolve();
        return new Promise((done) => void (end = done));
      });
    });
    expect(await write()).toBe(false);
    end();
    expect([await first, await write()]).toEqual([true, true]);
    const broken = write(() => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    expect(await write()).toBe(true);
  });

  test('the disk is no longer low when a quarter more than the floor is free', async () => {
    const { folder, limits, space, events } = open(ALL);
    const look = () => space.write(0, async () => {});
    await look();
    const { bavail, bsize } = await statfs(folder);
    limits.freeFloorBytes = (bavail * bsize) / 1.1;
    expect([await look(), space.isLow(), events()]).toEqual([true, true, ['disk-low']]);
    limits.freeFloorBytes = (bavail * bsize) / 1.5;
    expect([await look(), space.isLow()]).toEqual([true, false]);
    expect(events()).toEqual(['disk-low', 'disk-ok']);
  });

  test('a disk of unknown space is written to: the writer gets its error', async () => {
    const { space } = open(ALL, join(temporaryFolder(), 'none'));
    expect(await space.write(1, async () => {})).toBe(true);
  });

  test('the disk is checked while nothing is written, until the close', async () => {
    const { log, events } = record();
    const limits = { freeFloorBytes: ALL, diskCheckMs: 5 };
    const space = new FreeSpace({ folder: temporaryFolder(), limits, log });
    await expect.poll(() => space.isLow(), SOON).toBe(true);
    space.close();
    expect(events()).toEqual(['disk-low']);
  });
});

describe('C11: a cache on the disk', () => {
  const KEYS = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(32)}.480-avif`);

  /** A cache with one small file under each key. */
  async function openFilled({ maxBytes = 1_000_000, files: max = 100 } = {}) {
    const folder = temporaryFolder();
    const { log } = record();
    const limits = { ...IMAGE_LIMITS, files: max };
    const freeSpace = new FreeSpace({ folder, limits: { ...limits, freeFloorBytes: 0 }, log });
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
    return {
      cache,
      folder,
      open,
      held,
      onDisk,
      /** Resolves when the files over the limit are deleted. */
      shrink: (bytes: number) => shrinks[0]?.(bytes),
    };
  }

  test('shrinks by whole blocks, the least recently used first, and its files are deleted', async () => {
    const { cache, shrink, held, onDisk } = await openFilled();
    cache.get(KEYS[0] ?? '');
    await shrink(0);
    expect(onDisk().size).toBe(5);
    await shrink(1);
    expect(onDisk()).toEqual(new Set(['a', 'c', 'd', 'e']));
    await shrink(4_097);
    expect(onDisk()).toEqual(new Set(['a', 'e']));
    expect(await held()).toEqual(['a', 'e']);
    await shrink(ALL);
    expect(onDisk().size).toBe(0);
    expect(await held()).toEqual([]);
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
    await expect(cache.put('f'.repeat(32), 'note', large)).rejects.toMatchObject({
      kind: 'too-large',
    });
    expect(await held()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('knows when a file was last confirmed, also after a restart', async () => {
    const { cache, folder, open } = await openFilled();
    const [key = ''] = KEYS;
    const at = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000;
    cache.confirm(key, at);
    cache.confirm(key, at - 30_000);
    cache.confirm('unknown', at);
    expect(cache.get(key)?.confirmedAt).toBe(at);
    const path = join(folder, readdirSync(folder).find((name) => name.startsWith(key)) ?? '');
    await expect.poll(() => statSync(path).mtimeMs, SOON).toBe(at);
    const next = await open();
    expect(next.get(key)).toMatchObject({ note: 'note', bytes: key.length, confirmedAt: at });
  });

  test('loads an earlier run in the order of use; old torn and foreign files are deleted', async () => {
    const { cache, folder, open, shrink } = await openFilled({ maxBytes: 3 * 4_096 });
    await shrink(0);
    cache.close();
    const [first = '', second = '', third = ''] = readdirSync(folder).toSorted((a, b) =>
      a < b ? -1 : 1,
    );
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
    const [older, oldest] = [new Date(Date.now() - HOUR), new Date(Date.now() - 2 * HOUR)];
    utimesSync(join(folder, second), oldest, oldest);
    utimesSync(join(folder, first), older, older);
    leave(first.replace(/^./, 'f'), 'photo', 0);
    const next = await open();
    await expect
      .poll(() => new Set(readdirSync(folder)), SOON)
      .toEqual(new Set([first, third, first.replace(/^./, 'f'), torn('2'), 'new']));
    expect(next.get(torn('2').slice(0, 41))).toBeUndefined();
    expect(next.get(first.slice(0, 41))?.bytes).toBe(41);
  });

  test('finds no file that another process has removed', async () => {
    const { cache, folder } = await openFilled();
    for (const name of readdirSync(folder))
      if (name.startsWith('a')) unlinkSync(join(folder, name));
    expect(await cache.find(KEYS[0] ?? '')).toBeUndefined();
    expect(cache.get(KEYS[0] ?? '')).toBeUndefined();
    expect(await cache.find(KEYS[1] ?? '')).toMatchObject({ note: 'note' });
  });

  test('finds files that another process writes, without a restart', async () => {
    const { cache, open } = await openFilled();
    const other = await open();
    const key = 'f'.repeat(32) + '.original';
    const { tag } = await cache.put(key, 'jpeg', Buffer.from('photo'));
    await expect.poll(() => other.get(key), SOON).toMatchObject({ tag, note: 'jpeg', bytes: 5 });
  });

  test('holds small files in memory while the disk cannot be written, and logs it once', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    const { log, lines } = record();
    const limits = { ...IMAGE_LIMITS, memoryFileBytes: 5 };
    const freeSpace = new FreeSpace({ folder, limits, log });
    const cache = new DiskCache({ folder, maxBytes: 1_000_000, limits, freeSpace, log });
    onTestFinished(() => freeSpace.close());
    await cache.ready;
    const content = Buffer.from('small');
    const file = await cache.put('a', 'note', content);
    expect(cache.source(file)).toBe(content);
    expect((await cache.find('a'))?.bytes).toBe(5);
    const later = file.confirmedAt + 7;
    cache.confirm('a', later);
    expect(cache.get('a')?.confirmedAt).toBe(later);
    await cache.put('empty', 'note', Buffer.alloc(0));
    expect(cache.get('empty')?.bytes).toBe(0);
    await expect(cache.put('b', 'note', Buffer.from('larger'))).rejects.toMatchObject({
      kind: 'disk',
    });
    expect(lines).toMatchObject([{ event: 'image-disk', folder, cause: 'EEXIST' }]);
    // The disk is not used again at once.
    unlinkSync(folder);
    mkdirSync(folder);
    await cache.put('c', 'note', content);
    expect(readdirSync(folder)).toEqual([]);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });
});

describe('the kind of a file', () => {
  const size = (bytes: number) => String.fromCharCode(0, 0, 0, bytes);
  test.each([
    ['jpeg', '\xff\xd8\xff\xe0'],
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['gif', 'GIF87a\x01\0'],
    ['webp', 'RIFF1234WEBPVP8 '],
    ['pdf', '%PDF-1.7'],
    ['avif', `${size(24)}ftypavif0000mif1miaf`],
    ['avif', `${size(24)}ftypavis0000msf1miaf`],
    ['avif', `${size(24)}ftypmif10000miafavif`],
    ['avif', `${size(16)}ftypavif0000`],
    [null, `${size(20)}ftypmif10000miafavif`],
    [null, `${size(24)}ftypmif10000miafheic`],
    [null, `${size(24)}ftyqavif0000mif1miaf`],
    [null, `${size(12)}ftypavif000`],
    [null, `x${size(24)}ftypavif0000mif1miaf`],
    [null, 'RIFF1234WAVEfmt '],
    [null, 'webp GIF87a'],
    [null, ' %PDF-1.7'],
    [null, ''],
  ])('is %s by %j', (kind, head) => {
    expect(fileKind(Buffer.from(head, 'latin1'))).toBe(kind);
  });
});

describe('metadata of pictures', () => {
  const PICTURE = { width: 1_200, height: 800, colour: '#208060', focus: { x: 20, y: 70 } };

  function open(folder: string) {
    const { log, lines } = record();
    const store = new ImageMetadataStore(join(folder, 'metadata.json'), IMAGE_LIMITS, log);
    onTestFinished(() => store.close());
    return { store, lines };
  }

  test('of one process is merged by others that share the folder', async () => {
    const folder = temporaryFolder();
    const { store } = open(folder);
    const { store: other, lines } = open(folder);
    other.watch();
    const own = { ...PICTURE, colour: null };
    other.set('theirs', 'tag', own);
    const revision = other.revision();
    store.set('theirs', 'older', PICTURE);
    store.set('ours', 'tag', PICTURE);
    await store.close();
    await expect.poll(() => other.get('ours'), SOON).toEqual(PICTURE);
    expect(other.get('theirs')).toEqual(own);
    expect(other.has('ours', 'tag')).toBe(true);
    expect(other.has('ours', 'another')).toBe(false);
    expect(other.revision()).toBeGreaterThan(revision);
    expect(lines).toEqual([]);
  });

  test('survives a restart, the newest first with a smaller limit', async () => {
    const folder = temporaryFolder();
    const { store } = open(folder);
    for (const id of ['one', 'two', 'three']) store.set(id, 'tag', PICTURE);
    store.delete('three');
    await store.close();
    const { store: next } = open(folder);
    expect(['one', 'two', 'three'].map((id) => next.get(id))).toEqual([
      PICTURE,
      PICTURE,
      undefined,
    ]);
    const { log } = record();
    const limits = { ...IMAGE_LIMITS, metadata: 1 };
    const small = new ImageMetadataStore(join(folder, 'metadata.json'), limits, log);
    expect(['one', 'two'].map((id) => small.get(id))).toEqual([undefined, PICTURE]);
    await small.close();
  });

  test('that cannot be read or written is logged, and stays in memory', async () => {
    const folder = join(temporaryFolder(), 'file');
    writeFileSync(folder, '');
    const { store, lines } = open(folder);
    store.set('ours', 'tag', PICTURE);
    await store.close();
    expect(store.get('ours')).toEqual(PICTURE);
    const line = { event: 'image-metadata', level: 'warn' };
    const cause = expect.stringMatching(/^(EEXIST|ENOTDIR)$/);
    expect(lines).toMatchObject([
      { ...line, cause: 'unreadable' },
      { ...line, cause },
    ]);
  });

  test('of a picture that is gone goes from the file too', async () => {
    const folder = temporaryFolder();
    const { store } = open(folder);
    for (const id of ['one', 'two']) store.set(id, 'tag', PICTURE);
    await store.close();
    const { store: next } = open(folder);
    next.delete('one');
    next.delete('unknown');
    await next.close();
    const { store: last } = open(folder);
    expect(['one', 'two'].map((id) => last.get(id))).toEqual([undefined, PICTURE]);
  });

  test('of an earlier release has no focus: the picture is read again', () => {
    const folder = temporaryFolder();
    const { focus: _, ...older } = PICTURE;
    writeFileSync(join(folder, 'metadata.json'), JSON.stringify([['a', { tag: 't', ...older }]]));
    const { store } = open(folder);
    expect(store.get('a')).toEqual({ ...older, colour: null, focus: { x: 50, y: 50 } });
    expect(store.has('a', 't')).toBe(false);
    store.set('a', 't', PICTURE);
    expect(store.has('a', 't')).toBe(true);
  });

  test.each([
    ['torn', '[["a",'],
    ['a colour with more', JSON.stringify([['a', { tag: 't', ...PICTURE, colour: '#20806000' }]])],
    ['a size below one', JSON.stringify([['a', { tag: 't', ...PICTURE, width: 0 }]])],
    ['a place outside', JSON.stringify([['a', { tag: 't', ...PICTURE, focus: { x: 101, y: 0 } }]])],
  ])('is read again when the file is invalid: %s', (_, text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'metadata.json'), text);
    const { store, lines } = open(folder);
    expect(store.get('a')).toBeUndefined();
    expect(lines).toMatchObject([{ event: 'image-metadata', cause: 'unreadable' }]);
  });
});

describe('originals and variants', () => {
  const PICTURE = Buffer.from('\xff\xd8\xff\xe0 a photo', 'latin1');
  const RENDITION: Rendition = { width: 320, format: 'webp', quality: 'full' };

  /** Sets the age of a file since its last confirmation. */
  function setAge(cache: DiskCache, key: string, age: number): void {
    const copy = cache.get(key);
    if (copy === undefined) throw new Error('no copy');
    copy.confirmedAt = Date.now() - age;
  }

  /** `fakes` are the provider and the encoder. */
  async function open(limits: Partial<ImageLimits> = {}) {
    const folder = temporaryFolder();
    const { log, lines } = record();
    const all = { ...IMAGE_LIMITS, ...limits };
    const freeSpace = new FreeSpace({ folder, limits: { ...all, freeFloorBytes: 0 }, log });
    const shared = { maxBytes: 1_000_000, limits: all, freeSpace, log };
    const files = new DiskCache({ ...shared, folder: join(folder, 'originals') });
    const cache = new DiskCache({ ...shared, folder: join(folder, 'variants') });
    const metadata = new ImageMetadataStore(join(folder, 'metadata.json'), all, log);
    await Promise.all([files.ready, cache.ready]);
    const calls: string[] = [];
    const fakes: {
      getFile(id: string): Promise<Buffer>;
      make(job: PictureJob): Promise<MadePicture>;
    } = {
      getFile: async () => PICTURE,
      make: async () => ({ picture: Buffer.from('made'), metadata: null }),
    };
    const originals = new Originals({
      provider: {
        getFile: (id) => {
          calls.push(`get ${id}`);
          return fakes.getFile(id);
        },
      },
      cache: files,
      log,
      limits: all,
    });
    function makePicture(job: PictureJob): Promise<MadePicture> {
      calls.push(`make ${job.rendition.width}`);
      return fakes.make(job);
    }
    const variants = new Variants({ originals, cache, metadata, makePicture, log, limits: all });
    onTestFinished(async () => {
      await originals.settled();
      await variants.settled();
      await metadata.close();
      freeSpace.close();
      files.close();
      cache.close();
    });
    return { originals, variants, cache, files, metadata, lines, calls, fakes };
  }

  test.each([
    [new ProviderError('status', { status: 404 }), 'missing', 'warn'],
    [new ProviderError('status', { status: 500 }), 'provider', 'warn'],
    [new ProviderError('timeout'), 'timeout', 'warn'],
    [new ProviderError('breaker-open'), 'down', undefined],
    [new ProviderError('stopping'), 'down', undefined],
    [new ProviderError('refused-path'), 'missing', 'warn'],
    [new ProviderError('too-large'), 'too-large', 'warn'],
    [new FileError('disk', new Error('full')), 'disk', 'error'],
    [new TypeError('x'), 'provider', 'warn'],
  ])('C10: %s is the error "%s", logged with level %s', async (error, kind, level) => {
    const { originals, lines, fakes } = await open();
    fakes.getFile = async () => {
      throw error;
    };
    await expect(originals.get('a', 'edge-1')).rejects.toMatchObject({ kind });
    const line = {
      event: 'image-original',
      level,
      cause: expect.stringContaining(kind),
      file: expect.stringMatching(/^[\da-f]{32}\.original$/),
      requestId: 'edge-1',
    };
    expect(lines).toMatchObject(level === undefined ? [] : [line]);
  });

  test('C10: an error is remembered, except down and busy', async () => {
    const { originals, calls, fakes } = await open();
    for (const [id, kind] of [
      ['a', 'missing'],
      ['b', 'down'],
    ] as const) {
      fakes.getFile = () => Promise.reject(new FileError(kind));
      for (let count = 0; count < 2; count += 1)
        await expect(originals.get(id)).rejects.toMatchObject({ kind });
    }
    expect(calls).toEqual(['get a', 'get b', 'get b']);
  });

  test('C4, C6: a copy is served, a stale one refreshed in the background, an expired one not served', async () => {
    const { originals, files, calls } = await open();
    const { tag } = await originals.get('a');
    await originals.get('a');
    await originals.renewed('a');
    expect(calls).toEqual(['get a']);
    setAge(files, cacheKey('a', 'original'), 6 * HOUR);
    expect((await originals.get('a')).tag).toBe(tag);
    await originals.settled();
    expect(calls).toHaveLength(2);
    expect((files.get(cacheKey('a', 'original'))?.confirmedAt ?? 0) > Date.now() - HOUR).toBe(true);
    setAge(files, cacheKey('a', 'original'), 7 * 24 * HOUR);
    const [one, other] = await Promise.all([originals.get('a'), originals.get('a')]);
    expect([one.tag, other.tag, calls.length]).toEqual([tag, tag, 3]);
  });

  test('C4: a variant is a single flight, and its metadata is stored', async () => {
    const { variants, cache, metadata, lines, calls, fakes } = await open();
    const seen = { width: 12, height: 8, colour: '#208060', focus: { x: 1, y: 2 } };
    fakes.make = async ({ withMetadata }) => ({
      picture: Buffer.from('made'),
      metadata: withMetadata ? seen : null,
    });
    expect(variants.has('a', RENDITION)).toBe(false);
    const both = [variants.get('a', RENDITION, 'edge-1'), variants.get('a', RENDITION)];
    let isIdle = false;
    const idle = variants.idle().then(() => void (isIdle = true));
    expect(isIdle).toBe(false);
    const [variant] = await Promise.all(both);
    await idle;
    expect(variant).toMatchObject({ bytes: 4 });
    expect(calls).toEqual(['get a', 'make 320']);
    expect([variants.has('a', RENDITION), variants.has('b', RENDITION)]).toEqual([true, false]);
    expect(metadata.get('a')).toEqual(seen);
    expect(lines).toMatchObject([{ event: 'image-variant', bytes: 4, requestId: 'edge-1' }]);
    expect(Number(lines[0]?.['durationMs'])).toBeLessThan(60_000);
    setAge(cache, variantKey('a', RENDITION), 7 * 24 * HOUR);
    expect(variants.has('a', RENDITION)).toBe(false);
    await variants.get('a', RENDITION);
    expect(calls.filter((call) => call === 'make 320')).toHaveLength(2);
  });

  test('C6: a stale variant is made again when its original has changed; an error changes nothing', async () => {
    const { variants, originals, cache, files, metadata, calls, fakes } = await open();
    await variants.get('a', RENDITION);
    metadata.set('a', 'tag', { width: 1, height: 1, colour: null, focus: { x: 1, y: 1 } });
    const key = variantKey('a', RENDITION);
    const grow = async () => {
      setAge(cache, key, 6 * HOUR);
      setAge(files, cacheKey('a', 'original'), 6 * HOUR);
      await variants.get('a', RENDITION);
      await variants.settled();
      await originals.settled();
    };
    await grow();
    expect(calls, 'its original is the same').toEqual(['get a', 'make 320', 'get a']);
    expect((cache.get(key)?.confirmedAt ?? 0) > Date.now() - HOUR).toBe(true);
    fakes.getFile = async () => Buffer.concat([PICTURE, Buffer.from(' changed')]);
    await grow();
    expect(calls.slice(3)).toEqual(['get a', 'make 320']);
    fakes.getFile = () => Promise.reject(new ProviderError('status', { status: 500 }));
    await grow();
    expect(cache.get(key), 'after an error').toBeDefined();
    expect(metadata.get('a')).toBeDefined();
  });

  test('a file that the provider has deleted is deleted with its variants and metadata', async () => {
    const { variants, originals, cache, files, metadata, fakes } = await open();
    await variants.get('a', RENDITION);
    metadata.set('a', 'tag', { width: 1, height: 1, colour: null, focus: { x: 1, y: 1 } });
    setAge(cache, variantKey('a', RENDITION), 6 * HOUR);
    setAge(files, cacheKey('a', 'original'), 6 * HOUR);
    fakes.getFile = () => Promise.reject(new ProviderError('status', { status: 410 }));
    await variants.get('a', RENDITION);
    await variants.settled();
    await originals.settled();
    expect([cache.get(variantKey('a', RENDITION)), metadata.get('a')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(files.get(cacheKey('a', 'original'))).toBeUndefined();
  });

  test('C10: a broken picture is not decoded again; a document is not a picture', async () => {
    const { variants, lines, calls, fakes } = await open();
    fakes.make = () => Promise.reject(new FileError('broken', new Error('torn')));
    for (let count = 0; count < 2; count += 1)
      await expect(variants.get('a', RENDITION)).rejects.toMatchObject({ kind: 'broken' });
    expect(calls).toEqual(['get a', 'make 320']);
    expect(lines).toMatchObject([
      { event: 'image-placeholder', level: 'warn', cause: 'broken: torn' },
    ]);
    fakes.make = () => Promise.reject(new FileError('busy'));
    fakes.getFile = async () => Buffer.concat([PICTURE, Buffer.from(' another')]);
    for (let count = 0; count < 2; count += 1)
      await expect(variants.get('b', RENDITION)).rejects.toMatchObject({ kind: 'busy' });
    expect(calls.filter((call) => call === 'make 320')).toHaveLength(3);
    fakes.getFile = async () => Buffer.from('%PDF-1.7');
    await expect(variants.get('c', RENDITION)).rejects.toMatchObject({ kind: 'unsupported' });
  });
});
