import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { BackupError, readArchive, type Backup } from './archive.ts';
import {
  removeAbandonedRehearsals,
  REHEARSAL_FOLDER,
  writeRehearsalResult,
} from './rehearsal-result.ts';
import { restoreDataFolder } from './restore-files.ts';
import { addRecords } from './add-records.ts';
import { loadSettings, type Settings } from '../config.ts';
import { SILENT } from '../log/log.ts';
import { createSite } from '../main.ts';
import { FOLDER_MODE } from '../storage.ts';
import type { StoredSubmission } from '../outbox/submission-row.ts';
import type { SubmissionStore } from '../outbox/submission-store.ts';
import { withStores } from '../outbox/with-stores.ts';
import { unlessMissing } from '../system-errors.ts';

/** How long all deliveries together may take. */
const DEADLINE_MS = 10 * 60_000;
const POLL_MS = 200;
/** How often the folder is marked as in use: an abandoned one is removed. */
const MARK_MS = 60_000;
/** The outbox, its log, and what the embedded provider receives. */
const COPIES = 3;
/** Disk space that a rehearsal leaves for the site. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** What sample/submissions.ts writes of each submission, beside its CV. */
const receivedSchema = z.object({ idempotencyKey: z.string() });

/**
 * Restores a backup into a folder of its own, lets the site deliver there to the embedded provider, and compares.
 * @returns a line for the operator. @throws BackupError and errors of the disk
 */
export async function rehearse(backup: Backup, dataDir: string): Promise<string> {
  const started = performance.now();
  await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
  await removeAbandonedRehearsals(dataDir);
  const folder = await mkdtemp(join(dataDir, REHEARSAL_FOLDER));
  const mark = setInterval(() => void markAsUsed(folder), MARK_MS);
  let isOk = false;
  try {
    const text = await rehearseIn(folder, backup);
    isOk = true;
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    return `rehearsal: restored and delivered in ${seconds} s: ${text}\n`;
  } finally {
    clearInterval(mark);
    await rm(folder, { recursive: true, force: true });
    await writeRehearsalResult(dataDir, isOk);
  }
}

async function markAsUsed(folder: string): Promise<void> {
  const now = new Date();
  await utimes(folder, now, now).catch(() => undefined);
}

async function rehearseIn(folder: string, backup: Backup): Promise<string> {
  const expected = new Set<string>();
  let cvBytes = 0;
  const head = await readArchive(backup, (record) => {
    if (record.kind !== 'submission') return;
    const { state, id, cv } = record;
    const isWaiting = state === 'waiting';
    expected.add(lineOf({ ...record, state: isWaiting ? 'delivered' : state }));
    if (isWaiting) expected.add(receivedLine(id, cv));
    cvBytes += cv?.length ?? 0;
  });
  await assertSpace(folder, COPIES * cvBytes + SPARE_BYTES);
  // The instances would not start with these settings.
  loadSettings(head.settings);
  const { SCHOOL_CODE, SECRET } = head.settings;
  const settings = loadSettings({ DATA_DIR: folder, PICTURES_AHEAD: 'off', SCHOOL_CODE, SECRET });
  await restoreDataFolder(folder, null);
  return await withStores(settings, async ({ local: store }) => {
    const { added } = await addRecords(store, backup);
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

/** @throws BackupError */
async function assertSpace(folder: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= neededBytes) return;
  const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);
  throw new BackupError(
    `the rehearsal needs ${megabytes(neededBytes)} MB in DATA_DIR, and ${megabytes(bavail * bsize)} MB are free`,
  );
}

function lineOf({ id, reference, state }: Pick<StoredSubmission, 'id' | 'reference' | 'state'>) {
  return `${reference} ${id} ${state}`;
}

function receivedLine(idempotencyKey: string, cv: Buffer | null): string {
  const hash = cv === null ? 'without CV' : createHash('sha256').update(cv).digest('hex');
  return `received ${idempotencyKey} ${hash}`;
}

/** What the embedded provider got. One CV at a time is in memory. */
async function receivedIn(dataDir: string): Promise<Set<string>> {
  const folder = join(dataDir, 'sample-submissions');
  const names = (await unlessMissing(readdir(folder))) ?? [];
  const lines = new Set<string>();
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const content: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'));
    const cv = await unlessMissing(readFile(join(folder, name.replace(/json$/, 'pdf'))));
    lines.add(receivedLine(receivedSchema.parse(content).idempotencyKey, cv));
  }
  return lines;
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
