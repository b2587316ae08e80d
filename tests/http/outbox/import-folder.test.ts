import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Writes a submission that waits as version 1.0.0 wrote it. */
async function writeWaiting(dataDir: string, id: string): Promise<void> {
  const folder = join(dataDir, 'outbox/new', id);
  const names = { version: 1, id, idempotencyKey: id, reference: id };
  await mkdir(folder, { recursive: true });
  const entry = { ...names, ...enquiry(id), acceptedAt: ACCEPTED_AT };
  writeFileSync(join(folder, 'entry.json'), JSON.stringify(entry));
}

test('submissions of 1.0.0 are sent once with their keys, and unreadable ones move to corrupt/', async () => {
  const dataDir = newFolder();
  const folder = join(dataDir, 'outbox');
  const [waiting, dead, delivered] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
    (reference, index) => `${1_795_132_800_000 + index}-0123456789abcdef-${reference}`,
  );
  const cv = pdfBytes(2_000);
  // As version 1.0.0 wrote them.
  const entry = (id = '', idempotencyKey: string, change: object) =>
    JSON.stringify({
      version: 1,
      id,
      reference: id.slice(-13),
      idempotencyKey,
      acceptedAt: ACCEPTED_AT,
      form: 'admission',
      campus: 'NEKPUR',
      fields: {},
      cv: null,
      ...change,
    });
  const career = { form: 'career', cv: { name: 'a.pdf', size: 2_000, sha256: '00' } };
  const files = {
    [`new/${waiting}/entry.json`]: entry(waiting, 'key-1', career),
    [`new/${waiting}/cv.pdf`]: cv,
    [`dead/${dead}/entry.json`]: entry(dead, 'key-2', {}),
    [`dead/${dead}/reason.json`]: JSON.stringify({
      reason: 'expired',
      cause: 'status 503',
      at: ACCEPTED_AT,
      attempts: 99,
    }),
    [`new/${delivered}/entry.json`]: entry(delivered, 'key-3', {}),
    [`done/${delivered}.json`]: `{}`,
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
    ['key-1', 2_000],
    ['key-2', 0],
  ]);
  expect(events('outbox-imported')).toMatchObject([{ count: 2 }]);
  expect(events('outbox-corrupt')).toHaveLength(2);
  expect(readdirSync(folder)).toEqual(['corrupt']);
  expect(readdirSync(join(folder, 'corrupt'))).toHaveLength(2);
});

test('two instances that import 1.0.0 at once log no error and lose nothing', async () => {
  const folder = newFolder();
  for (let number = 0; number < 30; number += 1) await writeWaiting(folder, `P${number}`);
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
  await writeWaiting(folder, 'early');
  const path = join(folder, 'outbox.db');
  const engine = new SqliteEngine({ path, clock: systemClock, log: silentLog });
  onTestFinished(() => engine.close());
  class LateStore extends SubmissionStore {
    override async add(...submission: Parameters<SubmissionStore['add']>) {
      if (submission[0].reference === 'early') await writeWaiting(folder, 'late');
      return await super.add(...submission);
    }
  }
  const store = new LateStore(engine);
  for (let time = 0; time < 2; time += 1)
    await importFolder(root, { store, log: silentLog, nowMs: Date.now() });
  expect((await store.rows()).map(({ id }) => id)).toEqual(['early', 'late']);
  expect(existsSync(root)).toBe(false);
});
