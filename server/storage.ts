import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log/log.ts';
import { errorCode } from './system-errors.ts';

/** Submissions are for the server's user only (docs/promises.md#o8). */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** @returns false if the file exists; it is not changed then */
export async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { mode: FILE_MODE, flag: 'wx', flush: true });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

/** State of a disk that must store durably. */
export type StorageState = 'ok' | keyof typeof STORAGE_REMEDIES;

/** Keys are codes of the system and words of SQLite. */
const STATES: Readonly<Record<string, keyof typeof STORAGE_REMEDIES>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'foreign-owner',
  EPERM: 'foreign-owner',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  EMFILE: 'open-files',
  ENFILE: 'open-files',
  'database or disk is full': 'disk-full',
  'database is locked': 'locked',
  'outbox.db is a symbolic link': 'symbolic-link',
};

/** SQLite's words for a file of another user and for a read-only disk alike. */
const NOT_WRITABLE: ReadonlySet<string | null> = new Set([
  'attempt to write a readonly database',
  'Failed to open database: unable to open database file',
]);

export const STORAGE_REMEDIES = {
  'disk-full':
    'free space on the disk of DATA_DIR (or files, if `df -i` shows that it has no inodes), such as `journalctl --vacuum-size=200M` and `rm -r /var/cache/gis-site-nginx/*`; never delete outbox.db or its -wal',
  'read-only': 'mount the disk of DATA_DIR writable: `findmnt`, `dmesg`',
  'foreign-owner':
    'give DATA_DIR and all in it to the user who runs the site: chown -R, chmod -R u+rwX',
  missing: 'create the folder of DATA_DIR',
  locked:
    'end the program that holds outbox.db (`fuser -v` names it), or check why the disk does not respond',
  'symbolic-link':
    'stop the site and move the file that outbox.db leads to, with its -wal, back in its place; to use another disk, mount it at DATA_DIR',
  'open-files': 'raise the limit of open files: LimitNOFILE of the unit',
  failing: 'check the disk of DATA_DIR: `dmesg`, `smartctl`',
};

/** DATA_DIR could not be read or written: nothing of what was to be stored is. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: string;

  /** @param code of an error of the system, such as ENOSPC, or SQLite's words */
  constructor(code: string) {
    super(`DATA_DIR: ${code}`);
    this.code = code;
  }
}

/** A block of common file systems: an empty file fits onto a full disk. */
const PROBE = ' '.repeat(4_096);

/** Writes a file to the folder, because permissions and free space do not predict that. Never rejects. */
export async function probeStorage(folder: string): Promise<StorageState> {
  const path = join(folder, `${randomUUID()}.tmp`);
  try {
    await writeFile(path, PROBE, { mode: FILE_MODE, flush: true });
    return 'ok';
  } catch (error) {
    return STATES[errorCode(error) ?? ''] ?? 'failing';
  } finally {
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Which state of the disk an error of DATA_DIR shows, also where a file can be written now. Never rejects. */
async function storageState(
  error: unknown,
  dataDir: string,
): Promise<keyof typeof STORAGE_REMEDIES> {
  const code = errorCode(error);
  const state = STATES[code ?? ''] ?? (await probeStorage(dataDir));
  if (state !== 'ok') return state;
  return NOT_WRITABLE.has(code) ? 'foreign-owner' : 'failing';
}

/** The state of the disk after a write. Never rejects. */
export function stateAfter(write: Promise<unknown>, dataDir: string): Promise<StorageState> {
  return write.then(
    () => 'ok',
    (error: unknown) => storageState(error, dataDir),
  );
}

/** Logs an error of DATA_DIR with its remedy, if need be that for the state of the disk now. Never rejects. */
export async function logStorageError(log: Log, error: unknown, dataDir: string): Promise<void> {
  const cause = errorCode(error) ?? 'unknown';
  const remedy = STORAGE_REMEDIES[await storageState(error, dataDir)];
  log.error({ event: 'outbox-storage', cause, remedy });
}
