import { createHash, randomUUID } from 'node:crypto';
import { access, constants, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { unlink, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '../web/log.ts';
import { nameOf, parseName, tagOf, type CachedFile } from './cached-file.ts';
import { FileError } from './file-error.ts';
import type { FreeSpace } from './free-space.ts';

/** A file is charged by the blocks that it fills, in bytes. */
const BLOCK_BYTES = 4096;
/** A use is written down (as atime) at most this often, in ms. */
const USE_MS = 60 * 60 * 1_000;
/** A temporary file older than this was left by a process that died, in ms. */
const ABANDONED_MS = 60 * 60 * 1_000;
/** Files that are looked at together at the start. */
const LOAD_BATCH = 64;
/** A fault that goes on is a line in the log this often, in ms. */
const REPORT_MS = 5 * 60 * 1_000;
/** A disk that failed is written to again after this time, in ms. */
const DISK_RETRY_MS = 30_000;

export type DiskCacheOptions = {
  /** Made if it is missing; ours alone, but several processes may share it. */
  folder: string;
  maxBytes: number;
  maxFiles: number;
  /** Memory for files while the disk takes none, and the largest of them, in bytes. */
  memoryBytes: number;
  memoryFileBytes: number;
  freeSpace: FreeSpace;
  log: Log;
};

/** What a file is put with: its bytes, in one or as they come. */
type Content = AsyncIterable<Uint8Array> | readonly Uint8Array[];

/**
 * A bounded folder of files; the least recently used go. Survives restarts and torn writes. While the
 * disk is full, read-only or failing, a few files are held in memory instead.
 */
export class DiskCache {
  readonly folder: string;
  /** Resolves when the files of an earlier run are known. Never rejects. */
  readonly ready: Promise<void>;
  readonly #options: DiskCacheOptions;
  readonly #index: LRUCache<string, CachedFile>;
  readonly #memory: LRUCache<string, CachedFile>;
  readonly #usedAt = new WeakMap<CachedFile, number>();
  readonly #removals = new Set<Promise<void>>();
  /** Until when the disk is not tried again, by performance.now(). */
  #isFailingUntil = -Infinity;
  #reported = { code: '', at: -Infinity };

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.folder = options.folder;
    this.#index = new LRUCache({
      max: options.maxFiles,
      maxSize: options.maxBytes,
      sizeCalculation: blocksOf,
      dispose: (file, _key, reason) => {
        if (reason !== 'set') this.#remove(file);
      },
    });
    this.#memory = new LRUCache({
      maxSize: options.memoryBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
    options.freeSpace.yieldBy((bytes) => this.#shrink(bytes));
    this.ready = this.#load().catch((error: unknown) => this.#report(error));
  }

  get(key: string): CachedFile | undefined {
    const file = this.#index.get(key);
    if (file && Date.now() - (this.#usedAt.get(file) ?? 0) > USE_MS) this.#touch(file, Date.now());
    return file ?? this.#memory.get(key);
  }

  /** `get` for a reader who cannot try again: another process of ours may have removed the file. */
  async find(key: string): Promise<CachedFile | undefined> {
    const file = this.get(key);
    try {
      if (file && 'name' in file.place)
        await access(join(this.folder, file.place.name), constants.R_OK);
      return file;
    } catch {
      this.#index.delete(key);
      return undefined;
    }
  }

  /**
   * Writes a file and then shows it under its key.
   * @param expectedBytes its size or the most that it may have; so much room is made for it.
   * @throws FileError "disk" or "too-large"; what the content throws.
   */
  async put(
    key: string,
    note: string,
    { content, expectedBytes }: { content: Content; expectedBytes: number },
  ): Promise<CachedFile> {
    const release = await this.#reserve(expectedBytes);
    if (release === null) return this.#putInMemory(key, note, content);
    try {
      const temporary = join(this.folder, `${randomUUID()}.tmp`);
      const handle = await open(temporary, 'wx', 0o600).catch((error: unknown) =>
        this.#failed(error),
      );
      return handle === null
        ? await this.#putInMemory(key, note, content)
        : await this.#putOnDisk(key, note, { content, temporary, handle });
    } catch (error) {
      const isRepeatable = error instanceof FileError && error.fault === 'disk';
      if (!isRepeatable || !Array.isArray(content)) throw error;
      return await this.#putInMemory(key, note, content);
    } finally {
      release();
    }
  }

  confirm(key: string, at: number): void {
    const file = this.#index.peek(key) ?? this.#memory.peek(key);
    if (!file || file.confirmedAt >= at) return;
    file.confirmedAt = at;
    this.#touch(file, Date.now());
  }

  delete(key: string): void {
    this.#index.delete(key);
    this.#memory.delete(key);
  }

  async #reserve(bytes: number): Promise<(() => void) | null> {
    if (performance.now() < this.#isFailingUntil) return null;
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      return this.#failed(error);
    }
    return this.#options.freeSpace.reserve(bytes);
  }

  async #putOnDisk(
    key: string,
    note: string,
    { content, temporary, handle }: { content: Content; temporary: string; handle: FileHandle },
  ): Promise<CachedFile> {
    const hash = createHash('sha256');
    let bytes = 0;
    try {
      try {
        for await (const chunk of content) {
          hash.update(chunk);
          bytes += chunk.length;
          if (bytes > this.#options.maxBytes) throw new FileError('too-large');
          await this.#onDisk(handle.appendFile(chunk));
        }
        // Without it a power cut may leave a name with empty blocks behind it.
        await this.#onDisk(handle.datasync());
      } finally {
        await handle.close();
      }
      const tag = tagOf(hash);
      const name = nameOf(key, { note, tag });
      await this.#onDisk(rename(temporary, join(this.folder, name)));
      const file = { place: { name }, bytes, note, tag, confirmedAt: Date.now() };
      this.#show(key, file, Date.now());
      return file;
    } catch (error) {
      await unlink(temporary).catch((fault: unknown) => this.#report(fault));
      throw error;
    }
  }

  async #putInMemory(key: string, note: string, content: Content): Promise<CachedFile> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > this.#options.memoryFileBytes) throw new FileError('disk');
      chunks.push(chunk);
    }
    const buffer = Buffer.concat(chunks);
    const tag = tagOf(createHash('sha256').update(buffer));
    const file = { place: { content: buffer }, bytes, note, tag, confirmedAt: Date.now() };
    // What the disk still has under this key is older.
    this.#index.delete(key);
    this.#memory.set(key, file);
    return file;
  }

  /** Puts a file into the index; the one that it replaces goes. */
  #show(key: string, file: CachedFile, at: number): void {
    const old = this.#index.peek(key);
    this.#usedAt.set(file, at);
    this.#index.set(key, file);
    this.#memory.delete(key);
    // The same content has the same name.
    if (old && old.tag + old.note !== file.tag + file.note) this.#remove(old);
  }

  #touch(file: CachedFile, at: number): void {
    if (!('name' in file.place)) return;
    this.#usedAt.set(file, at);
    utimes(join(this.folder, file.place.name), at / 1_000, file.confirmedAt / 1_000).catch(
      (error: unknown) => this.#report(error),
    );
  }

  /** Removes the least recently used until so many bytes are free; resolves when they are. */
  async #shrink(bytes: number): Promise<void> {
    for (let freed = 0; freed < bytes;) {
      const oldest = this.#index.pop();
      if (oldest === undefined) break;
      freed += blocksOf(oldest);
    }
    await Promise.all(this.#removals);
  }

  #remove({ place }: CachedFile): void {
    if (!('name' in place)) return;
    const removal = unlink(join(this.folder, place.name))
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #load(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
      this.#report(error),
    );
    const names = await readdir(this.folder);
    const found: { key: string; file: CachedFile; usedMs: number }[] = [];
    for (let at = 0; at < names.length; at += LOAD_BATCH) {
      const batch = names.slice(at, at + LOAD_BATCH).map((name) => this.#loadFile(name));
      for (const file of await Promise.all(batch)) if (file !== null) found.push(file);
    }
    found.sort((one, other) => one.usedMs - other.usedMs);
    for (const { key, file, usedMs } of found) this.#show(key, file, usedMs);
  }

  /** A file of an earlier run; null for one that is none, which goes when it is old. */
  async #loadFile(name: string): Promise<{ key: string; file: CachedFile; usedMs: number } | null> {
    const stats = await stat(join(this.folder, name)).catch((error: unknown) =>
      this.#report(error),
    );
    if (!stats) return null;
    const parsed = parseName(name);
    if (parsed !== null && stats.size > 0) {
      const { key, note, tag } = parsed;
      const file = { place: { name }, bytes: stats.size, note, tag, confirmedAt: stats.mtimeMs };
      return { key, file, usedMs: stats.atimeMs };
    }
    if (Date.now() - stats.mtimeMs > ABANDONED_MS)
      this.#remove({ place: { name }, bytes: 0, note: '', tag: '', confirmedAt: 0 });
    return null;
  }

  /** @throws FileError "disk" */
  async #onDisk<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      this.#failed(error);
      throw new FileError('disk', error);
    }
  }

  /** The disk does not take files: memory until it is tried again. */
  #failed(error: unknown): null {
    this.#isFailingUntil = performance.now() + DISK_RETRY_MS;
    this.#report(error);
    return null;
  }

  #report(error: unknown): undefined {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const now = performance.now();
    if (code === 'ENOENT') return undefined;
    if (code === this.#reported.code && now - this.#reported.at < REPORT_MS) return undefined;
    this.#reported = { code, at: now };
    this.#options.log.warn({ event: 'image-disk', cause: code, folder: this.folder });
    return undefined;
  }
}

function blocksOf({ bytes }: CachedFile): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES;
}
