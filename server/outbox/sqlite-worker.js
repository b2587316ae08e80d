/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
// Owns the database file: the driver is synchronous, and a disk may hang.
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

/** @type {{ path: string, isCommand: boolean, migrations: readonly string[], busyMs: number }} */
const { path, isCommand, migrations, busyMs } = workerData;

/** SQLite's text: the driver gives no code for the error of a statement that has begun. */
const DAMAGED = /database disk image is malformed|malformed database schema|file is not a database/;
/** A file that was opened on a failing or read-only disk stays so until it is opened again. */
const REOPENED = /disk I\/O error|readonly database|unable to open/;

/** @type {{ database: DatabaseSync, inode: number } | null} */
let current = null;
/** Of the batch that runs: the time, and where a damaged file was moved. */
let tick = 0;
let damaged;

function inodeOf(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.ino;
}

/** Opens the database, again when its file has been replaced. */
function open() {
  const found = inodeOf(path);
  if (current !== null && current.inode === found) return;
  close();
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // An existing file is not opened here: closing it would end SQLite's locks.
  if (found === undefined) create();
  const database = new DatabaseSync(path, { timeout: busyMs });
  current = { database, inode: inodeOf(path) };
  database.function('tick', () => tick);
  database.function('greatest', Math.max);
  try {
    // Of an older file they would write, and `npm run outbox` must read on a full disk. Pages are for CVs of 5 MB: their
    // rows are written in half the time of pages of 4 KiB.
    if (fs.statSync(path).size === 0)
      database.exec('pragma page_size = 16384; pragma auto_vacuum = incremental');
    database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;
      pragma temp_store = memory`);
    inTransaction(() => migrate(database));
  } catch (error) {
    if (!DAMAGED.test(error.message)) close();
    throw error;
  }
}

function create() {
  try {
    fs.writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  // SQLite flushes the folder of the file, not the one above.
  const descriptor = fs.openSync(dirname(dirname(path)), 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
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

/** @param {DatabaseSync} database */
function migrate(database) {
  const { user_version: found } = database.prepare('pragma user_version').get();
  // Times of format 1 count from a start of a machine: by the clock of now they are over.
  if (found >= migrations.length || (isCommand && found > 0)) return;
  for (const step of migrations.slice(found)) database.exec(toSqlite(step));
  database.exec(`pragma user_version = ${migrations.length}`);
}

function toSqlite(text) {
  return text
    .replaceAll(/gis_site\.|::bytea|for update skip locked/g, '')
    .replaceAll(/\$\d+/g, '?');
}

function inTransaction(work) {
  const { database } = current;
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
  open();
  const work = () =>
    statements.map(({ text, values }) =>
      current.database.prepare(toSqlite(text)).all(...values.map(bytesOf)),
    );
  const isReading = statements.every(({ text }) => /^\s*(?:select|pragma)/.test(text));
  return isReading ? work() : inTransaction(work);
}

function bytesOf(value) {
  if (value?.descriptor === undefined) return value;
  const bytes = Buffer.alloc(value.size);
  return bytes.subarray(0, fs.readSync(value.descriptor, bytes, 0, value.size, 0));
}

/** Moves a damaged database aside, unless another process has done so. */
function moveAside() {
  const inode = current?.inode;
  close();
  if (inode !== undefined && inodeOf(path) !== inode) return;
  damaged = `${path}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const end of ['-wal', '-shm', ''])
    if (inodeOf(path + end) !== undefined) fs.renameSync(path + end, damaged + end);
}

function attempt(statements) {
  try {
    return run(statements);
  } catch (error) {
    if (REOPENED.test(error.message)) close();
    if (isCommand || !DAMAGED.test(error.message)) throw error;
    moveAside();
    return run(statements);
  }
}

parentPort.on('message', (message) => {
  if (message === null) {
    close();
    parentPort.close();
    return;
  }
  ({ tick } = message);
  damaged = undefined;
  try {
    const rows = attempt(message.statements);
    message.port.postMessage({ rows, damaged });
  } catch (error) {
    const { code = 'ERR_SQLITE_ERROR', message: text } = error;
    message.port.postMessage({ damaged, cause: code === 'ERR_SQLITE_ERROR' ? text : code });
  }
});
