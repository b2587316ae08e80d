import { watch, type FSWatcher } from 'node:fs';
import { access, constants, mkdir, readdir, stat, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ABANDONED_MS, replaceFile } from '../provider/cache-folder.ts';
import type { Log } from '../log/log.ts';
import { nameOf, parseName, tagOf, type CachedFile } from './cached-file.ts';
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
  readonly folder: string;
  /** Resolves when the folder has been read. Never rejects. */
  readonly ready: Promise<void>;
  readonly #options: DiskCacheOptions;
  readonly #index: LRUCache<string, CachedFile>;
  readonly #memory: LRUCache<string, CachedFile>;
  readonly #removals = new Set<Promise<void>>();
  #watcher: FSWatcher | null = null;
  /** By performance.now(). */
  #isFailingUntil = -Infinity;
  #isSilentUntil = -Infinity;

  constructor(options: DiskCacheOptions) {
    this.#options = options;
    this.folder = options.folder;
    this.#index = new LRUCache({
      max: options.limits.files,
      maxSize: options.maxBytes,
      sizeCalculation: blocksOf,
      disposeAfter: ({ place }, key) => {
        // The same content has the same name.
        if ('name' in place && place.name !== this.#nameAt(key)) this.#remove(place.name);
      },
    });
    this.#memory = new LRUCache({
      maxSize: options.limits.memoryBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
    });
    options.freeSpace.registerShrinker((bytes) => this.#shrink(bytes));
    this.ready = this.#load().catch((error: unknown) => this.#report(error));
  }

  get(key: string): CachedFile | undefined {
    return this.#index.get(key) ?? this.#memory.get(key);
  }

  /** `get` for a caller that cannot retry: another process may have removed the file. */
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

  source({ place }: CachedFile): string | Buffer {
    return 'content' in place ? place.content : join(this.folder, place.name);
  }

  /** @throws FileError "disk" if neither disk nor memory takes the file, "too-large" */
  async put(key: string, note: string, content: Buffer): Promise<CachedFile> {
    const { maxBytes, limits } = this.#options;
    const bytes = content.length;
    if (bytes > maxBytes) throw new FileError('too-large');
    const tag = await tagOf(content);
    const name = nameOf(key, note, tag);
    const isOnDisk = await this.#write(name, content);
    if (!isOnDisk && bytes > limits.memoryFileBytes) throw new FileError('disk');
    const place = isOnDisk ? { name } : { content };
    const file = { place, bytes, note, tag, confirmedAt: Date.now() };
    const [store, other] = isOnDisk ? [this.#index, this.#memory] : [this.#memory, this.#index];
    store.set(key, file);
    other.delete(key);
    return file;
  }

  /** Records that the content was current at that time. */
  confirm(key: string, at: number): void {
    const file = this.#index.peek(key) ?? this.#memory.peek(key);
    if (!file || file.confirmedAt >= at) return;
    file.confirmedAt = at;
    if (!('name' in file.place)) return;
    utimes(join(this.folder, file.place.name), at / 1_000, at / 1_000).catch((error: unknown) =>
      this.#report(error),
    );
  }

  delete(key: string): void {
    this.#index.delete(key);
    this.#memory.delete(key);
  }

  close(): void {
    this.#watcher?.close();
  }

  /** @returns false if the disk is low, or failed a moment ago. */
  async #write(name: string, content: Buffer): Promise<boolean> {
    if (performance.now() < this.#isFailingUntil) return false;
    try {
      return await this.#options.freeSpace.write(content.length, () =>
        replaceFile(join(this.folder, name), content),
      );
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

  #nameAt(key: string): string | undefined {
    const place = this.#index.peek(key)?.place;
    return place && 'name' in place ? place.name : undefined;
  }

  #remove(name: string): void {
    const removal = unlink(join(this.folder, name))
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#removals.delete(removal));
    this.#removals.add(removal);
  }

  async #load(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    this.#watch();
    const names = await readdir(this.folder);
    const files = await Promise.all(names.map((name) => this.#loadFile(name)));
    const found = files.filter((file) => file !== null);
    // A picture in use is confirmed every few hours, so this is the order of use.
    found.sort((one, other) => one.file.confirmedAt - other.file.confirmedAt);
    for (const { key, file } of found) this.#index.set(key, file);
  }

  /** Finds files of other processes; without notifications each process makes its own. */
  #watch(): void {
    try {
      this.#watcher = watch(this.folder, { persistent: false }, (_change, name) => {
        const key = name === null ? undefined : parseName(name)?.key;
        if (name === null || key === undefined || this.#nameAt(key) === name) return;
        void this.#loadFile(name).then((found) => {
          if (found !== null) this.#index.set(found.key, found.file);
        });
      });
      this.#watcher.on('error', (error) => this.#report(error));
    } catch (error) {
      this.#report(error);
    }
  }

  /** Null for a file that is not of the cache; it is removed once it is old. */
  async #loadFile(name: string): Promise<{ key: string; file: CachedFile } | null> {
    const stats = await stat(join(this.folder, name)).catch(() => null);
    if (stats === null) return null;
    const { size: bytes, mtimeMs: confirmedAt } = stats;
    const parsed = parseName(name);
    if (parsed !== null && bytes > 0) {
      const { key, note, tag } = parsed;
      return { key, file: { place: { name }, bytes, note, tag, confirmedAt } };
    }
    if (Date.now() - confirmedAt > ABANDONED_MS) this.#remove(name);
    return null;
  }

  #report(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT' || performance.now() < this.#isSilentUntil) return;
    this.#isSilentUntil = performance.now() + REPORT_MS;
    this.#options.log.warn({ event: 'image-disk', cause: code, folder: this.folder });
  }
}

function blocksOf({ bytes }: CachedFile): number {
  return Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES;
}
