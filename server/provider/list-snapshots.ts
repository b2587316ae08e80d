import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LIST_NAMES } from '../../shared/records/provider-lists.ts';
import type { Log } from '../log/log.ts';
import { ABANDONED_MS, namesIn, replaceFile } from './cache-folder.ts';
import { writeJson } from './json.ts';

/** An unchanged list's file is written again only to renew its time, at most this often, in milliseconds. */
const RENEW_AFTER_MS = 10 * 60 * 1000;

const savedSchema = z.object({
  name: z.enum(LIST_NAMES),
  id: z.string(),
  fetchedAt: z.number(),
  rows: z.readonly(z.array(z.unknown())),
});

export type SavedList = z.infer<typeof savedSchema>;

/** The last good lists as files, one per list (docs/promises.md#c2). */
export type ListSnapshots = {
  /** Every saved list, one in memory at a time. An unreadable file is logged. */
  load(): Iterable<SavedList>;
  /** Writes in the background, atomically. */
  save(list: SavedList & { rows: readonly object[] } & { key: string; version: string }): void;
  remove(key: string): void;
  settled(): Promise<void>;
};

export function createListSnapshots(folder: string, log: Log): ListSnapshots {
  const written = new Map<string, { version: string; at: number }>();
  /** The last write of each file; writes of one file follow each other. */
  const writes = new Map<string, Promise<void>>();
  /** One line in the log while the disk stays full. */
  let isFailing = false;

  function failed(error: unknown): void {
    const cause = error instanceof Error ? error.message : 'unknown';
    if (!isFailing) log.error({ event: 'snapshot-failed', folder, cause });
    isFailing = true;
  }

  /** Another process may be writing now, so young files stay. */
  function removeAbandoned(files: readonly string[]): void {
    for (const path of files.map((file) => join(folder, file))) {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS)
        rmSync(path, { force: true });
    }
  }

  function enqueue(file: string, work: () => Promise<void>): void {
    const next = (writes.get(file) ?? Promise.resolve())
      .then(work)
      .catch(failed)
      .finally(() => {
        if (writes.get(file) === next) writes.delete(file);
      });
    writes.set(file, next);
  }

  return {
    *load() {
      const names = namesIn(folder);
      removeAbandoned(names.filter((file) => file.endsWith('.tmp')));
      for (const file of names.filter((name) => name.endsWith('.json'))) {
        const saved = readSaved(join(folder, file));
        if (saved === null) log.warn({ event: 'snapshot-unreadable', file });
        else yield saved;
      }
    },
    save({ name, id, key, rows, version, fetchedAt }) {
      const last = written.get(key);
      if (last?.version === version && fetchedAt - last.at < RENEW_AFTER_MS) return;
      written.set(key, { version, at: fetchedAt });
      const file = fileOf(key);
      enqueue(file, async () => {
        try {
          await replaceFile(join(folder, file), savedJson({ name, id, fetchedAt, rows }));
          isFailing = false;
        } catch (error) {
          written.delete(key);
          throw error;
        }
      });
    },
    remove(key) {
      written.delete(key);
      const file = fileOf(key);
      enqueue(file, () => rm(join(folder, file), { force: true }));
    },
    async settled() {
      await Promise.all(writes.values());
    },
  };
}

/** Ids come from visitors, so they are no file names. */
function fileOf(key: string): string {
  return `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`;
}

function readSaved(path: string): SavedList | null {
  try {
    return savedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

function* savedJson({
  rows,
  ...fields
}: SavedList & { rows: readonly object[] }): Generator<string> {
  yield `${JSON.stringify(fields).slice(0, -1)},"rows":`;
  yield* writeJson(rows);
  yield '}';
}
