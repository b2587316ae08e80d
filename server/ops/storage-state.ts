import { errorCode } from '../system-errors.ts';

/** What a disk does with what is to be written durably. */
export type StorageState = 'ok' | 'disk-full' | 'read-only' | 'missing' | 'failing';

/** The system's names of faults (errno(3)). */
const STATES: Readonly<Record<string, Exclude<StorageState, 'ok' | 'failing'>>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  ENOENT: 'missing',
  ENOTDIR: 'missing',
};

/** What to do about each state of the folder of DATA_DIR. */
export const STORAGE_REMEDIES = {
  'disk-full': 'make room on the disk of DATA_DIR',
  'read-only': 'give DATA_DIR to the user who runs the site (chown), and mount it writable',
  missing: 'make the folder of DATA_DIR',
  failing: 'look at the disk of DATA_DIR: `dmesg`, `smartctl`',
};

/** What a fault of writing says of the disk; "failing" for a fault that has no name here. */
export function storageStateOf(error: unknown): Exclude<StorageState, 'ok'> {
  return STATES[errorCode(error) ?? ''] ?? 'failing';
}
