import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { CorruptEntryError } from '../../server/outbox/entry-store.ts';
import type { Entry } from '../../server/outbox/entry.ts';
import { moveToDatabase } from '../../server/outbox/move-to-database.ts';
import { moveToFiles } from '../../server/outbox/move-to-files.ts';
import {
  NoDatabaseError,
  openCommands,
  type OpenCommands,
} from '../../server/outbox/open-commands.ts';
import { runOutboxCli } from '../../server/outbox/outbox-cli.ts';
import type { OutboxCommands } from '../../server/outbox/outbox-commands.ts';
import { OutboxFolder } from '../../server/outbox/outbox-folder.ts';
import { createPostgresCommands } from '../../server/outbox/postgres-commands.ts';
import { WORK } from '../../server/outbox/postgres-outbox.ts';
import {
  CV,
  DAY,
  makeEntry,
  NO_TABLE,
  nobodyListens,
  openOutboxDatabase,
  REASON,
  receiptOf,
  REFERENCES,
  WAITING,
  type OutboxDatabase,
} from '../support/outbox-database.ts';
import { NO_POSTGRES } from '../support/postgres.ts';
import { SOON } from '../support/effort.ts';

let opened: OutboxDatabase;
let url: OutboxDatabase['url'];
let database: OutboxDatabase['database'];
let jobs: OutboxDatabase['jobs'];
let store: OutboxDatabase['store'];
let add: OutboxDatabase['add'];
let addToFolder: OutboxDatabase['addToFolder'];
let rows: OutboxDatabase['rows'];
let states: OutboxDatabase['states'];
let jobCount: OutboxDatabase['jobCount'];
let withoutEntries: OutboxDatabase['withoutEntries'];
let commands: OutboxCommands;
let root: string;
let folder: OutboxFolder;

describe.skipIf(NO_POSTGRES !== null)('the outbox in PostgreSQL and on the disk', () => {
  beforeAll(async () => {
    opened = await openOutboxDatabase();
    ({ url, database, jobs, store, add, addToFolder, rows, states, jobCount, withoutEntries } =
      opened);
    ({ commands } = createPostgresCommands(database));
  });

  afterAll(() => opened.remove());

  beforeEach(async () => {
    ({ root, folder } = await opened.clear());
  });

  describe('from one store to the other', () => {
    test('what lies on the disk moves to the database: what waits, what is dead and why; what is delivered or cannot be read does not', async () => {
      const [waiting, dead, unexplained, delivered, torn, tornDead] = [
        'GIS-AAAA-2222',
        'GIS-BBBB-3333',
        'GIS-CCCC-4444',
        'GIS-DDDD-5555',
        'GIS-EEEE-6666',
        'GIS-FFFF-7777',
      ].map((reference) => makeEntry({ reference, cv: CV })) as [
        Entry,
        Entry,
        Entry,
        Entry,
        Entry,
        Entry,
      ];
      for (const entry of [waiting, dead, unexplained, delivered, torn, tornDead])
        await addToFolder(entry, CV);
      const bare = makeEntry({ reference: 'GIS-GGGG-8888' });
      await addToFolder(bare, null);
      for (const { id } of [dead, unexplained, tornDead]) await folder.deadLetter(id, REASON);
      writeFileSync(join(root, 'dead', unexplained.id, 'reason.json'), '{');
      // Its receipt stands, and it could not be removed.
      const receipt = JSON.stringify(receiptOf(delivered));
      writeFileSync(join(root, 'done', `${delivered.id}.json`), receipt);
      for (const path of [`new/${torn.id}`, `dead/${tornDead.id}`])
        writeFileSync(join(root, path, 'entry.json'), '{');
      mkdirSync(join(root, 'new', 'other'));

      expect(await moveToDatabase(folder, store)).toBe(4);
      expect(readdirSync(join(root, 'new'))).toEqual([]);
      expect(readdirSync(join(root, 'dead'))).toEqual([tornDead.id]);
      expect(readdirSync(join(root, 'corrupt'))).toHaveLength(2);
      expect(await store.takeOut(waiting.id)).toEqual({ entry: waiting, cv: CV, reason: null });
      expect(await store.takeOut(bare.id)).toEqual({ entry: bare, cv: null, reason: null });
      expect(await store.takeOut(dead.id)).toEqual({ entry: dead, cv: CV, reason: REASON });
      expect((await store.takeOut(unexplained.id)).reason).toEqual({
        reason: 'refused',
        cause: 'unknown',
        attempts: 0,
        at: unexplained.acceptedAt,
      });
      expect(await states()).toEqual(['dead', 'dead', 'waiting', 'waiting']);
      expect(await rows(`select changed_at from gis_site.entry where id = $1`, [dead.id])).toEqual([
        { changed_at: new Date(REASON.at) },
      ]);
      expect(
        await rows(`select changed_at, fingerprint from gis_site.entry where id = $1`, [bare.id]),
      ).toEqual([{ changed_at: new Date(bare.acceptedAt), fingerprint: '0123456789abcdef' }]);
      expect((await jobs.fetch(9)).map(({ id }) => id).toSorted()).toEqual(
        [waiting.id, bare.id].toSorted(),
      );
      expect(await moveToDatabase(folder, store)).toBe(0);
    });

    test('an entry that is there already stays as it is there, and goes from the disk', async () => {
      const entry = makeEntry();
      await addToFolder(entry, null);
      await add(entry);
      await store.finish(receiptOf(entry));
      for (const laterMs of [0, 1])
        await store.takeOver({ entry: makeEntry({ laterMs }), cv: null, reason: REASON });
      expect(await moveToDatabase(folder, store)).toBe(1);
      expect(await states()).toEqual(['delivered']);
      expect(await jobCount()).toBe(0);
      expect(readdirSync(join(root, 'new'))).toEqual([]);
      // One that cannot be read there is none, but has the id.
      await database.query(`update gis_site.entry set state = 'corrupt'`);
      await store.takeOver({ entry, cv: null, reason: null });
      expect(await jobCount()).toBe(0);
      const other = makeEntry({ laterMs: 1 });
      await store.takeOver({ entry: other, cv: null, reason: null });
      expect(await states()).toEqual(['corrupt', 'waiting']);
    });

    test('what the database does not take stays on the disk', async () => {
      const entry = makeEntry();
      await addToFolder(entry, null);
      await withoutEntries(() =>
        expect(moveToDatabase(folder, store)).rejects.toMatchObject(NO_TABLE),
      );
      expect(readdirSync(join(root, 'new'))).toEqual([entry.id]);
      expect(readdirSync(join(root, 'corrupt'))).toEqual([]);
    });

    test('the database moves to files: each once, for its owner only, and what is here already as it is here', async () => {
      const [waiting, dead, here, deadHere] = [
        'GIS-AAAA-2222',
        'GIS-BBBB-3333',
        'GIS-CCCC-4444',
        'GIS-DDDD-5555',
      ].map((reference) => makeEntry({ reference, cv: CV })) as [Entry, Entry, Entry, Entry];
      for (const entry of [waiting, here]) await add(entry, { cv: CV });
      for (const entry of [dead, deadHere]) await store.takeOver({ entry, cv: CV, reason: REASON });
      await addToFolder(here, CV);
      await addToFolder(deadHere, CV);
      await folder.deadLetter(deadHere.id, { ...REASON, cause: 'before' });
      const uploads = readdirSync(join(root, 'tmp'));
      expect(await moveToFiles(store, new OutboxFolder(root))).toBe(4);
      expect(readdirSync(join(root, 'tmp'))).toEqual(uploads);
      expect(readdirSync(join(root, 'new')).toSorted()).toEqual([waiting.id, here.id].toSorted());
      expect(readdirSync(join(root, 'dead')).toSorted()).toEqual([dead.id, deadHere.id].toSorted());
      expect(await folder.reason(dead.id)).toEqual(REASON);
      expect((await folder.reason(deadHere.id))?.cause).toBe('before');
      const file = join(root, 'new', waiting.id, 'cv.pdf');
      expect(readFileSync(file).equals(CV)).toBe(true);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(await states()).toEqual([]);
      expect(await jobCount()).toBe(0);
    });

    test('a folder is made for what comes from the database, an entry without a CV has none', async () => {
      const target = new OutboxFolder(join(root, 'other'));
      await add(makeEntry());
      expect(await moveToFiles(store, target)).toBe(1);
      expect(readdirSync(join(root, 'other', 'new', makeEntry().id))).toEqual(['entry.json']);
    });

    test('what waits and what is dead is moved, oldest first; what cannot be read stops it and stays', async () => {
      const entries = REFERENCES.map((reference, at) => makeEntry({ reference, laterMs: -at }));
      for (const entry of entries) await add(entry);
      const [first, second, third, fourth] = entries.map(({ id }) => id);
      await store.deadLetter(second ?? '', REASON);
      await store.quarantine(third ?? '');
      await store.finish(receiptOf(entries[3] ?? makeEntry()));
      expect(await store.ids()).toEqual([second, first]);
      await database.query(`update gis_site.entry set entry = '{' where id = $1`, [second]);
      await expect(moveToFiles(store, folder)).rejects.toThrow(CorruptEntryError);
      expect(await store.ids()).toEqual([second, first]);
      await expect(store.takeOut('other')).rejects.toThrow(CorruptEntryError);
      expect(await store.outcomeOf(fourth ?? '')).toBe('delivered');
    });
  });

  describe('commands', () => {
    test('list says of each where it stands, oldest first, and nothing personal', async () => {
      const entries = REFERENCES.map((reference, at) => makeEntry({ reference, laterMs: at }));
      for (const entry of entries.toReversed()) await add(entry);
      const [, second, third, fourth] = entries.map(({ id }) => id);
      await store.noteAttempt(second ?? '', WAITING);
      await store.noteAttempt(third ?? '', WAITING);
      await store.deadLetter(third ?? '', REASON);
      await store.quarantine(fourth ?? '');
      await database.query(`update gis_site.entry set entry = null where id = $1`, [fourth]);
      const delivered = makeEntry({ reference: 'GIS-EEEE-6666' });
      await add(delivered);
      await store.finish(receiptOf(delivered));
      const known = { form: 'getInTouch', campus: 'NEKPUR', state: 'waiting' };
      expect(await commands.list()).toEqual([
        {
          ...known,
          reference: 'GIS-AAAA-2222',
          acceptedAt: '2026-11-20T04:05:06.789Z',
          attempts: 0,
          note: 'not attempted yet',
        },
        {
          ...known,
          reference: 'GIS-BBBB-3333',
          acceptedAt: '2026-11-20T04:05:06.790Z',
          attempts: 2,
          note: 'status 503, next 2026-11-20T04:08:00.000Z',
        },
        {
          ...known,
          reference: 'GIS-CCCC-4444',
          state: 'dead',
          acceptedAt: '2026-11-20T04:05:06.791Z',
          attempts: 3,
          note: 'refused: status 422',
        },
        {
          reference: 'GIS-DDDD-5555',
          form: '',
          campus: '',
          state: 'corrupt',
          acceptedAt: '2026-11-20T04:05:06.792Z',
          attempts: 0,
          note: 'cannot be read',
        },
      ]);
    });

    test('show has what the visitor sent; what cannot be read is said to be so', async () => {
      const entry = makeEntry({ cv: CV });
      await add(entry, { cv: CV });
      const shown = await commands.show(entry.reference.toLowerCase());
      expect(shown).toMatchObject({ row: { reference: entry.reference, state: 'waiting' }, entry });
      expect((await shown?.readCv?.())?.equals(CV)).toBe(true);
      await store.deadLetter(entry.id, REASON);
      expect(await commands.show(entry.reference)).toMatchObject({ row: { state: 'dead' }, entry });
      expect(await commands.show('GIS-ZZZZ-9999')).toBeNull();
      await store.quarantine(entry.id);
      await expect(commands.show(entry.reference)).rejects.toThrow(CorruptEntryError);
      await store.finish(receiptOf(entry));
      expect(await commands.show(entry.reference)).toBeNull();
    });

    test('retry puts dead letters back, makes all that waits due, ends holds, and tells the instances', async () => {
      const [dead, waiting, corrupt] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
        (reference) => makeEntry({ reference }),
      ) as [Entry, Entry, Entry];
      const notices: string[] = [];
      database.onNotice((notice) => void notices.push(notice));
      for (const entry of [dead, waiting, corrupt]) await add(entry);
      for (const job of await jobs.fetch(9)) await jobs.reschedule(job, DAY);
      await store.deadLetter(dead.id, REASON);
      await store.quarantine(corrupt.id);
      expect(await commands.retry(corrupt.reference)).toBe(0);
      expect(await commands.retry('GIS-ZZZZ-9999')).toBe(0);
      expect(await jobs.fetch(9)).toEqual([]);
      const hold = `insert into gis_site.hold values ('career', 1, now() + interval '1 day')`;
      await database.query(hold);
      expect(await commands.retry(waiting.reference.toLowerCase())).toBe(1);
      expect(await rows('select * from gis_site.hold')).toEqual([]);
      expect((await jobs.fetch(9)).map(({ id }) => id)).toEqual([waiting.id]);
      await expect.poll(() => notices).toEqual([WORK]);
      expect(await commands.retry(null)).toBe(2);
      expect(await states()).toEqual(['corrupt', 'waiting', 'waiting']);
      expect((await jobs.fetch(9)).map(({ id }) => id)).toEqual([dead.id]);
      await expect.poll(() => notices).toEqual([WORK, WORK]);
    });

    test('delete spares what waits, unless by force', async () => {
      const [waiting, dead, corrupt] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
        (reference) => makeEntry({ reference }),
      ) as [Entry, Entry, Entry];
      for (const entry of [waiting, dead, corrupt]) await add(entry);
      await store.deadLetter(dead.id, REASON);
      await store.quarantine(corrupt.id);
      const remove = (reference: string, force = false) => commands.delete(reference, { force });
      expect(await remove('GIS-ZZZZ-9999', true)).toBe('not-found');
      expect(await remove(waiting.reference)).toBe('waiting');
      expect(await states()).toEqual(['corrupt', 'dead', 'waiting']);
      expect(await remove(dead.reference)).toBe('deleted');
      expect(await remove(corrupt.reference)).toBe('deleted');
      expect(await remove(waiting.reference, true)).toBe('deleted');
      expect(await states()).toEqual([]);
    });

    test('they are over the database and over what lies on the disk beside it', async () => {
      const [here, there, deadThere] = ['GIS-AAAA-2222', 'GIS-BBBB-3333', 'GIS-CCCC-4444'].map(
        (reference) => makeEntry({ reference }),
      ) as [Entry, Entry, Entry];
      await addToFolder(here, null);
      for (const entry of [there, deadThere]) await add(entry);
      await store.deadLetter(deadThere.id, REASON);
      const both = await openBoth(root);
      const references = async () => (await both.list()).map(({ reference }) => reference);
      expect(await references()).toEqual([there, deadThere, here].map((e) => e.reference));
      for (const { reference, id } of [here, there])
        expect((await both.show(reference))?.entry.id).toBe(id);
      expect(await both.show('GIS-ZZZZ-9999')).toBeNull();
      expect(await both.retry(null)).toBe(3);
      expect(await both.delete(there.reference, { force: false })).toBe('waiting');
      expect(await both.delete(here.reference, { force: false })).toBe('waiting');
      expect(await both.delete(here.reference, { force: true })).toBe('deleted');
      expect(await both.delete(here.reference, { force: true })).toBe('not-found');
      expect(await both.delete(there.reference, { force: true })).toBe('deleted');
      expect(await both.moveToFiles()).toBe(1);
      expect(await references()).toEqual([deadThere.reference]);
      expect(existsSync(join(root, 'new', deadThere.id))).toBe(true);
    });

    test('a machine with a database may have no folder; one that cannot be read is an error', async () => {
      await add(makeEntry());
      const both = await openBoth(join(root, 'none'));
      expect(await both.list()).toHaveLength(1);
      expect(await both.show('GIS-ZZZZ-9999')).toBeNull();
      expect(await both.retry(null)).toBe(1);
      expect(await both.delete('GIS-ZZZZ-9999', { force: true })).toBe('not-found');
      writeFileSync(join(root, 'file'), '');
      const broken = await openBoth(join(root, 'file'));
      await expect(broken.list()).rejects.toMatchObject({ code: 'ENOTDIR' });
    });

    test('without a database in reach they say why; without one at all there is nothing to move', async () => {
      const nobody = await nobodyListens();
      const refusal = 'nothing listens there';
      await expect(openCommands(root, nobody)).rejects.toThrow(NoDatabaseError);
      await expect(openCommands(root, nobody)).rejects.toThrow(refusal);
      const alone = await openCommands(root, null);
      expect(await alone.moveToFiles()).toBeNull();
      const args = ['--data', join(root, '..')];
      expect(await runOutboxCli([...args, 'list'], nobody)).toEqual({
        code: 3,
        text: expect.stringMatching(`^The database cannot be read: .*${refusal}.*\n$`),
      });
      await add(makeEntry());
      const moved = await runOutboxCli([...args, 'to-files'], url);
      expect(moved).toEqual({ code: 0, text: '1 moved into the folder.\n' });
      expect(await runOutboxCli([...args, 'to-files', '--json'], url)).toEqual({
        code: 0,
        text: '{\n  "moved": 0\n}\n',
      });
    });
  });
});

async function openBoth(path: string): Promise<OpenCommands> {
  const both = await vi.waitFor(() => openCommands(path, url), SOON);
  onTestFinished(() => both.close());
  return both;
}
