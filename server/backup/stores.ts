import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError, readArchive, type Backup } from './archive.ts';
import type { Settings } from '../config.ts';
import { Database } from '../database/database.ts';
import { SqliteEngine } from '../outbox/sqlite-engine.ts';
import { SubmissionStore, type StoredSubmission } from '../outbox/submission-store.ts';

export const outboxFile = (dataDir: string): string => join(dataDir, 'outbox.db');

/**
 * Opens the outbox of the data folder, if it exists, and that of DATABASE_URL. The site may run meanwhile: its
 * instances move submissions from the first to the second. A restore makes the tables that an empty database lacks.
 */
export async function withStores<Value>(
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  { isRestore }: { isRestore: boolean },
  work: (stores: SubmissionStore[]) => Promise<Value>,
): Promise<Value> {
  const path = outboxFile(dataDir);
  const file = existsSync(path) ? new SqliteEngine({ path, isCommand: true }) : null;
  const database =
    databaseUrl === null ? null : new Database({ url: databaseUrl, isCommand: !isRestore });
  try {
    const error = await database?.check();
    if (error) throw new BackupError(`the database: ${error}`);
    const engines = [file, database].filter((engine) => engine !== null);
    return await work(engines.map((engine) => new SubmissionStore(engine)));
  } finally {
    await file?.close();
    await database?.close();
  }
}

/** Adds the submissions of a backup that the store lacks. @returns these, and how many it has already */
export async function addSubmissions(store: SubmissionStore, backup: Backup) {
  const added = new Tally();
  let known = 0;
  await readArchive(backup, async (submission) => {
    // The provider may have got since then what waits in the backup.
    const is_cut_off = submission.state === 'waiting' ? 1 : 0;
    const earlier = await store.add({ ...submission, is_cut_off });
    if (earlier === null) added.count(submission);
    else known += 1;
  });
  return { added, known };
}

/** Counts submissions for a line of text. */
export class Tally {
  readonly #counts = { waiting: 0, dead: 0, delivered: 0, cvs: 0 };

  count({ state, cv }: Pick<StoredSubmission, 'state' | 'cv'>): void {
    this.#counts[state] += 1;
    if (cv !== null) this.#counts.cvs += 1;
  }

  text(): string {
    const { waiting, dead, delivered, cvs } = this.#counts;
    return `${waiting} waiting, ${dead} dead letters; ${cvs} CVs; ${delivered} receipts`;
  }
}
