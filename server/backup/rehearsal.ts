import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { BackupError, readArchive, type Backup } from './archive.ts';
import { writeRehearsalResult } from './rehearsal-result.ts';
import { restoreDataFolder } from './restore-files.ts';
import { addSubmissions } from './add-submissions.ts';
import { loadSettings, type Settings } from '../config.ts';
import { SILENT } from '../log/log.ts';
import { createSite } from '../main.ts';
import type { StoredSubmission } from '../outbox/submission-row.ts';
import type { SubmissionStore } from '../outbox/submission-store.ts';
import { withStores } from '../outbox/with-stores.ts';
import { unlessMissing } from '../system-errors.ts';

/** How long all deliveries together may take. */
const DEADLINE_MS = 10 * 60_000;
const POLL_MS = 200;
const FOLDER_START = 'rehearsal-';
/** A folder that is older is of a rehearsal that was killed. */
const LEFT_AFTER_MS = 6 * DEADLINE_MS;

/** What sample/submissions.ts writes of each submission, beside its CV. */
const receivedSchema = z.object({ idempotencyKey: z.string() });

/**
 * Restores a backup into a folder of its own, lets the site deliver there to the embedded provider, and compares.
 * @returns a line for the operator. @throws BackupError and errors of the disk
 */
export async function rehearse(backup: Backup, dataDir: string): Promise<string> {
  const started = performance.now();
  await removeLeftFolders(dataDir);
  const folder = await mkdtemp(join(dataDir, FOLDER_START));
  let isOk = false;
  try {
    const text = await rehearseIn(folder, backup);
    isOk = true;
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    return `rehearsal: restored and delivered in ${seconds} s: ${text}\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await writeRehearsalResult(dataDir, isOk);
  }
}

async function removeLeftFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(FOLDER_START)) continue;
    const folder = join(dataDir, name);
    // Another rehearsal may have removed it.
    const stats = await unlessMissing(stat(folder));
    if (stats !== null && Date.now() - stats.mtimeMs > LEFT_AFTER_MS)
      await rm(folder, { recursive: true, force: true });
  }
}

async function rehearseIn(folder: string, backup: Backup): Promise<string> {
  const expected = new Set<string>();
  const head = await readArchive(backup, (submission) => {
    const { state, id, cv } = submission;
    const isWaiting = state === 'waiting';
    expected.add(lineOf({ ...submission, state: isWaiting ? 'delivered' : state }));
    if (isWaiting) expected.add(receivedLine(id, cv));
  });
  // The instances would not start with these settings.
  loadSettings(head.settings);
  const { SCHOOL_CODE, SECRET } = head.settings;
  const settings = loadSettings({ DATA_DIR: folder, PICTURES_AHEAD: 'off', SCHOOL_CODE, SECRET });
  await restoreDataFolder(folder, null);
  return await withStores(settings, async ({ local: store }) => {
    const { added } = await addSubmissions(store, backup);
    await deliverAll(store, settings);
    const found = await receivedIn(folder);
    for await (const submission of store.all()) found.add(lineOf(submission));
    const wrong = [...expected, ...found].filter((line) => expected.has(line) !== found.has(line));
    if (wrong.length > 0)
      throw new BackupError(
        `${wrong.length} differ after delivery: ${wrong.slice(0, 3).join('; ')}`,
      );
    return added.text();
  });
}

function lineOf({ id, reference, state }: Pick<StoredSubmission, 'id' | 'reference' | 'state'>) {
  return `${reference} ${id} ${state}`;
}

function receivedLine(idempotencyKey: string, cv: Buffer | null): string {
  const hash = cv === null ? 'without CV' : createHash('sha256').update(cv).digest('hex');
  return `received ${idempotencyKey} ${hash}`;
}

/** What the embedded provider got. */
async function receivedIn(dataDir: string): Promise<Set<string>> {
  const folder = join(dataDir, 'sample-submissions');
  const names = (await unlessMissing(readdir(folder))) ?? [];
  const lines = names
    .filter((name) => name.endsWith('.json'))
    .map(async (name) => {
      const content: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
      const cv = await unlessMissing(readFile(join(folder, name.replace(/json$/, 'pdf'))));
      return receivedLine(receivedSchema.parse(content).idempotencyKey, cv);
    });
  return new Set(await Promise.all(lines));
}

/** Runs the site until nothing waits, without any address of the real one. @throws BackupError */
async function deliverAll(store: SubmissionStore, settings: Settings): Promise<void> {
  const site = await createSite(settings, SILENT);
  try {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      const waiting = (await store.counts()).find(({ state }) => state === 'waiting')?.count ?? 0;
      if (waiting === 0) return;
      if (performance.now() > deadline) throw new BackupError(`${waiting} are not delivered`);
      await setTimeout(POLL_MS);
    }
  } finally {
    await site.close();
  }
}
