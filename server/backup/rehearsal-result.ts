import { chown, lstat, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { removeAbandoned, replaceFile } from '../replace-file.ts';

const resultSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  isOk: z.boolean(),
});

/** A rehearsal that is older has not run last night; deploy/prometheus-alerts.yml has the same time. */
const DUE_MS = 26 * 60 * 60_000;

/** How the last rehearsal ended. */
export type RehearsalResult = z.infer<typeof resultSchema>;

const fileIn = (dataDir: string): string => join(dataDir, 'rehearsal.json');

/** Start of the names of its folders in DATA_DIR. */
export const REHEARSAL_FOLDER = 'rehearsal-';

/** A rehearsal that was killed leaves personal data. Never rejects. */
export async function removeAbandonedRehearsals(dataDir: string): Promise<void> {
  await removeAbandoned(dataDir, new RegExp(`^${REHEARSAL_FOLDER}`));
}

/** Stores what the metrics of the instances show. */
export async function writeRehearsalResult(dataDir: string, isOk: boolean): Promise<void> {
  const result: RehearsalResult = { at: Date.now(), isOk };
  await replaceFile(fileIn(dataDir), JSON.stringify(result));
  const { uid, gid } = await stat(dataDir);
  await chown(fileIn(dataDir), uid, gid);
}

/** Null before the first rehearsal, and for a file that cannot be read. */
export async function readRehearsalResult(dataDir: string): Promise<RehearsalResult | null> {
  try {
    return resultSchema.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/** The link that systemd makes when the timer that starts a rehearsal each night is enabled. */
export const TIMER_LINK = 'timers.target.wants/gis-site-backup.timer';

/** Where the timer is enabled a first rehearsal is due too. */
export async function readRehearsal(
  dataDir: string,
  timer = `/etc/systemd/system/${TIMER_LINK}`,
): Promise<RehearsalResult | null> {
  const result = await readRehearsalResult(dataDir);
  if (result !== null) return result;
  const enabled = await lstat(timer).catch(() => null);
  return enabled && { at: enabled.ctimeMs, isOk: true };
}

/** False where no timer rehearses. */
export function hasRehearsalFailed(result: RehearsalResult | null, nowMs: number): boolean {
  return result !== null && (!result.isOk || nowMs - result.at > DUE_MS);
}
