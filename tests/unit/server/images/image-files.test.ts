import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { DiskCache, fileKey } from '../../../../server/images/disk-cache.ts';
import { FileError, type FileErrorKind } from '../../../../server/images/file-error.ts';
import { fileKind } from '../../../../server/images/file-kind.ts';
import { ImageFiles, variantKey } from '../../../../server/images/image-files.ts';
import { IMAGE_LIMITS, type ImageLimits } from '../../../../server/images/image-limits.ts';
import type { Rendition } from '../../../../server/images/picture-format.ts';
import { ProviderError } from '../../../../server/provider/provider-error.ts';
import { holdMoment } from '../../../support/moments.ts';
import { passTime } from '../../../support/pass-time.ts';
import { createTestLog } from '../../../support/test-log.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MINUTE = 60 * 1_000;
const HOUR = 60 * MINUTE;
const CREATE = { width: 12, height: 8, channels: 3, background: '#208060' } as const;
const PICTURE = await sharp({ create: CREATE }).png().toBuffer();
const RENDITION: Rendition = { width: 320, format: 'webp', quality: 'full' };
const ORIGINAL = fileKey('a');
const VARIANT = variantKey('a', RENDITION);
const METADATA = { width: 12, height: 8, colour: '#208060', focus: { x: 0, y: 0 } };

/** Sets the age of a file since its last confirmation. */
function setAge(cache: DiskCache, key: string, age: number): void {
  const copy = cache.get(key);
  if (copy === undefined) throw new Error('no copy');
  copy.confirmedAt = Date.now() - age;
}

/** `fakes` is the provider. */
async function open(overrides: Partial<ImageLimits> = {}, folder = temporaryFolder()) {
  const { log, lines } = createTestLog('info');
  const limits = { ...IMAGE_LIMITS, freeFloorBytes: 0, ...overrides };
  const cache = new DiskCache({ folder, limits, log });
  const calls: string[] = [];
  const fakes = { getFile: async (): Promise<Buffer> => PICTURE };
  const requestIds: unknown[] = [];
  function getFile(id: string, requestId?: string): Promise<Buffer> {
    calls.push(`get ${id}`);
    requestIds.push(requestId);
    return fakes.getFile();
  }
  const images = new ImageFiles({ provider: { getFile }, cache, log, limits });
  onTestFinished(async () => {
    await images.settled();
    cache.close();
  });
  /** Requests the variant when it and its original are stale. */
  async function getStale(): Promise<void> {
    for (const key of [VARIANT, ORIGINAL]) setAge(cache, key, 6 * HOUR);
    await images.variant('a', RENDITION);
    await images.settled();
  }
  const made = () => lines.filter(({ event }) => event === 'image-variant').length;
  return { images, cache, lines, calls, made, requestIds, fakes, getStale };
}

test.each([
  [new ProviderError('status', { status: 404 }), 'missing', 'warn'],
  [new ProviderError('status', { status: 500 }), 'provider', 'warn'],
  [new ProviderError('timeout'), 'timeout', 'warn'],
  [new ProviderError('breaker-open'), 'down', undefined],
  [new ProviderError('stopping'), 'down', undefined],
  [new ProviderError('refused-path'), 'missing', 'warn'],
  [new ProviderError('too-large'), 'too-large', 'warn'],
  [new TypeError('x'), 'provider', 'warn'],
])('C10: %s is the error "%s", logged with level %s', async (thrown, kind, level) => {
  const { images, lines, fakes } = await open();
  fakes.getFile = () => Promise.reject(thrown);
  await expect(images.original('a', 'edge-1')).rejects.toMatchObject({ kind });
  const cause = expect.stringContaining(kind);
  const line = { event: 'image-original', level, cause, file: ORIGINAL, requestId: 'edge-1' };
  expect(lines).toMatchObject(level === undefined ? [] : [line]);
});

test.each([
  [0, 'unpublished unknown down busy'],
  [5_000, 'provider timeout'],
  [30_000, 'disk'],
  [60_000, 'missing unsupported'],
  [600_000, 'too-large broken'],
])('C10: for %i ms an error is remembered that is one of %s', async (ms, kinds) => {
  const { images, calls, fakes } = await open();
  const setTime = passTime();
  for (const kind of kinds.split(' ') as FileErrorKind[]) {
    fakes.getFile = () => Promise.reject(new FileError(kind));
    for (const at of [0, ms - 1, ms + 100]) {
      setTime(at);
      await expect(images.original(kind)).rejects.toMatchObject({ kind });
      // lru-cache reads the clock once in a turn.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect([kind, calls.splice(0).length]).toEqual([kind, ms === 0 ? 3 : 2]);
  }
});

test('C11: originals beyond those at once and in the queue are "busy"', async () => {
  const { images, calls, fakes } = await open({ fetches: { concurrent: 1, queued: 2 } });
  const { wait, release } = holdMoment();
  fakes.getFile = () => wait().then(() => PICTURE);
  const waiting = ['a', 'b', 'c'].map((id) => images.original(id));
  const policy = { status: 503, pictureStatus: 503 };
  await expect(images.original('d')).rejects.toMatchObject({ kind: 'busy', policy });
  expect(calls).toEqual(['get a']);
  release();
  await Promise.all(waiting);
});

test('C11: of thirty downloads of different files, few are in memory until they are rendered', async () => {
  const { images, calls, fakes } = await open();
  const photo = await sharp({ create: CREATE })
    .withExif({ IFD0: { Copyright: 'x' } })
    .jpeg()
    .toBuffer();
  let [held, mostHeld] = [0, 0];
  fakes.getFile = async () => {
    held += 1;
    mostHeld = Math.max(mostHeld, held);
    return photo;
  };
  const downloads = Array.from({ length: 30 }, async (_, id) => {
    const { content } = await images.download(`${id}`);
    held -= 1;
    expect(content.includes('Exif')).toBe(false);
  });
  await Promise.all(downloads);
  expect(calls).toHaveLength(30);
  // The next one may begin before its caller has the one that ended.
  expect(mostHeld).toBeLessThanOrEqual(2 * IMAGE_LIMITS.downloads.concurrent);
});

test('C4, C6: a copy is served, a stale one refreshed in the background, an expired one not served', async () => {
  const { images, cache, calls, requestIds } = await open();
  const { tag } = await images.original('a');
  await images.original('a');
  await images.original('a', undefined, 6 * HOUR);
  setAge(cache, ORIGINAL, 6 * HOUR - MINUTE);
  await images.original('a');
  expect(calls).toEqual(['get a']);
  for (const age of [6 * HOUR, 7 * 24 * HOUR - MINUTE]) {
    setAge(cache, ORIGINAL, age);
    expect((await images.original('a', 'edge-1')).confirmedAt).toBeLessThan(Date.now() - HOUR);
    await images.settled();
    expect((cache.get(ORIGINAL)?.confirmedAt ?? 0) > Date.now() - HOUR).toBe(true);
  }
  setAge(cache, ORIGINAL, 7 * 24 * HOUR);
  const [one, other] = await Promise.all([images.original('a'), images.original('a')]);
  expect([one.tag, other.tag, calls.length]).toEqual([tag, tag, 4]);
  expect(requestIds).toEqual([undefined, 'edge-1', 'edge-1', undefined]);
});

test('C4: a variant is a single flight, and its metadata is stored', async () => {
  const { images, cache, lines, calls, made, requestIds } = await open();
  passTime()(0);
  expect([images.has('a', RENDITION), images.metadata('a')]).toEqual([false, undefined]);
  const both = [images.variant('a', RENDITION, 'edge-1'), images.variant('a', RENDITION)];
  let isIdle = false;
  const idle = images.idle().then(() => void (isIdle = true));
  expect(isIdle).toBe(false);
  const [variant] = await Promise.all(both);
  await idle;
  expect(calls).toEqual(['get a']);
  expect([images.has('a', RENDITION), images.has('b', RENDITION)]).toEqual([true, false]);
  expect(images.metadata('a')).toMatchObject(METADATA);
  const line = { event: 'image-variant', level: 'info', file: VARIANT, bytes: variant?.bytes };
  expect(lines).toMatchObject([{ ...line, durationMs: 0, requestId: 'edge-1' }]);
  expect(requestIds).toEqual(['edge-1']);
  await images.variant('b', RENDITION);
  setAge(cache, VARIANT, 7 * 24 * HOUR);
  expect(images.has('a', RENDITION)).toBe(false);
  await images.variant('a', RENDITION);
  expect(made()).toBe(3);
});

test('C6, C10: a stale variant is made again when its original has changed; an error changes nothing', async () => {
  const { images, cache, calls, made, fakes, getStale } = await open();
  await images.variant('a', RENDITION);
  const metadataKey = fileKey('a', 'metadata-json');
  setAge(cache, metadataKey, 6 * HOUR);
  await getStale();
  expect([calls, made()], 'its original is the same').toEqual([['get a', 'get a'], 1]);
  for (const key of [VARIANT, metadataKey])
    expect(cache.get(key)?.confirmedAt).toBeGreaterThan(Date.now() - HOUR);
  expect(images.metadata('a')).toMatchObject({ width: 12 });
  fakes.getFile = () => sharp(PICTURE).rotate(90).png().toBuffer();
  await getStale();
  expect([calls.length, made()]).toEqual([3, 2]);
  expect(images.metadata('a')).toMatchObject({ width: 8 });
  const tags = () => [VARIANT, ORIGINAL, metadataKey].map((key) => cache.get(key)?.tag);
  const good = tags();
  const setTime = passTime();
  const failures = [
    () => Promise.reject(new ProviderError('cut')),
    async () => Buffer.from('<html>Sign in</html>'),
  ];
  for (const [minute, failure] of failures.entries()) {
    // An error is remembered.
    setTime(minute * MINUTE);
    fakes.getFile = failure;
    await getStale();
    expect(tags()).toEqual(good);
  }
  expect([calls.length, good]).toEqual([5, expect.not.arrayContaining([undefined])]);
});

test('C11: while the disk is full no variant is made; an original is fetched for each visitor', async () => {
  // No disk has so much free.
  const { images, calls, made } = await open({ freeFloorBytes: 2 ** 60 });
  for (const requested of [1, 2]) {
    expect((await images.original('a')).source).toEqual(PICTURE);
    expect(calls).toHaveLength(requested);
  }
  const policy = { pictureStatus: 503 };
  for (let count = 0; count < 2; count += 1)
    await expect(images.variant('a', RENDITION)).rejects.toMatchObject({ kind: 'disk', policy });
  expect([made(), images.metadata('a')]).toEqual([0, undefined]);
});

test('a deleted file leaves no variant or metadata', async () => {
  const { images, cache, fakes, getStale } = await open();
  const others = ['a', 'b'].map((id) => variantKey(id, { ...RENDITION, width: 640 }));
  for (const id of ['a', 'b']) await images.variant(id, { ...RENDITION, width: 640 });
  await images.variant('a', RENDITION);
  fakes.getFile = () => Promise.reject(new ProviderError('status', { status: 410 }));
  await getStale();
  const left = [VARIANT, ...others].filter((key) => cache.get(key) !== undefined);
  expect(left).toEqual(others.slice(1));
  expect([images.metadata('a'), cache.get(ORIGINAL)]).toEqual([undefined, undefined]);
});

test('C10: a broken picture is not decoded again; a document is not a picture; a lost original is an error of the disk', async () => {
  const { images, lines, calls, fakes } = await open();
  fakes.getFile = async () => PICTURE.subarray(0, 40);
  for (let count = 0; count < 2; count += 1)
    await expect(images.variant('a', RENDITION, 'edge-1')).rejects.toMatchObject({
      kind: 'broken',
    });
  expect(calls).toEqual(['get a']);
  const cause = expect.stringMatching(/^broken: .+$/);
  expect(lines).toMatchObject([
    { event: 'image-placeholder', level: 'warn', cause, requestId: 'edge-1' },
  ]);
  fakes.getFile = async () => Buffer.from('%PDF-1.7');
  await expect(images.variant('c', RENDITION)).rejects.toMatchObject({ kind: 'unsupported' });
  fakes.getFile = async () => PICTURE;
  const path = String((await images.original('d')).source);
  rmSync(path);
  mkdirSync(path);
  await expect(images.variant('d', RENDITION)).rejects.toMatchObject({ kind: 'disk' });
});

test('metadata are read from the folder, by another process too; lost ones are found again', async () => {
  const { images, cache, getStale } = await open();
  await images.variant('a', RENDITION);
  const file = cache.get(fileKey('a', 'metadata-json'));
  const other = await open();
  const put = (text: string) =>
    other.cache.put(fileKey('a', 'metadata-json'), file?.note ?? '', Buffer.from(text));
  await put(readFileSync(String(file?.source), 'utf8'));
  expect(other.images.metadata('a')).toEqual(METADATA);
  for (const torn of ['{', '{"width":12}']) {
    await put(torn);
    expect(other.images.metadata('a')).toBeUndefined();
  }
  rmSync(String(file?.source));
  await cache.find(fileKey('a', 'metadata-json'));
  expect(images.metadata('a')).toBeUndefined();
  await getStale();
  expect(images.metadata('a')).toEqual(METADATA);
});

test('W3: a picture that only browsers show is opened as it is, unless it may have a position', async () => {
  const { images, fakes } = await open();
  const half = (file: Buffer) => file.subarray(0, file.length / 2);
  const photo = sharp({ create: CREATE }).jpeg();
  const plain = half(await photo.toBuffer());
  fakes.getFile = async () => plain;
  const { file, kind } = await images.opened('plain');
  expect([readFileSync(String(file.source)), kind]).toEqual([plain, 'jpeg']);
  fakes.getFile = async () => half(await photo.withExif({ IFD0: { Copyright: 'x' } }).toBuffer());
  await expect(images.opened('a')).rejects.toMatchObject({ kind: 'broken' });
});

const size = (bytes: number) => String.fromCharCode(0, 0, 0, bytes);

/** Files by their first bytes and, where it matters, their name. */
const KINDS: readonly (readonly [kind: string | null, head: string, name?: string])[] = [
  ['gif', 'GIF87a\x01\0'],
  ['avif', `${size(24)}ftypavif0000mif1miaf`],
  ['avif', `${size(24)}ftypavis0000msf1miaf`],
  ['avif', `${size(24)}ftypmif10000miafavif`],
  ['avif', `${size(16)}ftypavif0000`],
  [null, `${size(20)}ftypmif10000miafavif`],
  [null, `${size(24)}ftyqavif0000mif1miaf`],
  [null, `${size(12)}ftypavif000`],
  [null, 'RIFF1234WAVEfmt '],
  ['pdf', '\xef\xbb\xbf%PDF-1.7'],
  ['pdf', `${' '.repeat(1_024)}%PDF-1.7`],
  [null, `${' '.repeat(1_025)}%PDF-1.7`],
  ['docx', 'PK\x03\x04 word/document.xml'],
  ['ods', 'PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'],
  [null, 'PK\x03\x04 clip.mp4'],
  ['rtf', '{\\rtf1'],
  [null, '\xd0\xcf\x11\xe0'],
  [null, 'Roll,Name'],
  [null, ''],
  [null, ' '],
  [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['xlsx', 'PK\x03\x04', 'files/Fees.XLSX'],
  ['doc', '\xd0\xcf\x11\xe0', 'Circular.doc'],
  ['csv', 'Roll,Name', 'seats.csv'],
  [null, '<html>Sign in', 'seats.csv'],
  [null, '\xef\xbb\xbf {"error":1}', 'seats.txt'],
  [null, 'MZ', 'circular.docx'],
  ['jpeg', '\xff\xd8\xff', 'circular.docx'],
  [null, 'text', 'page.html'],
];

test('the kind of a file is known by its first bytes, of Office files and texts by its name too', () => {
  const kindOf = (head: string, name?: string) => fileKind(Buffer.from(head, 'latin1'), name);
  expect(KINDS.map(([, ...file]) => [kindOf(...file), ...file])).toEqual(KINDS);
});

test('what another instance has removed is made again, the size and colour of a picture too', async () => {
  const folder = temporaryFolder();
  const { images } = await open({}, folder);
  await images.variant('a', RENDITION);
  // It has the file, and reads it first after the other one has removed all.
  const { images: later, cache } = await open({}, folder);
  await cache.ready;
  const other = await open({}, folder);
  await other.cache.ready;
  await other.cache.shrink(Infinity);
  expect(later.metadata('a')).toBeUndefined();
  await later.variant('a', RENDITION);
  expect(later.metadata('a')).toEqual(METADATA);
});
