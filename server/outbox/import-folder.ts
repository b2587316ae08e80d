import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { unlessMissing } from '../system-errors.ts';
import type { Log } from '../log/log.ts';
import { parseEntry } from './entry.ts';
import type { MovedSubmission, SubmissionStore } from './submission-store.ts';

/** A process of an earlier release renews its lock every 3 s. */
const LOCK_STALE_MS = 20_000;

const attemptSchema = z.object({ attempt: z.int(), cause: z.nullable(z.string()) });
const NOT_ATTEMPTED = { attempt: 0, cause: null };
const reasonSchema = z.object({
  reason: z.enum(['refused', 'expired']),
  cause: z.string(),
  at: z.iso.datetime(),
  attempts: z.int(),
});
/** Of a dead letter whose reason cannot be read: it must not become one that waits. */
const UNKNOWN_REASON = { reason: 'refused', cause: 'unknown', attempts: 0 } as const;

/**
 * Moves the submissions of earlier releases, each a folder, into the store. Each folder is removed after its
 * row is durable, so that a crash in between costs nothing. While a process of an earlier release still
 * delivers from the folder, it is left alone.
 */
export async function importFolder(
  root: string,
  { store, log, nowMs }: { store: SubmissionStore; log: Log; nowMs: number },
): Promise<void> {
  if ((await unlessMissing(stat(join(root, 'new')))) === null) return;
  const lock = await unlessMissing(stat(join(root, 'deliverer.lock')));
  if (lock !== null && Math.abs(nowMs - lock.mtimeMs) < LOCK_STALE_MS) return;
  let count = 0;
  for (const place of ['new', 'dead'] as const) {
    for (const name of (await unlessMissing(readdir(join(root, place)))) ?? []) {
      const folder = join(root, place, name);
      const isDelivered = await unlessMissing(stat(join(root, 'done', `${name}.json`)));
      const moved = isDelivered === null ? await readSubmission(folder, place) : null;
      if (moved !== null) {
        await store.takeOver(moved);
        count += 1;
      } else if (isDelivered === null) {
        await quarantine(root, folder);
        log.error({ event: 'outbox-corrupt', folder: join(root, 'corrupt') });
      }
      await rm(folder, { recursive: true, force: true });
    }
  }
  for (const place of ['tmp', 'done', 'dead', 'new', 'deliverer.lock', 'retry-now'])
    await rm(join(root, place), { recursive: true, force: true });
  for (const folder of [join(root, 'corrupt'), root]) await rmdir(folder).catch(() => {});
  log.info({ event: 'outbox-imported', count });
}

/** Null for what cannot be read. */
async function readSubmission(
  folder: string,
  place: 'new' | 'dead',
): Promise<MovedSubmission | null> {
  const entry = parseEntry(await unlessMissing(readFile(join(folder, 'entry.json'), 'utf8')));
  const file = join(folder, 'cv.pdf');
  const size = (await unlessMissing(stat(file)))?.size;
  if (entry === null || entry.cv?.size !== size) return null;
  const common = { entry, cv: entry.cv === null ? null : { file } };
  if (place === 'new') {
    const { attempt: attempts, cause } =
      (await readJson(join(folder, 'tries.json'), attemptSchema)) ?? NOT_ATTEMPTED;
    return { ...common, attempts, cause, reason: null, finished: null, state: 'waiting' };
  }
  const { at, ...reason } = (await readJson(join(folder, 'reason.json'), reasonSchema)) ?? {
    ...UNKNOWN_REASON,
    at: entry.acceptedAt,
  };
  return { ...common, ...reason, state: 'dead', finished: Date.parse(at) };
}

/** Null for a file that is missing, torn or of another shape. */
async function readJson<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | null> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}

async function quarantine(root: string, folder: string): Promise<void> {
  const corrupt = join(root, 'corrupt');
  await mkdir(corrupt, { recursive: true, mode: 0o700 });
  await unlessMissing(rename(folder, join(corrupt, randomUUID())));
}
