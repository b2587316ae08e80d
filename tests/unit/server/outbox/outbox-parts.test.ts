import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sql } from '../../../../server/database/sql.ts';
import { systemClock } from '../../../../server/outbox/clock.ts';
import { toDeliveryFailure } from '../../../../server/outbox/delivery-failure.ts';
import { createReference } from '../../../../server/outbox/entry.ts';
import { assertKnownFile } from '../../../../server/outbox/sqlite-engine.ts';
import {
  logStorageError,
  probeStorage,
  stateAfter,
  StorageError,
} from '../../../../server/storage.ts';
import { ProviderError } from '../../../../server/provider/provider-error.ts';
import { SOON } from '../../../support/effort.ts';
import { changeIn } from '../../../support/outbox-rows.ts';
import { openEngine } from '../../../support/outbox-stores.ts';
import { removeFolder, temporaryFolder } from '../../../support/temporary-folder.ts';
import { createTestLog } from '../../../support/test-log.ts';

const MINUTE = 60_000;

describe('R-181, R-244: the kind of a failed delivery', () => {
  const status = (code: number, seconds: number | null = null) =>
    new ProviderError('status', { status: code, retryAfterSeconds: seconds });

  test.each([
    ['rejected', [400, 413, 415, 422], ['reported-failure']],
    [
      'misconfigured',
      [302, 401, 402, 403, 404, 405, 406, 410, 411, 431, 451, 499],
      ['content-type', 'refused-path'],
    ],
    [
      'later',
      [408, 409, 423, 425, 429, 500, 501, 503],
      ['invalid-json', 'timeout', 'cut', 'unreachable', 'status'],
    ],
  ] as const)('is %s by its status or its error', (kind, codes, causes) => {
    for (const code of codes) {
      const failure = { kind, cause: `status ${code}`, status: code, waitMs: 0 };
      expect(toDeliveryFailure(status(code))).toMatchObject(failure);
    }
    for (const cause of causes)
      expect(toDeliveryFailure(new ProviderError(cause)), cause).toMatchObject({ kind });
  });

  test('O5: without a clear end the provider may have it', () => {
    const code = (name: string) =>
      new ProviderError('unreachable', { cause: Object.assign(new Error(), { code: name }) });
    const unclear = (['timeout', 'cut', 'invalid-json', 'stopping', 'unreachable'] as const).map(
      (kind) => new ProviderError(kind),
    );
    const arrived = [
      ...unclear,
      code('ECONNRESET'),
      code('UND_ERR_SOCKET'),
      status(502),
      status(504),
      status(524),
    ];
    const not = [code('ECONNREFUSED'), code('UND_ERR_CONNECT_TIMEOUT'), code('CERT_HAS_EXPIRED')];
    const clear = [
      ...not,
      status(503),
      status(401),
      new ProviderError('content-type'),
      new TypeError(),
    ];
    const may = (error: Error) => toDeliveryFailure(error).mayHaveArrived;
    expect([arrived.filter((error) => !may(error)), clear.filter(may)]).toEqual([[], []]);
  });

  test('a wait is as long as Retry-After, and a day at most', () => {
    expect(toDeliveryFailure(status(503, 7_200)).waitMs).toBe(120 * MINUTE);
    expect(toDeliveryFailure(status(503, 999_999_999)).waitMs).toBe(24 * 60 * MINUTE);
  });

  test('any other error may succeed later', () => {
    const failure = { kind: 'later', waitMs: 0, mayHaveArrived: false };
    expect(toDeliveryFailure(new TypeError('x'))).toEqual({ ...failure, cause: 'TypeError' });
    expect(toDeliveryFailure('x')).toEqual({ ...failure, cause: 'unknown' });
  });
});

test.each([
  [/^free space on the disk of DATA_DIR/, ['ENOSPC', 'EDQUOT', 'database or disk is full']],
  [/^mount the disk of DATA_DIR writable/, ['EROFS']],
  [/^give DATA_DIR and all in it to the user/, ['EACCES', 'EPERM']],
  [/^give DATA_DIR/, ['attempt to write a readonly database']],
  [/^give DATA_DIR/, ['Failed to open database: unable to open database file']],
  [/^end the program that holds outbox.db/, ['database is locked']],
  [/^raise the limit of open files/, ['EMFILE', 'ENFILE']],
  [/^create the folder of DATA_DIR/, ['ENOENT', 'ENOTDIR']],
  [/^check the disk of DATA_DIR/, ['disk I/O error', 'EIO', 'unknown']],
])('the remedy in the log is %s for a disk that is well now', async (remedy, causes) => {
  for (const cause of causes) {
    const { log, lines } = createTestLog();
    await logStorageError(log, new StorageError(cause), temporaryFolder());
    expect(lines).toMatchObject([{ event: 'outbox-storage', level: 'error', cause }]);
    expect(lines[0]?.['remedy']).toMatch(remedy);
  }
});

test('an error without a remedy of its own is logged with that for the disk', async () => {
  const { log, lines } = createTestLog();
  // Linux lets nobody create a file there.
  await logStorageError(log, new StorageError('disk I/O error'), '/sys');
  expect(lines[0]?.['remedy']).toMatch(/^give DATA_DIR and all in it to the user/);
});

test('a store that fails is failing, although a file can be written beside it', async () => {
  const write = Promise.reject(new StorageError('disk I/O error'));
  expect(await stateAfter(write, temporaryFolder())).toBe('failing');
});

test('a probe of the disk leaves no file', async () => {
  const folder = temporaryFolder();
  expect([await probeStorage(folder), readdirSync(folder)]).toEqual(['ok', []]);
  removeFolder(folder);
  expect(await probeStorage(folder)).toBe('missing');
});

test('a reference can be read out on the telephone, and is the same for a key of one server', () => {
  const REFERENCE = /^GIS-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/;
  const many = Array.from({ length: 200 }, (_, key) => createReference(`key ${key}`, 'secret'));
  for (const reference of many) expect(reference).toMatch(REFERENCE);
  expect(new Set(many).size).toBe(200);
  const letters = new Set(many.join('').replaceAll(/GIS-|-/g, ''));
  expect(letters).toEqual(new Set('23456789ABCDEFGHJKMNPQRSTVWXYZ'));
  expect(createReference('key 1', 'secret')).toBe(many[1]);
  expect(createReference('key 1', 'other')).not.toBe(many[1]);
});

test("the machine's clock runs a task once, unless it is cancelled", async () => {
  const ran: string[] = [];
  const cancel = systemClock.after(1, () => ran.push('cancelled'));
  cancel();
  const before = systemClock.elapsed();
  systemClock.after(20, () => ran.push('soon'));
  await expect.poll(() => ran, SOON).toEqual(['soon']);
  expect(systemClock.elapsed() - before).toBeGreaterThanOrEqual(19);
});

test('a database file that was read-only is opened again, and a full disk is named', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'outbox.db');
  await assertKnownFile(path);
  const engine = openEngine(path);
  await engine.batch([sql`pragma query_only = on`]);
  const write = [sql`delete from gis_site.claim`];
  await expect(engine.batch(write)).rejects.toThrow('attempt to write a readonly database');
  expect(await engine.batch(write)).toEqual([[]]);
  await engine.batch([sql`pragma max_page_count = 1`]);
  const large = [sql`insert into gis_site.claim values (${'x'.repeat(99_999)}, 1, 1)`];
  await expect(engine.batch(large)).rejects.toThrow('database or disk is full');
  await engine.close();
  // A folder cannot be opened.
  await expect(openEngine(folder).batch(write)).rejects.toThrow(/unable to open database file$/);
  await assertKnownFile(path);
  writeFileSync(path, 'no database'.repeat(9));
  await assertKnownFile(path);
});

test('O2: a batch that fails in any way rejects, and leaves no file open', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'outbox.db');
  const engine = openEngine(path);
  const insert = sql`insert into gis_site.claim values ('a', 1, 1)`;
  const openFiles = () =>
    String(spawnSync('ls', ['-l', `/proc/${process.pid}/fd`]).stdout).split(folder).length;
  await engine.batch([insert]);
  const before = openFiles();
  for (let count = 0; count < 50; count += 1)
    await expect(engine.batch([insert])).rejects.toThrow(/UNIQUE/);
  expect(openFiles()).toBe(before);
  // A fault of ours, which has no code.
  const broken = [{ text: 'select 1', values: null as never }];
  await expect(engine.batch(broken)).rejects.toThrow(StorageError);
});

test('O3: a database that is damaged while it is open is moved aside by the read that finds it', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'outbox.db');
  const { log, lines } = createTestLog();
  const engine = openEngine(path, { log });
  await engine.purge();
  // Then what the engine has in memory is old, and the write-ahead log is empty.
  changeIn(folder, 'delete from claim; pragma wal_checkpoint(truncate)');
  const file = openSync(path, 'r+');
  writeSync(file, 'no database'.repeat(9), 0);
  closeSync(file);
  const read = [sql`select id from gis_site.submission`];
  expect(await engine.batch(read)).toEqual([[]]);
  expect(lines.map(({ event }) => event)).toEqual(['outbox-damaged']);
});
