import { errorCode } from '../system-errors.ts';
import { moveToFiles } from './move-to-files.ts';
import { createOutboxCommands, type OutboxCommands } from './outbox-commands.ts';
import { OutboxFolder } from './outbox-folder.ts';
import { createLog } from '../web/log.ts';

/** The commands over what a site keeps, and what belongs to a database alone. */
export type OpenCommands = OutboxCommands & {
  /** Moves all that the database holds into the folder, for a site that goes on without one. Answers how many; null without a database. */
  moveToFiles(): Promise<number | null>;
  close(): Promise<void>;
};

/** The database did not answer; what it said is the message. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/**
 * @param root the outbox's folder; beside a database it holds what came while that was down.
 * @throws NoDatabaseError
 */
export async function openCommands(
  root: string,
  databaseUrl: string | null,
): Promise<OpenCommands> {
  const disk = createOutboxCommands(root);
  if (databaseUrl === null)
    return { ...disk, moveToFiles: async () => null, close: async () => {} };
  // Half a second that nobody waits for without a database.
  const { createPostgresCommands } = await import('./postgres-commands.ts');
  const { Database } = await import('../database/database.ts');
  const log = createLog({ level: 'silent', destination: { write: () => undefined } });
  const database = new Database({ url: databaseUrl, log });
  const { commands, store } = createPostgresCommands(database);
  await database.ready();
  if (!database.isUp()) {
    await database.close();
    throw new NoDatabaseError(database.fault() ?? '');
  }
  return {
    list: async () => [...(await commands.list()), ...(await orNone(disk.list(), []))],
    show: async (reference) =>
      (await commands.show(reference)) ?? (await orNone(disk.show(reference), null)),
    retry: async (reference) =>
      (await commands.retry(reference)) + (await orNone(disk.retry(reference), 0)),
    async delete(reference, options) {
      const result = await commands.delete(reference, options);
      return result === 'not-found'
        ? await orNone(disk.delete(reference, options), result)
        : result;
    },
    moveToFiles: () => moveToFiles(store, new OutboxFolder(root)),
    close: () => database.close(),
  };
}

/** A machine that has a database may have no folder. */
async function orNone<Value>(step: Promise<Value>, none: Value): Promise<Value> {
  try {
    return await step;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return none;
    throw error;
  }
}
