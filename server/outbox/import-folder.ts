import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../system-errors.ts';
import type { Log } from '../log/log.ts';
import { parseEntry } from './entry.ts';
import { FOLDER_MODE } from '../storage.ts';
import type { SubmissionStore } from './submission-store.ts';

/**
 * Moves the submissions of 1.0.0, each a folder, into the store. A folder is removed after its row is durable,
 * so that a crash loses none; an unreadable one moves to `corrupt/`.
 */
export async function importFolder(
  root: string,
  { store, log, nowMs }: { store: SubmissionStore; log: Log; nowMs: number },
): Promise<void> {
  if ((await unlessMissing(stat(join(root, 'new')))) === null) return;
  const dead = { state: 'dead', reason: 'refused', cause: 'unknown', finished: nowMs } as const;
  const corrupt = join(root, 'corrupt');
  let count = 0;
  for (const [place, columns] of [['new', {}] as const, ['dead', dead] as const]) {
    for (const name of (await unlessMissing(readdir(join(root, place)))) ?? []) {
      const folder = join(root, place, name);
      const isDelivered = await unlessMissing(stat(join(root, 'done', `${name}.json`)));
      const payload = await unlessMissing(readFile(join(folder, 'entry.json'), 'utf8'));
      const cv = await unlessMissing(readFile(join(folder, 'cv.pdf')));
      const entry = parseEntry(payload, cv?.length ?? 0);
      if (isDelivered === null && entry !== null) {
        const accepted = Date.parse(entry.acceptedAt);
        await store.add({ ...columns, ...entry, id: entry.idempotencyKey, payload, accepted, cv });
        count += 1;
      } else if (isDelivered === null) {
        await mkdir(corrupt, { recursive: true, mode: FOLDER_MODE });
        await rename(folder, join(corrupt, name));
        log.error({ event: 'outbox-corrupt', folder: corrupt });
      }
      await rm(folder, { recursive: true, force: true });
    }
  }
  for (const name of ['tmp', 'done', 'deliverer.lock', 'retry-now'])
    await rm(join(root, name), { recursive: true, force: true });
  // What arrived meanwhile stays for the next time.
  for (const name of ['dead', 'new', '']) await rmdir(join(root, name)).catch(() => {});
  log.info({ event: 'outbox-imported', count });
}
