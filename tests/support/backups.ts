import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { systemClock } from '../../server/outbox/clock.ts';
import { SqliteEngine } from '../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../server/outbox/submission-store.ts';
import { application, enquiry, openStore, rejection } from './outbox-stores.ts';
import { pdfBytes } from './pdf.ts';
import type { Postgres, StoreName } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { silentLog } from './test-log.ts';

type Counts = { waiting: number; cvs: number; dead: number; delivered: number };

/** An outbox with submissions in these states, until `end`; `cvs` of those that wait have one. */
export async function outboxWith(counts: Counts, engine: StoreName, postgres: Postgres | null) {
  const store = await openStore(engine, postgres);
  const { outbox, dataDir } = store.open({
    // It waits for the test's end.
    limits: { firstRetryMs: 3_600_000, longestRetryMs: 3_600_000 },
    async deliver({ entry: { fields } }) {
      if (fields['name']?.startsWith('Dead') === true) throw rejection(400);
      if (fields['name']?.startsWith('Done') !== true) throw rejection(503);
    },
  });
  const accepted = [];
  for (let at = 0; at < counts.delivered; at += 1)
    accepted.push(outbox.accept(enquiry(`Done ${at}`)));
  for (let at = 0; at < counts.dead; at += 1) accepted.push(outbox.accept(enquiry(`Dead ${at}`)));
  for (let at = 0; at < counts.cvs; at += 1)
    accepted.push(outbox.accept(application(pdfBytes(50_000 + at))));
  for (let at = counts.cvs; at < counts.waiting; at += 1)
    // Some readers end a line at U+2028.
    accepted.push(outbox.accept(enquiry(`राम \u2028"\n${at}`)));
  for (const { outcome } of await Promise.all(accepted)) await outcome;
  const environment = {
    DATA_DIR: dataDir,
    SECRET: 's'.repeat(32),
    ...(store.url === null ? {} : { DATABASE_URL: store.url }),
  };
  return { environment, dataDir, list: () => store.command(['list']), end: () => store.remove() };
}

/** Applications that wait, each with a CV of 50 kB. @returns DATA_DIR */
export async function outboxOfCvs(count: number): Promise<string> {
  const dataDir = temporaryFolder();
  const path = join(dataDir, 'outbox.db');
  const engine = new SqliteEngine({ path, clock: systemClock, log: silentLog });
  const store = new SubmissionStore(engine);
  for (let at = 0; at < count; at += 1) {
    const { cv, ...form } = application(pdfBytes(50_000 + at));
    const id = randomUUID();
    const entry = { version: 1, id, reference: `GIS-${at}`, idempotencyKey: id, ...form };
    const acceptedAt = new Date().toISOString();
    const stored = cv && { name: cv.name, sha256: cv.sha256, size: cv.bytes.length };
    const payload = JSON.stringify({ ...entry, acceptedAt, cv: stored });
    await store.add({ ...entry, payload, cv: cv && cv.bytes });
  }
  await engine.close();
  return dataDir;
}
