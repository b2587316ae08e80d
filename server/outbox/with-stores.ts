import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { Database } from '../database/database.ts';
import { UnusableDatabaseError } from '../database/database-error.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { SubmissionStore } from './submission-store.ts';

export const outboxFile = (dataDir: string): string => join(dataDir, 'outbox.db');

type Stores = {
  /** The store of the data folder; its file is made by the first write. */
  local: SubmissionStore;
  /** The store of DATABASE_URL. */
  shared: SubmissionStore | null;
  /** Those that exist, the shared one last: it is the one that instances write to. */
  existing: readonly SubmissionStore[];
};

type StoresOptions = Pick<Settings, 'dataDir' | 'databaseUrl'> & {
  /** Makes the tables that an empty database lacks. */
  isRestore?: boolean;
};

/**
 * Opens the stores for a command. The site may run meanwhile: its instances move submissions from the first to the
 * second.
 * @throws UnusableDatabaseError, and what `work` throws
 */
export async function withStores<Value>(
  { dataDir, databaseUrl, isRestore = false }: StoresOptions,
  work: (stores: Stores) => Promise<Value>,
): Promise<Value> {
  const path = outboxFile(dataDir);
  const hasFile = existsSync(path);
  const file = new SqliteEngine({ path, isCommand: true });
  const database =
    databaseUrl === null ? null : new Database({ url: databaseUrl, isCommand: !isRestore });
  try {
    const error = await database?.check();
    if (error) throw new UnusableDatabaseError(error);
    const local = new SubmissionStore(file);
    const shared = database && new SubmissionStore(database);
    const existing = [hasFile ? local : null, shared].filter((store) => store !== null);
    return await work({ local, shared, existing });
  } finally {
    await file.close();
    await database?.close();
  }
}
