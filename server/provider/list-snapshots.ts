import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LIST_NAMES } from '../../shared/records/provider-lists.ts';
import type { Log } from '../log/log.ts';
import { namesIn, removeAbandoned, replaceFile } from '../replace-file.ts';
import { writeJson } from './json.ts';
import { listKey, type ListId, type ListEntry } from './list-store.ts';

/** An unchanged list's file is written again only to renew its time, at most this often, in milliseconds. */
const RENEW_AFTER_MS = 10 * 60 * 1000;

const savedSchema = z.object({
  name: z.enum(LIST_NAMES),
  id: z.string(),
  fetchedAt: z.number(),
  rows: z.array(z.unknown()),
});

/** The last good lists as files, one per list (docs/promises.md#c2). */
export class ListSnapshots {
  readonly #folder: string;
  readonly #log: Log;
  /** Files that were read or written here, and what was last written: any other is of another process. */
  readonly #files = new Map<string, Pick<ListEntry, 'version' | 'fetchedAt'> | null>();
  /** The last write; they follow each other. */
  #writing: Promise<void> = Promise.resolve();
  /** One line in the log while the disk stays full. */
  #isFailing = false;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Passes on every list that was saved before or by another process, one after the other. An unreadable one is logged. */
  async load(take: (list: z.infer<typeof savedSchema>) => Promise<void>): Promise<void> {
    await removeAbandoned(this.#folder, /\.tmp$/);
    for (const file of namesIn(this.#folder)) {
      if (!file.endsWith('.json') || this.#files.has(file)) continue;
      this.#files.set(file, null);
      try {
        const json = await readFile(join(this.#folder, file), 'utf8');
        await take(savedSchema.parse(JSON.parse(json)));
      } catch {
        this.#log.warn({ event: 'snapshot-unreadable', file });
      }
    }
  }

  /** Writes in the background, atomically. */
  save({ list, rows, version, fetchedAt }: ListEntry): void {
    const file = fileName(list);
    const last = this.#files.get(file);
    if (last?.version === version && fetchedAt - last.fetchedAt < RENEW_AFTER_MS) return;
    this.#files.set(file, { version, fetchedAt });
    this.#enqueue(file, async (path) => {
      const fields = JSON.stringify({ ...list, fetchedAt }).slice(0, -1);
      await replaceFile(path, `${fields},"rows":${await writeJson(rows)}}`);
      this.#isFailing = false;
    });
  }

  remove(list: ListId): void {
    const file = fileName(list);
    this.#files.set(file, null);
    this.#enqueue(file, async (path) => {
      await rm(path, { force: true });
      this.#files.delete(file);
    });
  }

  async settled(): Promise<void> {
    await this.#writing;
  }

  #enqueue(file: string, work: (path: string) => Promise<void>): void {
    this.#writing = this.#writing
      .then(() => work(join(this.#folder, file)))
      .catch((error: unknown) => {
        this.#files.set(file, null);
        const cause = error instanceof Error ? error.message : 'unknown';
        if (!this.#isFailing)
          this.#log.error({ event: 'snapshot-failed', folder: this.#folder, cause });
        this.#isFailing = true;
      });
  }
}

/** Ids come from visitors, so they are no file names. */
function fileName(list: ListId): string {
  return `${createHash('sha256').update(listKey(list)).digest('hex').slice(0, 32)}.json`;
}
