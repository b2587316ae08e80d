import { watch, type FSWatcher } from 'node:fs';
import { access, constants, mkdir, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ABANDONED_MS, replaceFile } from '../provider/cache-folder.ts';
import type { Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import { keyPrefix, nameOf, parseName, type CachedFile } from './cached-file.ts';
import { FileError } from './file-error.ts';
import type { FreeSpace } from './free-space.ts';
import type { ImageLimits } from './image-limits.ts';

const BLOCK_BYTES = 4096;
/** A lasting error is logged this often. */
const REPORT_MS = 5 * 60 * 1_000;
/** After an error, the next write. */
const DISK_RETRY_MS = 30_000;

type DiskCacheOptions = {
  /** Several processes of the site may share it. */
  folder: string;
  maxBytes: number;
  limits: Pick<ImageLimits, 'files' | 'memoryBytes' | 'memoryFileBytes'>;
  freeSpace: FreeSpace;
  log: Log;
};

/**
 * A bounded LRU folder of files that survives restarts and torn writes. While the disk is full, read-only or failing,
 * a few files are held in memory instead.
 */
export class DiskCache {
  /** Resolves when the folder has been read. Never rejects. */
  readonly ready: Promise<void>;
  readonly #options: DiskCacheOptions;
  readonly #index: LRUCache<string, CachedFile>;
  readonly #memory: LRUCache<string, CachedFile>;
  readonly #removals = new Set<Promise<void>>();
  #watcher: FSWatcher | null = null;
  #additions = 0;
  /** By performance.now(). */
  #isFailingUntil = -Infinity;
  #isSilentUntil = -Infinity;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.#index = new LRUCache({
      max: options.limits.files,
      maxSize: options.maxBytes,
      sizeCalculation: blocksOf,
      disposeAfter: ({ source }, key) => {
        // The same content has the same name.
        if (source !== this.#index.peek(key)?.source) this.#remove(String(source));
      },
    });
    this.#memory = new LRUCache({
      maxSize: options.limits.memoryBytes,
      sizeCalculation: ({ bytes }) => bytes,
    });
    options.freeSpace.registerShrinker((bytes) => this.#shrink(bytes));
    this.ready = this.#load().catch((error: unknown) => this.#report(error));
  }

  /** Changes with each new file, of whatever process. */
  get additions(): number {
    return this.#additions;
  }

  get(key: string): CachedFile | undefined {
    return this.#index.get(key) ?? this.#memory.get(key);
  }

  /** `get` for a caller that reads the file: another process may have removed it. */
  async find(key: string): Promise<CachedFile | undefined> {
    const file = this.get(key);
    try {
      if (typeof file?.source === 'string') await access(file.source, constants.R_OK);
      return file;
    } catch {
      this.#index.delete(key);
      return undefined;
    }
  }

  /** @throws FileError "disk" if neither disk nor memory takes the file, "too-large" */
  async put(key: string, note: string, content: Buffer): Promise<CachedFile> {
    const { folder, maxBytes, limits } = this.#options;
    const bytes = content.length;
    if (bytes > maxBytes) throw new FileError('too-large');
    const tag = await tagOf(content);
    const path = join(folder, nameOf(key, note, tag));
    const isOnDisk = await this.#write(path, content);
    if (!isOnDisk && bytes > limits.memoryFileBytes) throw new FileError('disk');
    const source = isOnDisk ? path : content;
    const file = { source, bytes, note, tag, confirmedAt: Date.now() };
    const [store, other] = isOnDisk ? [this.#index, this.#memory] : [this.#memory, this.#index];
    store.set(key, file);
    other.delete(key);
    this.#additions += 1;
    return file;
  }

  /** Records that the content was current at that time. */
  confirm(key: string, at: number): void {
    const file = this.#index.peek(key) ?? this.#memory.peek(key);
    if (!file || file.confirmedAt >= at) return;
    file.confirmedAt = at;
    if (typeof file.source === 'string')
      utimes(file.source, at / 1_000, at / 1_000).catch((error: unknown) => this.#report(error));
  }

  delete(key: string): void {
    this.#index.delete(key);
    this.#memory.delete(key);
  }

  /** Deletes every rendition of a file. */
  deleteAll(id: string): void {
    const prefix = keyPrefix(id);
    for (const key of [...this.#index.keys(), ...this.#memory.keys()])
      if (key.startsWith(prefix)) this.delete(key);
  }

  close(): void {
    this.#watcher?.close();
  }

  /** @returns false if the disk is low, or failed a moment ago. */
  async #write(path: string, content: Buffer): Promise<boolean> {
    if (performance.now() < this.#isFailingUntil) return false;
    try {
      const write = () => replaceFile(path, content);
      return await this.#options.freeSpace.write(content.length, write);
    } catch (error) {
      this.#isFailingUntil = performance.now() + DISK_RETRY_MS;
      this.#report(error);
      return false;
    }
  }

  async #shrink(bytes: number): Promise<void> {
    for (let freed = 0; freed < bytes;) {
      const oldest = this.#index.pop();
      if (oldest === undefined) break;
      freed += blocksOf(oldest);
    }
    await Promise.all(this.#removals);
  }

  #remove(path: string): void {
    const removal = unlink(path)
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #load(): Promise<void> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    this.#watch();
    const names = await readdir(folder);
    const files = await Promise.all(names.map((name) => this.#readFile(join(folder, name))));
    const found = files.filter((file) => file !== null);
    // A picture in use is confirmed every few hours, so this is the order of use.
    found.sort((one, other) => one.file.confirmedAt - other.file.confirmedAt);
    for (const { key, file } of found) this.#index.set(key, file);
    this.#additions += found.length;
  }

  /** Finds files of other processes; without notifications each process makes its own. */
  #watch(): void {
    const { folder } = this.#options;
    try {
      this.#watcher = watch(folder, { persistent: false }, (_change, name) => {
        const key = parseName(name ?? '')?.key;
        if (name === null || key === undefined) return;
        const path = join(folder, name);
        if (this.#index.peek(key)?.source !== path) void this.#add(path);
      });
      this.#watcher.on('error', (error) => this.#report(error));
    } catch (error) {
      this.#report(error);
    }
  }

  async #add(path: string): Promise<void> {
    const found = await this.#readFile(path);
    if (found === null) return;
    this.#index.set(found.key, found.file);
    this.#additions += 1;
  }

  /** Null for a file that is not of the cache; it is removed once it is old. */
  async #readFile(path: string): Promise<{ key: string; file: CachedFile } | null> {
    const stats = await stat(path).catch(() => null);
    if (stats === null) return null;
    const { size: bytes, mtimeMs: confirmedAt } = stats;
    const parsed = parseName(basename(path));
    if (parsed !== null && bytes > 0) {
      const { key, ...rest } = parsed;
      return { key, file: { source: path, bytes, confirmedAt, ...rest } };
    }
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

function blocksOf({ bytes }: CachedFile): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

/** Off the event loop: a photo of 3 MB takes several milliseconds. */
async function tagOf(content: Buffer): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new Uint8Array(content));
  return Buffer.from(hash).toString('hex').slice(0, 20);
}
