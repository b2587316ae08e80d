/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
// Owns the database file: the driver is synchronous, and a disk may hang.
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

/** @type {{ path: string, migrations: readonly string[], boot: string, busyMs: number }} */
const { path, migrations, boot, busyMs } = workerData;

/** The system's names of SQLite's result codes (https://www.sqlite.org/rescode.html). */
const CODES = { 5: 'EBUSY', 8: 'EROFS', 13: 'ENOSPC', 10: 'EIO' };
const DAMAGED = new Set([11, 26]);
const REOPENED = new Set([8, 10, 14]);

/** @type {{ database: DatabaseSync, inode: number, prepared: Map } | null} */
let current = null;

/** Opens the database, again when its file has been replaced. */
function open() {
  const found = statSync(path, { throwIfNoEntry: false })?.ino;
  if (current !== null && current.inode === found) return current.database;
  close();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // An existing file is not opened here: closing it would end SQLite's locks.
  if (found === undefined) create();
  const database = new DatabaseSync(path);
  current = { database, inode: statSync(path).ino, prepared: new Map() };
  try {
    // Pages for CVs of 5 MB: their rows are written in half the time of pages of 4 KiB.
    database.exec(`pragma busy_timeout = ${busyMs}; pragma page_size = 16384; pragma auto_vacuum = incremental;
      pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma temp_store = memory`);
    migrate(database);
  } catch (error) {
    if (!isDamage(error)) close();
    throw error;
  }
  return database;
}

function create() {
  try {
    closeSync(openSync(path, 'ax', 0o600));
    for (const folder of [dirname(path), dirname(dirname(path))]) sync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

function sync(folder) {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function close() {
  const { database } = current ?? {};
  current = null;
  try {
    database?.close();
  } catch {
    // What could not be written was not acknowledged.
  }
}

function isDamage(error) {
  return DAMAGED.has(error.errcode & 0xff);
}

/** @param {DatabaseSync} database */
function migrate(database) {
  inTransaction(database, () => {
    const { user_version: found } = database.prepare('pragma user_version').get();
    for (const step of migrations.slice(found)) database.exec(step);
    if (found < migrations.length) database.exec(`pragma user_version = ${migrations.length}`);
    // The clock of leases restarts with the machine.
    if (database.prepare('select 1 from boot where id = ?').get(boot) !== undefined) return;
    database.exec(`update submission set due = 0, soon = 0;
      update submission set lease = 0 where lease is not null;
      delete from hold; delete from claim; delete from boot`);
    database.prepare('insert into boot (id) values (?)').run(boot);
  });
}

function inTransaction(database, work) {
  database.exec('begin immediate');
  try {
    const value = work();
    database.exec('commit');
    return value;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

function run(statements) {
  const database = open();
  const work = () =>
    statements.map(({ text, values }) => prepare(text).all(...values.map(bytesOf)));
  return statements.every(({ text }) => /^\s*select/.test(text))
    ? work()
    : inTransaction(database, work);
}

/** Prepared once: a statement takes 3 KB until garbage collection. */
function prepare(text) {
  const { database, prepared } = current;
  if (!prepared.has(text)) prepared.set(text, database.prepare(text));
  return prepared.get(text);
}

function bytesOf(value) {
  return value?.file === undefined ? value : readFileSync(value.file);
}

/** Moves a damaged database aside, unless another process has done so. */
function moveAside() {
  const inode = current?.inode;
  close();
  if (inode !== undefined && statSync(path, { throwIfNoEntry: false })?.ino !== inode) return;
  const aside = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const end of ['-wal', '-shm', ''])
    if (statSync(path + end, { throwIfNoEntry: false })) renameSync(path + end, aside + end);
  parentPort.postMessage({ damaged: aside });
}

const COMMANDS = {
  batch: ({ statements }) => run(statements),
  purge() {
    open().exec('pragma incremental_vacuum; pragma wal_checkpoint(truncate)');
    return [];
  },
  close() {
    close();
    return [];
  },
};

function codeOf(error) {
  const code = CODES[error.errcode & 0xff];
  // SQLITE_CANTOPEN: the system has the cause.
  if ((error.errcode & 0xff) === 14) accessSync(path, constants.R_OK | constants.W_OK);
  // On a full disk the log's index cannot grow, which SQLite reports as EIO.
  if (code === 'EIO' && statfsSync(dirname(path)).bavail === 0) return 'ENOSPC';
  return code ?? (error.errcode === undefined ? error.code : `SQLITE_${error.errcode}`);
}

function attempt(message) {
  try {
    return COMMANDS[message.command](message);
  } catch (error) {
    // A file that was opened on a failing or read-only disk stays so until it is opened again.
    if (REOPENED.has(error.errcode & 0xff)) close();
    if (!isDamage(error)) throw error;
    moveAside();
    return COMMANDS[message.command](message);
  }
}

parentPort.on('message', (message) => {
  try {
    const rows = attempt(message);
    parentPort.postMessage({ id: message.id, rows });
  } catch (error) {
    let code;
    try {
      code = codeOf(error);
    } catch (systemError) {
      code = systemError.code;
    }
    parentPort.postMessage({ id: message.id, error: { code, text: error.message } });
  }
  if (message.command === 'close') parentPort.close();
});
