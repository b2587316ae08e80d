import { randomUUID } from 'node:crypto';
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MODE } from '../outbox/storage-error.ts';
import { storageStateOf, type StorageState } from './storage-state.ts';

/** A state is believed for this long, in milliseconds: anybody may ask for it. */
const BELIEVED_MS = 5_000;
/** A block of every usual file system, of 4,096 bytes: an empty file fits onto a full disk. */
const PROBE = ' '.repeat(4_096);

/**
 * Tells whether a folder takes files, now or a moment ago, by writing one: permissions and free space
 * alone do not say it. The answer never rejects.
 */
export function createStorageProbe(folder: string): () => Promise<StorageState> {
  let probed = Promise.resolve<StorageState>('ok');
  let probedAt = -Infinity;
  return () => {
    if (performance.now() - probedAt > BELIEVED_MS) {
      probedAt = performance.now();
      probed = probe(folder);
    }
    return probed;
  };
}

async function probe(folder: string): Promise<StorageState> {
  const path = join(folder, `probe-${randomUUID()}`);
  try {
    await writeFile(path, PROBE, { mode: FILE_MODE, flag: 'wx', flush: true });
    return 'ok';
  } catch (error) {
    return storageStateOf(error);
  } finally {
    await unlink(path).catch(() => undefined);
  }
}
