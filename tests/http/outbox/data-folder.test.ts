import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../../../server/storage.ts';
import { createOutbox, type Outbox } from '../../../server/outbox/outbox.ts';
import { changeIn, everyPath, rowsIn, runOutbox } from '../../support/outbox-rows.ts';
import { application, databaseOfTest, enquiry, rejection } from '../../support/outbox-stores.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { silentLog } from '../../support/test-log.ts';
import { MINUTE, fail, newClock, newFolder, openOutbox } from '../../support/open-outbox.ts';

test('folders have mode 0700 and files 0600', async () => {
  const { outbox, folder } = openOutbox({ deliver: fail(503) });
  const { outcome } = await outbox.accept(application(pdfBytes(1_000)));
  await outcome;
  const modes = everyPath(folder).map((path) => [path, statSync(path)] as const);
  expect(modes.length).toBeGreaterThan(3);
  for (const [path, stat] of modes)
    expect([path, stat.mode & 0o777]).toEqual([path, stat.isDirectory() ? 0o700 : 0o600]);
});

test('O3: unreadable rows and those without their CV are dead letters, and the queue continues', async () => {
  const clock = newClock();
  const first = openOutbox({ clock, deliver: fail(503) });
  for (const name of ['Torn', 'Wrong shape']) {
    const { outcome } = await first.outbox.accept(enquiry(name));
    expect(await outcome).toBe('stored');
  }
  await first.outbox.accept(application(pdfBytes(1_000)));
  await first.outbox.close();
  const [torn, wrong] = rowsIn(first.folder, 'waiting').map(({ id }) => id);
  changeIn(
    first.folder,
    `update submission set payload = substr(payload, 1, 60) where id = '${torn}';
     update submission set payload = '{"version":1}' where id = '${wrong}';
     delete from submission_cv`,
  );
  const { outbox, events, sent } = openOutbox({ folder: first.folder, clock });
  await outbox.accept(enquiry('A'));
  await clock.runUntil(() => rowsIn(first.folder, 'dead').length === 3 && sent.length === 1);
  expect(sent).toEqual(['A']);
  expect(events('outbox-corrupt')).toHaveLength(3);
  expect(await outbox.state()).toMatchObject({ waiting: 0, dead: 3 });
  expect(await runOutbox(first.folder, ['list'])).toMatchObject(
    Array.from({ length: 3 }, () => ({ state: 'dead', note: 'unreadable: CORRUPT' })),
  );
});

test.each([
  ['its beginning', 0, 4_096],
  ['its schema', 'CREATE TABLE', 6],
  ['its third page', 32_768, 4_096],
])(
  'O3: a database damaged at %s is moved aside with an error, and submissions go into a new one',
  async (_where, place, length) => {
    const clock = newClock();
    const first = openOutbox({ clock, deliver: fail(503) });
    await first.outbox.accept(enquiry('Before'));
    await first.outbox.close();
    const file = join(first.folder, 'outbox.db');
    const bytes = readFileSync(file);
    const at = typeof place === 'string' ? bytes.indexOf(place) : place;
    writeFileSync(file, bytes.fill(0x5a, at, at + length));
    const { outbox, events, sent } = openOutbox({ folder: first.folder, clock });
    expect(await (await outbox.accept(enquiry('After'))).outcome).toBe('delivered');
    expect(sent).toEqual(['After']);
    const [damaged, ...more] = events('outbox-damaged');
    expect([damaged?.['level'], more]).toEqual(['error', []]);
    expect(readFileSync(String(damaged?.['folder'])).equals(bytes)).toBe(true);
  },
);

const copy = (folder: string) => join(folder, '..', 'copy.db');
test.each<[string, (folder: string, outbox: Outbox) => unknown]>([
  ['removed', (folder) => rmSync(join(folder, 'outbox.db'))],
  [
    'removed with its log',
    (folder) =>
      everyPath(folder)
        .slice(1)
        .forEach((path) => rmSync(path)),
  ],
  ['replaced by an older one', (folder) => renameSync(copy(folder), join(folder, 'outbox.db'))],
  ['left without its log', (folder) => rmSync(join(folder, 'outbox.db-wal'))],
  [
    'moved away and back',
    async (folder, outbox) => {
      renameSync(join(folder, 'outbox.db'), copy(folder));
      // It makes another.
      await outbox.state();
      renameSync(copy(folder), join(folder, 'outbox.db'));
    },
  ],
  [
    'moved, with a link to it',
    (folder) => {
      linkSync(join(folder, 'outbox.db'), `${copy(folder)}.moved`);
      symlinkSync(`${copy(folder)}.moved`, `${copy(folder)}.link`);
      // In one step, so that no instance makes another file in between.
      renameSync(`${copy(folder)}.link`, join(folder, 'outbox.db'));
    },
  ],
  [
    'removed, with a folder in its place for a moment,',
    async (folder, outbox) => {
      rmSync(join(folder, 'outbox.db'));
      await mkdir(join(folder, 'outbox.db'));
      await expect(outbox.state()).rejects.toThrow('unable to open');
      await rmdir(join(folder, 'outbox.db'));
    },
  ],
  // As for a process, a mount over it.
  ['in another folder', (folder) => renameSync(folder, `${folder}-away`)],
])('I4: a database that is %s loses and repeats nothing, and is an error', async (_how, change) => {
  const clock = newClock();
  const folder = newFolder();
  let isDown = true;
  const deliver = async () => {
    if (isDown) throw rejection(503);
  };
  const [one, two] = [
    openOutbox({ folder, clock, deliver }),
    openOutbox({ folder, clock, deliver }),
  ];
  await one.outbox.accept(enquiry('Delivered'));
  const older = new DatabaseSync(join(folder, 'outbox.db'));
  older.exec(`vacuum into '${copy(folder)}'`);
  older.close();
  isDown = false;
  await clock.runUntil(async () => (await one.outbox.state()).waiting === 0);
  isDown = true;
  await one.outbox.accept(enquiry('A'));
  await two.outbox.accept(application(pdfBytes(20_000)));
  await two.outbox.accept(enquiry('B'));
  // What changes in several steps changes while neither uses it.
  await clock.run(1);
  await change(folder, one.outbox);
  for (const { outbox } of [one, two])
    await outbox.accept(enquiry(outbox === one.outbox ? 'C' : 'D'));
  await clock.run(10_000);
  expect(rowsIn(folder, 'waiting')).toHaveLength(5);
  for (const { events } of [one, two])
    expect(events('outbox-replaced')[0]).toMatchObject({ level: 'error' });
  isDown = false;
  await clock.runUntil(() => rowsIn(folder, 'waiting').length === 0);
  const sent = [...one.sent, ...two.sent].toSorted();
  expect(sent).toEqual(['A', 'Asha', 'B', 'C', 'D', 'Delivered']);
  expect(everyPath(join(folder, '..')).filter((path) => path.includes('replaced'))).toEqual([]);
});

test('I4: after a database was removed, the next submission does not wait', async () => {
  const { outbox, folder, clock, sent } = openOutbox();
  for (const name of ['A', 'B', 'C']) await (await outbox.accept(enquiry(name))).outcome;
  await clock.run(1);
  rmSync(folder, { recursive: true });
  await outbox.accept(enquiry('D'));
  await clock.run(MINUTE);
  expect(sent).toEqual(['A', 'B', 'C', 'D']);
});

test('I4: a symbolic link to a database, whose log may be elsewhere, takes no forms, and the remedy is named', async () => {
  const folder = newFolder();
  await mkdir(folder);
  symlinkSync(join(folder, 'moved.db'), join(folder, 'outbox.db'));
  const { outbox, clock, events } = openOutbox({ folder });
  await expect(outbox.accept(enquiry('A'))).rejects.toThrow('outbox.db is a symbolic link');
  await clock.run(MINUTE);
  expect(events('outbox-storage')[0]?.['remedy']).toMatch(/^stop the site.*mount/);
  expect(await outbox.probe()).toBe('symbolic-link');
});

test('R-181: a folder that could not be created at the start is created by the next submission', async () => {
  const folder = newFolder();
  writeFileSync(folder, 'a file in the way');
  const { outbox, clock, events, sent } = openOutbox({ folder });
  await expect(outbox.accept(enquiry('A'))).rejects.toThrow(StorageError);
  await clock.run(MINUTE);
  // Of all scans; the form's own is logged with its response.
  expect(events('outbox-storage')).toHaveLength(1);
  rmSync(folder);
  await outbox.accept(enquiry('B'));
  await clock.runUntil(() => sent.length === 1);
  expect(sent).toEqual(['B']);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('without its database an instance takes turns on its disk', async () => {
  const database = databaseOfTest({ url: 'postgres://u:p@127.0.0.1:9/site' });
  const shared = { dataDir: newFolder(), database, log: silentLog };
  const outbox = createOutbox({ ...shared, deliver: fail(503), secret: 's' });
  onTestFinished(() => outbox.close());
  const turns = [await outbox.takeTurn('a', MINUTE), await outbox.takeTurn('a', MINUTE)];
  expect(turns).toEqual([true, false]);
});
