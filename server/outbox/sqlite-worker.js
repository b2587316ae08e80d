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

/**
 * `asides` are the names under which its files were moved.
 * @typedef {{ database: DatabaseSync, inodes: (number | undefined)[], asides: string[] }} Opened
 */
/** @type {Opened | null} */
let current = null;
/** State of the running batch: its time, where a damaged file was moved, and what became of a replaced one. */
let tick = 0;
let damaged;
let replaced;

/** The log of what is not in the file yet, its index, and the file: SQLite holds all three open. */
const FILES = ['-wal', '-shm', ''].map((end) => path + end);

function inodeOf(file) {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.ino;
}

/** SQLite has its log beside the file that the link leads to: one that is beside the link would be lost. */
function isLink(file) {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Opens the database. One whose file or log was removed or replaced is open until its rows are in its successor. */
function open() {
  if (current === null) current = connect();
  else if (FILES.some((file, at) => inodeOf(file) !== current.inodes[at]))
    current = replace(current);
}

/** @returns {Opened} */
function connect() {
  const found = inodeOf(path);
  try {
    return tryConnect();
  } catch (error) {
    // An earlier file that comes back without its log cannot be read: SQLite still knows the index of that log.
    const isDamaged =
      DAMAGED.test(error.message) || (current !== null && /disk I\/O error/.test(error.message));
    if (isCommand || !isDamaged) throw error;
    // Unless another process has done so.
    if (inodeOf(path) === found) damaged = moveAside('damaged');
    return tryConnect();
  }
}

function tryConnect() {
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite makes the file before its log, and would delete the log of another one.
  if (inodeOf(`${path}-wal`) !== undefined && inodeOf(path) === undefined)
    damaged = moveAside('damaged');
  // An existing file is not opened here: closing it would end SQLite's locks.
  if (inodeOf(path) === undefined) create();
  if (isLink(path)) throw new Error('outbox.db is a symbolic link');
  const database = new DatabaseSync(path, { timeout: busyMs });
  database.function('tick', () => tick);
  try {
    // These pragmas write, and `npm run outbox` must read an older file on a full disk. Pages are for CVs of 5 MB: their
    // rows are written in half the time of pages of 4 KiB.
    if (fs.statSync(path).size === 0)
      database.exec('pragma page_size = 16384; pragma auto_vacuum = incremental');
    database.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on;
      pragma temp_store = memory`);
    inTransaction(database, () => migrate(database));
  } catch (error) {
    close(database);
    throw error;
  }
  return { database, inodes: FILES.map(inodeOf), asides: [] };
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

/** @param {DatabaseSync} database */
function close(database) {
  try {
    database.close();
  } catch {
    // What could not be written was not acknowledged.
  }
}

/**
 * Opens the file that took the place of an open one, or a new one, and brings the rows over.
 * @param {Opened} old stays open if this throws. @returns {Opened}
 */
function replace(old) {
  const brought = { count: 0, cause: lockOthersOut(old) };
  let next;
  try {
    // What is left of it, such as a file without its log, would damage the next one.
    const left = FILES.filter((file, at) => isLink(file) || inodeOf(file) === old.inodes[at]);
    if (left.length > 0) old.asides.push(moveAside('replaced', left));
    next = connect();
    inTransaction(next.database, () => bringOver(old.database, next.database, brought));
  } catch (error) {
    if (old.database.isTransaction) old.database.exec('rollback');
    if (next !== undefined) close(next.database);
    throw error;
  }
  if (brought.cause === undefined) erase(old);
  close(old.database);
  replaced = brought;
  return next;
}

/** Leaves nothing personal where nobody looks. What cannot be erased is in the successor too. */
function erase({ database, asides }) {
  try {
    database.exec('delete from submission_cv; delete from submission; commit');
    for (const aside of asides)
      for (const file of FILES) fs.rmSync(file.replace(path, aside), { force: true });
  } catch {
    // The transaction ends with its connection.
  }
}

/** Locks other instances out that have the old file open: what they write later they bring over themselves. */
function lockOthersOut({ database }) {
  try {
    database.exec('begin immediate');
    return undefined;
  } catch (error) {
    if (/locked/.test(error.message)) throw error;
    return error.message;
  }
}

/** What is delivered in either file is delivered. */
function bringOver(old, next, brought) {
  const read = (text, ...values) => {
    try {
      return readAll(old, text, values);
    } catch (error) {
      brought.cause = error.message;
      return [];
    }
  };
  const insert = (table, row, how) => {
    const columns = Object.keys(row).join(', ');
    const places = Object.keys(row).fill('?').join(', ');
    const text = `insert or ${how} into ${table} (${columns}) values (${places})`;
    next.prepare(text).run(...Object.values(row));
  };
  for (const row of read('select * from submission')) {
    const isDelivered = row.state === 'delivered';
    insert('submission', { ...row, fingerprint: null }, isDelivered ? 'replace' : 'ignore');
    for (const cv of read('select * from submission_cv where id = ?', row.id))
      insert('submission_cv', cv, 'ignore');
    if (!isDelivered) brought.count += 1;
  }
  for (const table of ['alert', 'accepted'])
    for (const row of read(`select * from ${table}`)) insert(table, row, 'ignore');
  // Its number may be that of another one there.
  for (const { text } of read('select text from notice order by id'))
    next
      .prepare(
        'insert into notice (text) select ? where not exists (select 1 from notice where text = ?)',
      )
      .run(text, text);
  next.exec(`delete from submission_cv
    where id in (select id from submission where state = 'delivered')`);
}

/** An integer that only damage can have made is cut to JavaScript's range: the driver would reject all rows for it. */
function readAll(database, text, values) {
  const statement = database.prepare(text);
  statement.setReadBigInts(true);
  const cut = (value) => {
    if (typeof value !== 'bigint') return value;
    return Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, Number(value)));
  };
  return statement
    .all(...values)
    .map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cut(value)])),
    );
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
    .replaceAll(
      /gis_site\.|::(?:bytea|bigint|text)|for update(?: skip locked)?|generated always as identity/g,
      '',
    )
    .replaceAll('greatest(', 'max(')
    .replaceAll(/\$\d+/g, '?');
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

function run(statements, { isRetry = false } = {}) {
  open();
  const { database } = current;
  const work = () =>
    statements.map(({ text, values }) => readAll(database, toSqlite(text), values));
  const isReading = statements.every(({ text }) => /^\s*(?:select|pragma)/.test(text));
  try {
    return isReading ? work() : inTransaction(database, work);
  } catch (error) {
    if (REOPENED.test(error.message)) closeCurrent();
    if (isRetry || isCommand || !DAMAGED.test(error.message)) throw error;
    const [, , inode] = current.inodes;
    closeCurrent();
    // Unless another process has done so.
    if (inodeOf(path) === inode) damaged = moveAside('damaged');
    return run(statements, { isRetry: true });
  }
}

function closeCurrent() {
  if (current !== null) close(current.database);
  current = null;
}

function moveAside(why, files = FILES) {
  const aside = `${path}.${why}-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const file of files)
    if (inodeOf(file) !== undefined) fs.renameSync(file, file.replace(path, aside));
  return aside;
}

parentPort.on('message', (message) => {
  if (message === null) {
    closeCurrent();
    parentPort.close();
    return;
  }
  ({ tick } = message);
  damaged = undefined;
  replaced = undefined;
  try {
    const rows = run(message.statements);
    message.port.postMessage({ rows, damaged, replaced });
  } catch (error) {
    const { code = 'ERR_SQLITE_ERROR', message: text } = error;
    message.port.postMessage({
      damaged,
      replaced,
      cause: code === 'ERR_SQLITE_ERROR' ? text : code,
    });
  }
});
