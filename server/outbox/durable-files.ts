import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Nobody but the server's user reads what visitors sent (docs/promises.md#o8). */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The disk did not take a submission: full, read-only, failing or gone. Nothing was acknowledged. */
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

/** The system's name of a fault, such as ENOENT. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}

/** Runs a step that may meet a missing file, and answers null in that case. */
export async function unlessMissing<Value>(step: Promise<Value>): Promise<Value | null> {
  try {
    return await step;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a new file and returns when its bytes are on the disk. Its name is durable after {@link syncFolder}. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
    FILE_MODE,
  );
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
