import { createHash, randomUUID } from 'node:crypto';
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '../web/log.ts';
import { FileError } from './file-error.ts';

/** A file is charged by the blocks that it fills, in bytes. */
const BLOCK_BYTES = 4096;
/** A use is written down (as atime) at most this often, in ms. */
const USE_MS = 60 * 60 * 1_000;
/** A temporary file older than this was left by a process that died, in ms. */
const ABANDONED_MS = 60 * 60 * 1_000;
/** Files that are looked at together at the start. */
const LOAD_BATCH = 64;
/** key.note.tag: the name says all that the index knows but the ages. */
const NAME = /^([0-9a-f]{32}\.[a-z0-9-]+)\.([a-z0-9]+)\.([0-9a-f]{20})$/;

export type DiskEntry = {
  /** Name within the folder. */
  file: string;
  bytes: number;
  /** A word of the caller's, letters and digits. */
  note: string;
  /** Hash of the content: equal tags are equal bytes. */
  tag: string;
  /** When the content was last known to be right, in ms since the epoch (mtime). */
  confirmedAt: number;
};

/** A bounded folder of files; the least recently used go. Survives restarts and torn writes. */
export type DiskCache = {
  folder: string;
  /** Resolves when the files of an earlier run are known. Never rejects. */
  ready: Promise<void>;
  get(key: string): DiskEntry | undefined;
  /** `get` for a reader who cannot try again: another process of ours may have removed the file. */
  find(key: string): Promise<DiskEntry | undefined>;
  /** Writes a file and then shows it under its key. @throws FileError "disk" or "too-large"; what the content throws. */
  put(
    key: string,
    note: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<DiskEntry>;
  confirm(key: string, at: number): void;
  delete(key: string): void;
};

export type DiskCacheOptions = { folder: string; maxBytes: number; maxFiles: number; log: Log };

/** Key of one rendition (`original`, `640-webp`) of a provider's file. */
export function diskKey(ref: string, rendition: string): string {
  return `${createHash('sha256').update(ref).digest('hex').slice(0, 32)}.${rendition}`;
}

export function createDiskCache({ folder, maxBytes, maxFiles, log }: DiskCacheOptions): DiskCache {
  const usedAt = new WeakMap<DiskEntry, number>();
  const index = new LRUCache<string, DiskEntry>({
    max: maxFiles,
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(1, Math.ceil(bytes / BLOCK_BYTES)) * BLOCK_BYTES,
    dispose: (entry, _key, reason) => {
      if (reason !== 'set') remove(entry.file);
    },
  });

  function remove(file: string): void {
    unlink(join(folder, file)).catch((error: unknown) => report(error));
  }

  function report(error: unknown): void {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code !== 'ENOENT') log.warn({ event: 'image-disk', cause: code, folder });
  }

  async function load(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    const found: { key: string; entry: DiskEntry; usedMs: number }[] = [];
    for (let at = 0; at < names.length; at += LOAD_BATCH) {
      const batch = names.slice(at, at + LOAD_BATCH);
      await Promise.all(
        batch.map(async (file) => {
          const stats = await stat(join(folder, file)).catch(report);
          const [, key, note, tag] = NAME.exec(file) ?? [];
          if (stats && key && note && tag && stats.size > 0) {
            found.push({
              key,
              entry: { file, bytes: stats.size, note, tag, confirmedAt: stats.mtimeMs },
              usedMs: stats.atimeMs,
            });
          } else if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) remove(file);
        }),
      );
    }
    found.sort((one, other) => one.usedMs - other.usedMs);
    for (const { key, entry, usedMs } of found) show(key, entry, usedMs);
  }

  /** Puts an entry into the index; the file that it replaces goes. */
  function show(key: string, entry: DiskEntry, at: number): void {
    const old = index.peek(key);
    usedAt.set(entry, at);
    index.set(key, entry);
    if (old && old.file !== entry.file) remove(old.file);
  }

  function touch(entry: DiskEntry, at: number): void {
    usedAt.set(entry, at);
    utimes(join(folder, entry.file), at / 1_000, entry.confirmedAt / 1_000).catch(report);
  }

  async function put(
    key: string,
    note: string,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<DiskEntry> {
    const temporary = join(folder, `${randomUUID()}.tmp`);
    const hash = createHash('sha256');
    let bytes = 0;
    await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }));
    const handle = await onDisk(open(temporary, 'wx', 0o600));
    try {
      try {
        for await (const chunk of content) {
          hash.update(chunk);
          bytes += chunk.length;
          if (bytes > maxBytes) throw new FileError('too-large');
          await onDisk(handle.appendFile(chunk));
        }
        // Without it a power cut may leave a name with empty blocks behind it.
        await onDisk(handle.datasync());
      } finally {
        await handle.close();
      }
      const tag = hash.digest('hex').slice(0, 20);
      const entry = { file: `${key}.${note}.${tag}`, bytes, note, tag, confirmedAt: Date.now() };
      await onDisk(rename(temporary, join(folder, entry.file)));
      show(key, entry, Date.now());
      return entry;
    } catch (error) {
      await unlink(temporary).catch(report);
      throw error;
    }
  }

  function get(key: string): DiskEntry | undefined {
    const entry = index.get(key);
    if (entry && Date.now() - (usedAt.get(entry) ?? 0) > USE_MS) touch(entry, Date.now());
    return entry;
  }

  return {
    folder,
    ready: load().catch(report),
    get,
    async find(key) {
      const entry = get(key);
      try {
        if (entry) await access(join(folder, entry.file), constants.R_OK);
        return entry;
      } catch {
        index.delete(key);
        return undefined;
      }
    },
    put,
    confirm(key, at) {
      const entry = index.peek(key);
      if (!entry || entry.confirmedAt >= at) return;
      entry.confirmedAt = at;
      touch(entry, Date.now());
    },
    delete(key) {
      index.delete(key);
    },
  };
}

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new FileError('disk', error);
  }
}
