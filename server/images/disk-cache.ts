import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, stat, statfs, unlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ABANDONED_MS, replaceFile } from '../provider/cache-folder.ts';
import type { Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import type { ImageLimits } from './image-limits.ts';

/** A file of the cache. */
export type CachedFile = {
  /** Its path, or its bytes while the disk cannot be written. */
  source: string | Buffer;
  bytes: number;
  /** The caller's own: small letters, digits and hyphens. */
  note: string;
  /** Hash of the content. */
  tag: string;
  /** When the content was last known to be current, in ms since the epoch (mtime). */
  confirmedAt: number;
};

/** key.note.tag: the index is rebuilt from names and mtimes. */
const NAME = /^([0-9a-f]{32}\.[a-z0-9-]+)\.([a-z0-9-]+)\.([0-9a-f]{20})$/;

const ORIGINAL = 'original';

const BLOCK_BYTES = 4096;
/** A lasting error is logged this often. */
const REPORT_MS = 5 * 60 * 1_000;
/** Hysteresis: the disk is no longer low with this multiple of the floor free. */
const RECOVERED = 1.25;

type Files = LRUCache<string, CachedFile>;

type Partition = { folder: string; onDisk: Files };

type FoundFile = { key: string; file: CachedFile };

type DiskCacheOptions = {
  /** Several processes of the site may share it; each knows what it found at its start and what it made. */
  folder: string;
  limits: ImageLimits;
  log: Log;
};

/**
 * Two bounded LRU folders of files, originals and variants, that survive restarts and torn writes. Pictures leave the
 * disk to the outbox: below the floor of free space they are deleted before a write. While the disk is low, read-only
 * or failing, a few files are held in memory instead.
 */
export class DiskCache {
  /** Resolves when the folders have been read. Never rejects. */
  readonly ready: Promise<unknown>;
  readonly #options: DiskCacheOptions;
  /** Shrinks in this order: pages show variants. */
  readonly #partitions: readonly [originals: Partition, variants: Partition];
  /** Files in memory while the disk cannot be written. */
  readonly #inMemory: Files;
  readonly #removals = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isLow = false;
  /** Time of performance.now(). */
  #isSilentUntil = -Infinity;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    const { originalsBytes, variantsBytes, memoryBytes, diskCheckMs } = options.limits;
    this.#inMemory = new LRUCache({
      maxSize: memoryBytes,
      sizeCalculation: ({ bytes }) => bytes,
    });
    this.#partitions = [
      this.#createPartition('originals', originalsBytes),
      this.#createPartition('variants', variantsBytes),
    ];
    const load = (partition: Partition) =>
      this.#load(partition).catch((error: unknown) => this.#report(error));
    this.ready = Promise.all(this.#partitions.map(load));
    this.#timer = setInterval(() => void this.#free(0), diskCheckMs).unref();
  }

  /** Whether the disk has less free space than `freeBytes`. */
  isLow(): boolean {
    return this.#isLow;
  }

  get(key: string): CachedFile | undefined {
    return this.#partitionOf(key).onDisk.get(key) ?? this.#inMemory.get(key);
  }

  /** `get` for a caller that reads the file: another process may have removed it. */
  async find(key: string): Promise<CachedFile | undefined> {
    const file = this.get(key);
    try {
      if (typeof file?.source === 'string') await access(file.source, constants.R_OK);
      return file;
    } catch {
      this.#partitionOf(key).onDisk.delete(key);
      return undefined;
    }
  }

  async put(key: string, note: string, content: Buffer): Promise<CachedFile> {
    const { folder, onDisk } = this.#partitionOf(key);
    const bytes = content.length;
    const tag = await contentTag(content);
    const path = join(folder, `${key}.${note}.${tag}`);
    const isOnDisk = await this.#write(path, content);
    const source = isOnDisk ? path : content;
    const file = { source, bytes, note, tag, confirmedAt: Date.now() };
    const [store, other] = isOnDisk ? [onDisk, this.#inMemory] : [this.#inMemory, onDisk];
    store.set(key, file);
    other.delete(key);
    return file;
  }

  /** Records that the content was current at that time. */
  confirm(key: string, at: number): void {
    const file = this.get(key);
    if (!file || file.confirmedAt >= at) return;
    file.confirmedAt = at;
    if (typeof file.source === 'string')
      utimes(file.source, at / 1_000, at / 1_000).catch((error: unknown) => this.#report(error));
  }

  /** Deletes a file with its variants. */
  delete(id: string): void {
    const prefix = keyPrefix(id);
    for (const files of [this.#inMemory, ...this.#partitions.map(({ onDisk }) => onDisk)])
      for (const key of Array.from(files.keys()).filter((each) => each.startsWith(prefix)))
        files.delete(key);
  }

  /** Deletes about so many bytes, and resolves when they are free. */
  async shrink(bytes: number): Promise<void> {
    let missing = bytes;
    for (const { onDisk } of this.#partitions) {
      const size = onDisk.calculatedSize;
      while (onDisk.size > 0 && size - onDisk.calculatedSize < missing) onDisk.pop();
      missing -= size - onDisk.calculatedSize;
    }
    await Promise.all(this.#removals);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #createPartition(name: string, maxSize: number): Partition {
    const { folder, limits } = this.#options;
    const onDisk: Files = new LRUCache({
      max: limits.files,
      maxSize,
      sizeCalculation: diskBytes,
      disposeAfter: ({ source }, key) => {
        // The same content has the same name.
        if (source !== onDisk.peek(key)?.source) this.#remove(String(source));
      },
    });
    return { folder: join(folder, name), onDisk };
  }

  #partitionOf(key: string): Partition {
    const [originals, variants] = this.#partitions;
    return isOriginal(key) ? originals : variants;
  }

  /**
   * One after the other, as two at once would count the same space.
   * @returns false if the disk is low or fails.
   */
  #write(path: string, content: Buffer): Promise<boolean> {
    const written = this.#lastWrite.then(async () => {
      try {
        if (!(await this.#free(content.length))) return false;
        await replaceFile(path, content);
        return true;
      } catch (error) {
        this.#report(error);
        return false;
      }
    });
    this.#lastWrite = written;
    return written;
  }

  /** @returns whether so many bytes may be written. */
  async #free(bytes: number): Promise<boolean> {
    const missing = await this.#missing(bytes);
    this.#reportSpace(missing);
    if (missing <= 0) return true;
    await this.shrink(missing);
    return (await this.#missing(bytes)) <= 0;
  }

  /** Bytes below the floor after such a write; negative if there is space. */
  async #missing(bytes: number): Promise<number> {
    const { folder, limits } = this.#options;
    try {
      const { bavail, bsize } = await statfs(folder);
      return limits.freeFloorBytes + bytes - bavail * bsize;
    } catch {
      // The write gets the same error and logs it.
      return -Infinity;
    }
  }

  #reportSpace(missing: number): void {
    const { log, folder, limits } = this.#options;
    const floorBytes = limits.freeFloorBytes;
    const isLow = missing > (this.#isLow ? (1 - RECOVERED) * floorBytes : 0);
    if (isLow === this.#isLow) return;
    this.#isLow = isLow;
    const cause = `less than ${floorBytes} bytes are free: cached pictures are deleted for the forms; free space on the disk`;
    if (isLow) log.warn({ event: 'disk-low', folder, cause });
    else log.info({ event: 'disk-ok', folder });
  }

  #remove(path: string): void {
    const removal = unlink(path)
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #load({ folder, onDisk }: Partition): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    const files = await Promise.all(names.map((name) => this.#readFile(join(folder, name))));
    const found = files.filter((file) => file !== null);
    // A picture in use is confirmed every few hours, so this is the order of use.
    found.sort((one, other) => one.file.confirmedAt - other.file.confirmedAt);
    for (const { key, file } of found) onDisk.set(key, file);
  }

  /** Null for a file that is not of the cache; it is removed once it is old. */
  async #readFile(path: string): Promise<FoundFile | null> {
    const stats = await stat(path).catch(() => null);
    if (stats === null) return null;
    const { size: bytes, mtimeMs: confirmedAt } = stats;
    const [, key, note = '', tag = ''] = NAME.exec(basename(path)) ?? [];
    if (key !== undefined && bytes > 0)
      return { key, file: { source: path, bytes, confirmedAt, note, tag } };
    if (Date.now() - confirmedAt > ABANDONED_MS) this.#remove(path);
    return null;
  }

  #report(error: unknown): void {
    const cause = errorCode(error) ?? String(error);
    if (cause === 'ENOENT' || performance.now() < this.#isSilentUntil) return;
    this.#isSilentUntil = performance.now() + REPORT_MS;
    const { log, folder } = this.#options;
    log.warn({ event: 'image-disk', cause, folder });
  }
}

function diskBytes({ bytes }: CachedFile): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

export function fileKey(id: string, rendition = ORIGINAL): string {
  return keyPrefix(id) + rendition;
}

/** The keys of a file begin with it. */
function keyPrefix(id: string): string {
  return `${createHash('sha256').update(id).digest('hex').slice(0, 32)}.`;
}

function isOriginal(key: string): boolean {
  return key.endsWith(`.${ORIGINAL}`);
}

/** Off the event loop: a photo of 3 MB takes several milliseconds. */
async function contentTag(content: Buffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Buffer.from(hash).toString('hex').slice(0, 20);
}
