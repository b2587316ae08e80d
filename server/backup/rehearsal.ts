import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { BackupError, readArchive, type Backup, type Head } from './archive.ts';
import { writeRehearsalResult } from './rehearsal-result.ts';
import { restoreDataFolder } from './restore-files.ts';
import { addSubmissions, withStores } from './stores.ts';
import { loadSettings } from '../config.ts';
import type { StoredSubmission, SubmissionStore } from '../outbox/submission-store.ts';
import { FOLDER_MODE } from '../storage.ts';
import { unlessMissing } from '../system-errors.ts';

/** For all deliveries. */
const DEADLINE_MS = 10 * 60_000;
const POLL_MS = 200;

// Beside this file in dist/server.
const SITE = fileURLToPath(new URL('main.js', import.meta.url));

/** What sample/submissions.ts writes of each submission, beside its CV. */
const receivedSchema = z.object({ idempotencyKey: z.string() });

/**
 * Restores a backup into a folder of its own, lets the site deliver there to the embedded provider, and compares.
 * @returns a line for the operator. @throws BackupError and errors of the disk
 */
export async function rehearse(backup: Backup, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'rehearsal');
  const started = performance.now();
  let isOk = false;
  try {
    // Of a rehearsal that was killed.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: FOLDER_MODE });
    const text = await rehearseIn(folder, backup);
    isOk = true;
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    return `rehearsal: restored and delivered in ${seconds} s: ${text}\n`;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await writeRehearsalResult(dataDir, isOk);
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
  await restoreDataFolder(folder, null, head);
  return await withStores(
    { dataDir: folder, databaseUrl: null },
    { isRestore: true },
    async ([store]) => {
      if (store === undefined) throw new BackupError('the outbox was not restored');
      const { added } = await addSubmissions(store, backup);
      await deliverAll(store, folder, head);
      const found = await receivedIn(folder);
      for await (const submission of store.all()) found.add(lineOf(submission));
      const wrong = [
        ...[...expected].filter((line) => !found.has(line)),
        ...[...found].filter((line) => !expected.has(line)),
      ];
      if (wrong.length > 0)
        throw new BackupError(
          `${wrong.length} differ after delivery: ${wrong.slice(0, 3).join('; ')}`,
        );
      return added.text();
    },
  );
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
async function deliverAll(store: SubmissionStore, folder: string, head: Head): Promise<void> {
  const { SCHOOL_CODE = '', SECRET = head.secret ?? '' } = head.settings;
  const site = spawn(process.execPath, [SITE], {
    env: {
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      PICTURES_AHEAD: 'off',
      SCHOOL_CODE,
      SECRET,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = { isListening: false };
  createInterface({ input: site.stdout }).on('line', (line) => {
    output.isListening ||= line.includes('"event":"listening"');
  });
  const ended = once(site, 'close');
  const stop = () => void site.kill();
  // The folder is removed then.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  try {
    const deadline = performance.now() + DEADLINE_MS;
    for (;;) {
      const waiting = (await store.counts()).find(({ state }) => state === 'waiting')?.count ?? 0;
      if (waiting === 0 && output.isListening) return;
      if (site.exitCode !== null || site.signalCode !== null)
        throw new BackupError(`the site did not start, or has ended; ${waiting} were waiting`);
      if (performance.now() > deadline) throw new BackupError(`${waiting} are not delivered`);
      await setTimeout(POLL_MS);
    }
  } finally {
    stop();
    await ended;
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  }
}
