import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../server/outbox/clock.ts';
import { importFolder } from '../../../server/outbox/import-folder.ts';
import { SqliteEngine } from '../../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../../server/outbox/submission-store.ts';
import { everythingIn, rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { enquiry } from '../../support/outbox-stores.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { silentLog } from '../../support/test-log.ts';
import { MINUTE, newClock, newFolder, openOutbox } from '../../support/open-outbox.ts';

const ACCEPTED_AT = '2026-11-20T00:00:00.000Z';

/** Writes a submission as version 1.0.0 wrote it, by its folder and id. */
async function writeEntry(dataDir: string, path: string, change: object = {}): Promise<void> {
  const folder = join(dataDir, 'outbox', path);
  const id = basename(path);
  const names = { version: 1, id, idempotencyKey: `key of ${id}`, reference: id };
  await mkdir(folder, { recursive: true });
  const entry = { ...names, ...enquiry(id), acceptedAt: ACCEPTED_AT, ...change };
  writeFileSync(join(folder, 'entry.json'), `${JSON.stringify(entry, null, 2)}\n`);
}

test('submissions of 1.0.0 are sent once with their keys, and unreadable ones move to corrupt/', async () => {
  const dataDir = newFolder();
  const folder = join(dataDir, 'outbox');
  const cv = { name: 'a.pdf', size: 2_000, sha256: '00' };
  await writeEntry(dataDir, 'new/GIS-AAAA-2222', { form: 'career', cv });
  await writeEntry(dataDir, 'dead/GIS-BBBB-3333');
  await writeEntry(dataDir, 'new/GIS-CCCC-4444');
  const reason = { reason: 'expired', cause: 'status 503', at: ACCEPTED_AT, attempts: 99 };
  const files = {
    'new/GIS-AAAA-2222/cv.pdf': pdfBytes(2_000),
    'dead/GIS-BBBB-3333/reason.json': JSON.stringify(reason),
    'done/GIS-CCCC-4444.json': '{}',
    'new/torn/entry.json': '{"version":1',
    'new/.DS_Store': 'x',
    'tmp/half/cv.pdf': 'x',
    'deliverer.lock': '',
    'retry-now': '',
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const deliveries: (string | number)[][] = [];
  const { clock, events, sent } = openOutbox({
    folder: dataDir,
    deliver: async ({ entry: { idempotencyKey }, cv: sentCv }) => {
      deliveries.push([idempotencyKey, sentCv?.length ?? 0]);
    },
  });
  await clock.runUntil(() => sent.length === 1 && rowsIn(dataDir, 'waiting').length === 0);
  expect(await runOutbox(dataDir, ['list'])).toMatchObject([
    { reference: 'GIS-BBBB-3333', state: 'dead', attempts: 99, note: 'expired: status 503' },
  ]);
  expect(rowsIn(dataDir, 'dead')).toMatchObject([{ finished: expect.any(Number) }]);
  expect(await runOutbox(dataDir, ['retry', '--all'])).toEqual({ retried: 1 });
  await clock.runUntil(() => rowsIn(dataDir, 'delivered').length === 2);
  expect(deliveries).toEqual([
    ['key of GIS-AAAA-2222', 2_000],
    ['key of GIS-BBBB-3333', 0],
  ]);
  expect(events('outbox-imported')).toMatchObject([{ count: 2 }]);
  expect(events('outbox-corrupt')).toHaveLength(2);
  expect(readdirSync(folder)).toEqual(['corrupt']);
  expect(readdirSync(join(folder, 'corrupt'))).toHaveLength(2);
});

test('two instances that import 1.0.0 at once log no error and lose nothing', async () => {
  const folder = newFolder();
  for (let number = 0; number < 30; number += 1) await writeEntry(folder, `new/P${number}`);
  const clock = newClock();
  const all = [openOutbox({ folder, clock }), openOutbox({ folder, clock })];
  await clock.runUntil(() => all.flatMap(({ sent }) => sent).length === 30);
  await clock.run(10_000);
  expect(all.flatMap(({ lines }) => lines.filter(({ level }) => level === 'error'))).toEqual([]);
  expect([rowsIn(folder, 'delivered').length, existsSync(join(folder, 'outbox'))]).toEqual([
    30,
    false,
  ]);
});

test('a folder of 1.0.0 that cannot be read is logged once, and what is delivered is still erased', async () => {
  const folder = newFolder();
  await mkdir(join(folder, 'outbox'), { recursive: true });
  symlinkSync('new', join(folder, 'outbox', 'new'));
  const { outbox, clock, events, sent } = openOutbox({ folder, limits: { sweepMs: MINUTE } });
  await outbox.accept(enquiry('Planted'));
  await clock.runUntil(() => sent.length === 1);
  await clock.run(2 * MINUTE);
  rmSync(join(folder, 'outbox'), { recursive: true });
  expect(everythingIn(folder)).not.toContain('Planted');
  expect(events('outbox-storage')).toMatchObject([{ level: 'error', cause: 'ELOOP' }]);
});

test('a submission that 1.0.0 stores during the import is imported too', async () => {
  const folder = newFolder();
  const root = join(folder, 'outbox');
  await writeEntry(folder, 'new/early');
  const path = join(folder, 'outbox.db');
  const engine = new SqliteEngine({ path, clock: systemClock, log: silentLog });
  onTestFinished(() => engine.close());
  class LateStore extends SubmissionStore {
    override async add(...submission: Parameters<SubmissionStore['add']>) {
      if (submission[0].reference === 'early') await writeEntry(folder, 'new/late');
      return await super.add(...submission);
    }
  }
  const store = new LateStore(engine);
  for (let time = 0; time < 2; time += 1)
    await importFolder(root, { store, log: silentLog, nowMs: Date.now() });
  expect((await store.rows()).map(({ id }) => id)).toEqual(['key of early', 'key of late']);
  expect(existsSync(root)).toBe(false);
});
