import { BackupError } from './archive.ts';
import { SettingsError } from '../config.ts';
import {
  describeDatabaseError,
  NewerDataError,
  UnusableDatabaseError,
} from '../database/database-error.ts';
import { StorageError } from '../storage.ts';
import { isWrongUse, type Command } from '../start-command.ts';

/** Prints what `run` returns, which is null after a wrong use, or its error in a line. */
export function createCommand(
  usage: string,
  run: (...input: Parameters<Command>) => Promise<string | null>,
): Command {
  return async (...input) => {
    try {
      const text = await run(...input);
      return text === null ? { code: 2, text: usage } : { code: 0, text };
    } catch (error) {
      if (isWrongUse(error)) return { code: 2, text: usage };
      return { code: 1, text: `Not done: ${messageOf(error)}\n` };
    }
  };
}

function messageOf(error: unknown): string {
  const isOurs = [BackupError, SettingsError, NewerDataError, StorageError].some(
    (type) => error instanceof type,
  );
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UnusableDatabaseError) return `the database: ${error.message}`;
  if (isOurs || 'syscall' in error) return error.message;
  return 'severity' in error ? describeDatabaseError(error) : (error.stack ?? error.message);
}
