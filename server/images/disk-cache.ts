import { createHash } from 'node:crypto';
import { access, constants, mkdir, readdir, stat, statfs, unlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ABANDONED_MS, replaceFile } from '../replace-file.ts';
import type { Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import { moveFormerFiles } from './former-folders.ts';
import type { ImageLimits } from './image-limits.ts';

/** A file of the cache. */
export type CachedFile = {
  /** Its path, or its bytes if it could not be written and is not in the cache. */
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

type FoundFile = { key: string; file: CachedFile };

type DiskCacheOptions = {
  /** Several processes of the site may share it, and together keep to the limits. */
  folder: string;
  limits: ImageLimits;
  log: Log;
};

/**
 * A bounded LRU folder of files, originals and variants, that survives restarts and torn writes. Pictures leave the
 * disk to the outbox: below the floor of free space they are deleted before a write.
 */
export class DiskCache {
  /** Resolves when the folder has been read. Never rejects. */
  readonly ready: Promise<unknown>;
  readonly #options: DiskCacheOptions;
  readonly #files: LRUCache<string, CachedFile>;
  readonly #removals = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isLow = false;
  /** Whether files were written since the folder was read. */
  #hasWritten = false;
  /** Time of performance.now(). */
  #isSilentUntil = -Infinity;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    const { files, bytes, diskCheckMs } = options.limits;
    this.#files = new LRUCache({
      max: files,
      maxSize: bytes,
      sizeCalculation: diskBytes,
      disposeAfter: ({ source }, key) => {
        // Another key may hold the same content, whose file has the same name.
        if (source !== this.#files.peek(key)?.source) this.#remove(String(source));
      },
    });
    this.ready = this.#open().catch((error: unknown) => this.#report(error));
    this.#timer = setInterval(() => void this.#check(), diskCheckMs).unref();
  }

  async #check(): Promise<void> {
    await this.#free(0);
    // Other processes may write too.
    if (this.#hasWritten) await this.#load().catch((error: unknown) => this.#report(error));
  }

  /** Whether the disk has less free space than `freeBytes`. */
  isLow(): boolean {
    return this.#isLow;
  }

  get(key: string): CachedFile | undefined {
    return this.#files.get(key);
  }

  /** `get` for a caller that reads the file: another process may have removed it. */
  async find(key: string): Promise<CachedFile | undefined> {
    const file = this.get(key);
    try {
      if (file !== undefined) await access(String(file.source), constants.R_OK);
      return file;
    } catch {
      this.#forget(key, file);
      return undefined;
    }
  }

  /** While the disk is full or fails, the file is not kept. */
  async put(key: string, note: string, content: Buffer): Promise<CachedFile> {
    const bytes = content.length;
    const tag = await contentTag(content);
    const path = join(this.#options.folder, `${key}.${note}.${tag}`);
    const isStored = await this.#write(path, content);
    const file = { source: isStored ? path : content, bytes, note, tag, confirmedAt: Date.now() };
    if (isStored) this.#files.set(key, file);
    else this.#files.delete(key);
    return file;
  }

  /** Whether a file of so many bytes can be stored, after others have been deleted for it. */
  hasSpace(bytes: number): Promise<boolean> {
    const checked = this.#lastWrite.then(() => this.#free(bytes));
    this.#lastWrite = checked;
    return checked;
  }

  /** Records that the content was current at that time. */
  confirm(key: string, at: number): void {
    const file = this.get(key);
    if (!file || file.confirmedAt >= at) return;
    file.confirmedAt = at;
    utimes(String(file.source), at / 1_000, at / 1_000).catch((error: unknown) =>
      this.#report(error),
    );
  }

  /** Deletes a file with its variants. */
  delete(id: string): void {
    const prefix = keyPrefix(id);
    for (const key of Array.from(this.#files.keys()).filter((each) => each.startsWith(prefix)))
      this.#files.delete(key);
  }

  /** Deletes about so many bytes, and resolves when they are free. */
  async shrink(bytes: number): Promise<void> {
    const files = this.#files;
    const size = files.calculatedSize;
    while (files.size > 0 && size - files.calculatedSize < bytes) files.pop();
    await Promise.all(this.#removals);
  }

  close(): void {
    clearInterval(this.#timer);
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
        this.#hasWritten = true;
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

  async #open(): Promise<void> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await moveFormerFiles(folder);
    await this.#load();
  }

  /** Takes over what is in the folder, and forgets what another process has removed. */
  async #load(): Promise<void> {
    const { folder } = this.#options;
    this.#hasWritten = false;
    const known = new Map(Array.from(this.#files, ([key, file]) => [file.source, { key, file }]));
    const paths = (await readdir(folder)).map((name) => join(folder, name));
    const files = await Promise.all(
      paths.filter((path) => !known.has(path)).map((path) => this.#readFile(path)),
    );
    const found = files.filter((file) => file !== null);
    // A picture in use is confirmed every few hours, so this is the order of use.
    found.sort((one, other) => one.file.confirmedAt - other.file.confirmedAt);
    for (const { key, file } of found) {
      const own = this.#files.peek(key);
      if (own === undefined || own.confirmedAt <= file.confirmedAt) this.#files.set(key, file);
      else if (own.source !== file.source) this.#remove(String(file.source));
    }
    for (const path of paths) known.delete(path);
    for (const { key, file } of known.values()) this.#forget(key, file);
  }

  /** Unless it was made again meanwhile. */
  #forget(key: string, file: CachedFile | undefined): void {
    if (this.#files.peek(key) === file) this.#files.delete(key);
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

/** Off the event loop: a photo of 3 MB takes several milliseconds. */
async function contentTag(content: Buffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Buffer.from(hash).toString('hex').slice(0, 20);
}
