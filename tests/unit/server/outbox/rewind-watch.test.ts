import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sql, type Statement } from '../../../../server/database/sql.ts';
import { RewindWatch } from '../../../../server/outbox/rewind-watch.ts';
import { SubmissionStore } from '../../../../server/outbox/submission-store.ts';
import { openEngine } from '../../../support/outbox-stores.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { createTestLog } from '../../../support/test-log.ts';

const SAME = { fingerprint: null, withinMs: 0 };

/** As the database has it. */
function newRow(reference: string) {
  const id = randomUUID();
  return { id, reference, form: 'getInTouch', campus: 'NEKPUR', payload: '{}', cv: null };
}

function openWatch() {
  const { log, lines } = createTestLog();
  const folder = temporaryFolder();
  const [database, file] = [openEngine(join(folder, 'database')), openEngine(join(folder, 'file'))];
  const store = new SubmissionStore(database);
  const onStoreError = (error: unknown) => expect.fail(String(error));
  const server = { name: 'primary' };
  const start = () =>
    new RewindWatch({ store, file, log, onStoreError, server: () => server.name });
  const watch = start();
  /** The database loses a submission: a standby without it has taken over. */
  async function lose(id: string): Promise<void> {
    await database.batch([
      sql`delete from gis_site.submission where id = ${id}`,
      sql`update gis_site.accepted_count set count = count - 1`,
    ]);
  }
  return { database, file, store, server, watch, start, lose, lines };
}

test('submissions that the database has lost are named, though another took a number before the check', async () => {
  const { watch, lose, lines } = openWatch();
  const lost = ['z', 'm', 'a'].map((id) => ({ ...newRow(`GIS-${id}`), id }));
  for (const row of [newRow('GIS-KEPT'), ...lost]) await watch.add(row, SAME);
  await watch.check();
  for (const { id } of lost) await lose(id);
  await watch.add(newRow('GIS-NEXT'), SAME);
  await watch.check();
  await watch.check();
  // In the order in which they came.
  const references = lost.map(({ reference }) => reference);
  expect(lines).toMatchObject([
    { event: 'database-rewound', count: 3, references: references.join(', ') },
  ]);
  expect(await watch.missing()).toEqual(references);
});

test('what was delivered since the moment to which the database went back may be a repeat', async () => {
  const { store, watch, lines } = openWatch();
  const delivered = newRow('GIS-SENT');
  await watch.add(delivered, SAME);
  await watch.check();
  const count = store.knownCount;
  await store.finish(delivered.id, Date.now());
  await store.engine.batch([
    sql`update gis_site.submission set state = 'waiting', payload = '{}', finished = null`,
    sql`update gis_site.accepted_count set count = ${count}`,
  ]);
  expect(await store.claim(1, { leaseMs: 1_000, renew: [] })).toEqual([]);
  await watch.check();
  expect(lines).toMatchObject([{ event: 'database-rewound', count: 0 }]);
  expect(await store.rows()).toMatchObject([{ is_cut_off: 1 }]);
});

test('what is accepted while the watch compares is no second loss after a restart', async () => {
  const { file, store, watch, start, lose, lines } = openWatch();
  const lost = newRow('GIS-LOST');
  for (const row of [newRow('GIS-KEPT'), lost]) await watch.add(row, SAME);
  await watch.check();
  await lose(lost.id);
  const batch = file.batch.bind(file);
  file.batch = async <Row extends object>(statements: readonly Statement[]) => {
    const written = batch<Row>(statements);
    // The watch has corrected what it remembers, and does not know yet.
    if (statements.some(({ text }) => text.startsWith('update gis_site.accepted set count'))) {
      file.batch = batch;
      await watch.add(newRow('GIS-NEXT'), SAME);
    }
    return await written;
  };
  await watch.check();
  store.knownCount = 0;
  await start().check();
  expect(lines.map(({ event }) => event)).toEqual(['database-rewound']);
});

test('what a standby lacks is named by its instance, though another one has raised the count again', async () => {
  const { database, server, watch, lose, lines } = openWatch();
  const other = new SubmissionStore(database);
  const lost = newRow('GIS-LOST');
  await watch.add(newRow('GIS-KEPT'), SAME);
  await watch.check();
  await watch.add(lost, SAME);
  await watch.check();
  await lose(lost.id);
  await other.add(newRow('GIS-OTHER'), SAME);
  server.name = 'standby';
  await watch.check();
  await watch.check();
  expect(lines).toMatchObject([{ event: 'database-rewound', count: 1, references: 'GIS-LOST' }]);
});

test('neither a restart of the server nor a deleted submission is a step back in time', async () => {
  const { store, server, watch, lines } = openWatch();
  const [deleted, kept] = [newRow('GIS-DELETED'), newRow('GIS-KEPT')];
  for (const row of [deleted, kept]) await watch.add(row, SAME);
  await watch.check();
  server.name = 'restarted';
  await watch.check();
  await store.discard(deleted.id);
  await watch.check();
  expect(lines).toEqual([]);
});
