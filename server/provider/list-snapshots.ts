import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from './cache-folder.ts';
import { LIST_NAMES, type ListName } from '../../shared/provider-lists.ts';
import type { Log } from '../web/log.ts';

/** An unchanged list's file is written again only to renew its time, at most this often, in milliseconds. */
const RENEW_AFTER_MS = 10 * 60 * 1000;

/** A temporary file older than this was left by a process that died, in milliseconds. */
const ABANDONED_MS = 60 * 60 * 1000;

export type SavedList = { name: ListName; id: string; rows: readonly unknown[]; fetchedAt: number };

/** The last good lists as files, one per list (docs/promises.md#c2). */
export type ListSnapshots = {
  /** Everything readable that was saved; a file that is not is left out and logged. */
  load(): SavedList[];
  /** What is saved under a key now, by whichever process; null when there is nothing readable. */
  find(key: string): Promise<SavedList | null>;
  /** Writes in the background, replacing the file at once or not at all. */
  save(list: SavedList & { key: string; version: string }): void;
  remove(key: string): Promise<void>;
  settled(): Promise<void>;
};

/** @param folder made when something is saved. A disk that takes nothing costs a line in the log and the next restart's lists. */
export function createListSnapshots(folder: string, log: Log): ListSnapshots {
  const written = new Map<string, { version: string; at: number }>();
  /** The last write of each file; writes of one file follow each other. */
  const writes = new Map<string, Promise<void>>();
  /** A disk that stays full is one line, not one for each list and minute. */
  let isFailing = false;

  function failed(error: unknown): void {
    const cause = error instanceof Error ? error.message : 'unknown';
    if (!isFailing) log.error({ event: 'snapshot-failed', folder, cause });
    isFailing = true;
  }

  /** What processes that died have left; another one may be writing now. */
  function removeAbandoned(files: readonly string[]): void {
    for (const path of files.map((file) => join(folder, file))) {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS)
        rmSync(path, { force: true });
    }
  }

  async function write(file: string, list: SavedList): Promise<void> {
    const path = join(folder, file);
    // Several processes save the same list.
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(temporary, JSON.stringify(list), { mode: 0o600 });
      await rename(temporary, path);
      isFailing = false;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  function enqueue(file: string, work: () => Promise<void>): void {
    const next = (writes.get(file) ?? Promise.resolve()).then(work).catch(failed);
    writes.set(file, next);
    void next.then(() => {
      if (writes.get(file) === next) writes.delete(file);
    });
  }

  return {
    load() {
      const names = namesIn(folder);
      removeAbandoned(names.filter((file) => file.endsWith('.tmp')));
      return names
        .filter((file) => file.endsWith('.json'))
        .flatMap((file) => {
          const saved = readSaved(join(folder, file));
          if (saved === null) log.warn({ event: 'snapshot-unreadable', file });
          return saved ?? [];
        });
    },
    async find(key) {
      const text = await readFile(join(folder, fileOf(key)), 'utf8').catch(() => null);
      return text === null ? null : parseSaved(text);
    },
    save({ name, id, key, rows, version, fetchedAt }) {
      const last = written.get(key);
      if (last?.version === version && fetchedAt - last.at < RENEW_AFTER_MS) return;
      written.set(key, { version, at: fetchedAt });
      const file = fileOf(key);
      enqueue(file, () =>
        write(file, { name, id, fetchedAt, rows }).catch((error: unknown) => {
          written.delete(key);
          throw error;
        }),
      );
    },
    async remove(key) {
      written.delete(key);
      const file = fileOf(key);
      enqueue(file, () => rm(join(folder, file), { force: true }));
      await writes.get(file);
    },
    async settled() {
      await Promise.all(writes.values());
    },
  };
}

/** Ids come from visitors, so they are not used as file names. */
function fileOf(key: string): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`;
}

function readSaved(path: string): SavedList | null {
  try {
    return parseSaved(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

function parseSaved(text: string): SavedList | null {
  try {
    const saved: unknown = JSON.parse(text);
    if (typeof saved !== 'object' || saved === null) return null;
    if (!('name' in saved && 'id' in saved && 'fetchedAt' in saved && 'rows' in saved)) return null;
    const name = LIST_NAMES.find((known) => known === saved.name);
    if (
      name === undefined ||
      typeof saved.id !== 'string' ||
      typeof saved.fetchedAt !== 'number' ||
      !Array.isArray(saved.rows)
    )
      return null;
    return { name, id: saved.id, fetchedAt: saved.fetchedAt, rows: saved.rows };
  } catch {
    return null;
  }
}
