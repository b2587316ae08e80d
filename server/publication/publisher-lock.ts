import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';

/**
 * Runs `work` while no other process publishes into the folder. SQLite's lock is one of the system, which ends with its
 * process. @returns null if another one publishes
 */
export async function withPublisherLock<Value>(
  folder: string,
  work: () => Promise<Value>,
): Promise<Value | null> {
  const database = new DatabaseSync(join(folder, 'lock.db'));
  try {
    try {
      database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    } catch (error) {
      if (String(error).includes('database is locked')) return null;
      throw error;
    }
    return await work();
  } finally {
    database.close();
  }
}
