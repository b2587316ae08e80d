import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { unlessMissing } from '../system-errors.ts';
import type { Log } from '../log/log.ts';
import { parseEntry } from './entry.ts';
import { FOLDER_MODE } from '../storage.ts';
import type { SubmissionStore } from './submission-store.ts';

/** A minute is enough for some thousands; an instance that dies leaves the rest to the next. */
const TURN_MS = 60_000;

/** What 1.0.0 wrote of a dead letter. */
const reasonSchema = z.object({
  reason: z.enum(['refused', 'expired']),
  cause: z.string(),
  attempts: z.int(),
});

/**
 * Moves the submissions of 1.0.0, each a folder, into the store. A folder is removed after its row is durable,
 * so that a crash loses none; an unreadable one moves to `corrupt/`. One instance at a time does so.
 */
export async function importFolder(
  root: string,
  { store, log, nowMs }: { store: SubmissionStore; log: Log; nowMs: number },
): Promise<void> {
  if ((await unlessMissing(stat(join(root, 'new')))) === null) return;
  if (!(await store.takeTurn('import', TURN_MS))) return;
  const corrupt = join(root, 'corrupt');
  let count = 0;
  for (const place of ['new', 'dead'] as const) {
    for (const name of (await unlessMissing(readdir(join(root, place)))) ?? []) {
      const folder = join(root, place, name);
      const isDelivered = await unlessMissing(stat(join(root, 'done', `${name}.json`)));
      const payload = await unlessMissing(readFile(join(folder, 'entry.json'), 'utf8'));
      const cv = await unlessMissing(readFile(join(folder, 'cv.pdf')));
      const entry = parseEntry(payload, cv?.length ?? 0);
      if (isDelivered === null && entry !== null) {
        const accepted = Date.parse(entry.acceptedAt);
        const columns = place === 'new' ? {} : { ...(await readReason(folder)), finished: nowMs };
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
  await store.endTurn('import');
  log.info({ event: 'outbox-imported', count });
}

async function readReason(folder: string) {
  const text = await unlessMissing(readFile(join(folder, 'reason.json'), 'utf8'));
  const unknown = { state: 'dead', reason: 'refused', cause: 'unknown' } as const;
  try {
    return { ...unknown, ...reasonSchema.parse(JSON.parse(text ?? '')) };
  } catch {
    return unknown;
  }
}
