import { BackupError } from './archive.ts';
import { SettingsError } from '../config.ts';
import { describeDatabaseError, NewerDataError } from '../database/database-error.ts';
import { StorageError } from '../storage.ts';
import { errorCode } from '../system-errors.ts';

/** Prints what a command returns, or its error in a line. Sets the exit code: 1 not done, 2 wrong use. */
export async function runCommand(usage: string, run: () => Promise<string | null>): Promise<void> {
  try {
    const text = await run();
    if (text !== null) process.stdout.write(text);
    else fail(usage, 2);
  } catch (error) {
    if (errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true) fail(usage, 2);
    else fail(`Not done: ${messageOf(error)}\n`, 1);
  }
}

function fail(text: string, code: 1 | 2): void {
  process.stderr.write(text);
  process.exitCode = code;
}

function messageOf(error: unknown): string {
  const isOurs = [BackupError, SettingsError, NewerDataError, StorageError].some(
    (type) => error instanceof type,
  );
  if (!(error instanceof Error)) return String(error);
  if (isOurs || 'syscall' in error) return error.message;
  return 'severity' in error ? describeDatabaseError(error) : (error.stack ?? error.message);
}
