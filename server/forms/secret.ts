import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, FOLDER_MODE, unlessMissing, writeNewFile } from './durable-files.ts';

const BYTES = 32;

/**
 * The secret that signs certificate links and keys fingerprints: the given one, else a random one
 * kept in `secret` of the data folder (0600), so that links outlive a restart. Several processes that
 * start together agree on one. @throws when the data folder cannot be used.
 */
export async function loadSecret(options: {
  given: string | null;
  dataDir: string;
}): Promise<string> {
  if (options.given !== null) return options.given;
  const path = join(options.dataDir, 'secret');
  const known = await unlessMissing(readFile(path, 'utf8'));
  if (known !== null && known.length >= BYTES) return known;
  await mkdir(options.dataDir, { recursive: true, mode: FOLDER_MODE });
  const own = `${path}.${randomUUID()}`;
  await writeNewFile(own, randomBytes(BYTES).toString('base64url'));
  try {
    await link(own, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await unlink(own);
  }
  return readFile(path, 'utf8');
}
