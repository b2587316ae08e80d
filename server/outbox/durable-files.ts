import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { STORAGE_REMEDIES, storageStateOf } from '../storage-state.ts';
import { errorCode, unlessMissing } from '../system-errors.ts';
import type { Log } from '../web/log.ts';

/** Nobody but the server's user reads what visitors sent (docs/promises.md#o8). */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** A submission was not taken: the disk is full, read-only, failing or gone. Nothing was acknowledged. */
export class OutboxStorageError extends Error {
  override readonly name = 'OutboxStorageError';
  /** The system's name of the fault, such as ENOSPC. */
  readonly code: string;

  constructor(cause: unknown) {
    const code = errorCode(cause) ?? 'unknown';
    super(`the outbox cannot be written: ${code}`, { cause });
    this.code = code;
  }
}

/** The line about a disk that does not take, give or let go what the outbox holds. */
export function logStorageFailure(log: Log, error: unknown): void {
  const state = storageStateOf(error);
  // A database has faults of its own, which database-down tells.
  const remedy = state === 'failing' ? undefined : STORAGE_REMEDIES[state];
  log.error({ event: 'outbox-storage', cause: errorCode(error) ?? 'unknown', remedy });
}

/** Logs the fault of a step that takes a submission in. @throws OutboxStorageError for any. */
export async function orStorageError<Value>(log: Log, step: Promise<Value>): Promise<Value> {
  try {
    return await step;
  } catch (error) {
    logStorageFailure(log, error);
    throw new OutboxStorageError(error);
  }
}

/** Null for a file that is missing, torn or of another shape. */
export async function readJsonFile<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Writes a new file and returns when its bytes are on the disk. Its name is durable after {@link syncFolder}. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  const file = await open(path, flags, FILE_MODE);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns when the names in a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
