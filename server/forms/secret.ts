import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Settings } from '../config.ts';
import { FILE_MODE, FOLDER_MODE } from '../storage.ts';
import { errorCode } from '../system-errors.ts';
import type { Log } from '../log/log.ts';

const BYTES = 32;

/**
 * Signs certificate links and keys fingerprints: SECRET, else a random one in `secret` of the data folder. The
 * hard link lets processes that start together agree. Without a usable folder it lasts as long as the process.
 */
export function loadSecret(
  { secret, dataDir }: Pick<Settings, 'secret' | 'dataDir'>,
  log: Log,
): string {
  if (secret !== null) return secret;
  const path = join(dataDir, 'secret');
  const fresh = randomBytes(BYTES).toString('base64url');
  try {
    // A full disk can still be read.
    if (!existsSync(path)) storeSecret(path, fresh);
    const stored = readFileSync(path, 'utf8');
    if (stored.length >= BYTES) return stored;
    throw new Error('the stored secret is too short');
  } catch (error) {
    const cause = errorCode(error) ?? 'unreadable';
    log.error({ event: 'secret-not-stored', cause, folder: dataDir });
    return fresh;
  }
}

function storeSecret(path: string, secret: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const own = `${path}.${randomUUID()}`;
  writeFileSync(own, secret, { mode: FILE_MODE, flag: 'wx' });
  try {
    linkSync(own, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(own);
  }
}
