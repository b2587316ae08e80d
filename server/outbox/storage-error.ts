import { STORAGE_REMEDIES, storageStateOf } from './storage-state.ts';
import { errorCode } from '../system-errors.ts';
import type { Log } from '../log/log.ts';

/** Submissions are for the server's user only (docs/promises.md#o8). */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** A submission was not stored: the disk is full, read-only, failing or missing. */
export class OutboxStorageError extends Error {
  override readonly name = 'OutboxStorageError';
  /** The system's name of the error, such as ENOSPC. */
  readonly code: string;

  constructor(cause: unknown) {
    const code = errorCode(cause) ?? 'unknown';
    super(`the outbox cannot be written: ${code}`, { cause });
    this.code = code;
  }
}

export function logStorageFailure(log: Log, error: unknown): void {
  const state = storageStateOf(error);
  // Errors of the database have their own event.
  const remedy = state === 'failing' ? undefined : STORAGE_REMEDIES[state];
  log.error({ event: 'outbox-storage', cause: errorCode(error) ?? 'unknown', remedy });
}

/** @throws OutboxStorageError for any error of `step`, which is logged. */
export async function wrapStorageErrors<Value>(log: Log, step: Promise<Value>): Promise<Value> {
  try {
    return await step;
  } catch (error) {
    logStorageFailure(log, error);
    throw new OutboxStorageError(error);
  }
}
