import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewerDataError } from './database/database-fault.ts';
import { errorCode } from './system-errors.ts';

/** Of what lies in DATA_DIR. To be raised with a change that an older program would misread. */
const DATA_FORMAT = 1;

/**
 * Holds a program off data of a newer one, which it might misread or sweep away; marks data that have no
 * mark yet. A folder that cannot be read or written is told by whoever needs it.
 * @throws NewerDataError
 */
export function assertKnownFormat(dataDir: string): void {
  const path = join(dataDir, 'version');
  try {
    const found = Number(readFileSync(path, 'utf8'));
    if (found > DATA_FORMAT) throw new NewerDataError('DATA_DIR', { found, known: DATA_FORMAT });
  } catch (error) {
    if (error instanceof NewerDataError) throw error;
    if (errorCode(error) !== 'ENOENT') return;
    try {
      writeFileSync(path, `${DATA_FORMAT}\n`, { mode: 0o600, flag: 'wx' });
    } catch {
      // Another process was first, or the disk takes nothing.
    }
  }
}
