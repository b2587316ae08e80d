import type { ClientBase } from 'pg';
import { NewerDataError, UnusableDatabaseError } from './database-error.ts';

/** Key of the lock against instances that start together; no other program may use it. */
const LOCK = 4_712_068_319;

/** The outbox's tables on both engines: SQLite ignores unknown types, and has no schemas. */
export const TABLES = `
  create table gis_site.submission (
    -- The idempotency key.
    id text primary key,
    reference text not null,
    -- Freed when the same form comes a minute later, or this one is rejected.
    fingerprint text unique,
    state text not null check (state in ('waiting', 'delivered', 'dead', 'corrupt')),
    form text not null,
    campus text not null,
    -- JSON as text: jsonb cannot hold a visitor's NUL.
    payload text,
    attempts integer not null,
    cause text,
    reason text,
    -- When it is due, when a delivery of another makes it due, when its lease ends.
    due bigint not null,
    soon bigint not null default 0,
    lease bigint,
    owner text,
    -- The provider may have it: 2 after an attempt that was cut off, 1 after an earlier one without a clear end.
    is_cut_off integer not null default 0,
    accepted bigint not null,
    finished bigint
  );
  create index submission_due on gis_site.submission (state, due);
  -- A CV of 5 MB is not rewritten with each attempt.
  create table gis_site.submission_cv (id text primary key, bytes bytea not null);
  create table gis_site.claim (name text primary key, until bigint not null)`;

/** The next step, on both engines: when a wait began. While the clock shows less, it was set back: the wait is over. */
export const WAIT_COLUMNS = `
  alter table gis_site.submission add column tried bigint not null default 0;
  alter table gis_site.claim add column since bigint not null default 0`;

/** The step after that, on both engines: what could not be read had a state of its own. Urgent notices are JSON. */
export const NOTICES = `
  update gis_site.submission set state = 'dead', reason = 'unreadable', cause = 'CORRUPT' where state = 'corrupt';
  create table gis_site.notice (
    id integer generated always as identity primary key,
    text text not null
  )`;

/** The step after that, on both engines: the alerts that were sent. */
export const ALERTS = `
  create table gis_site.alert (name text primary key, count integer not null, sent bigint not null)`;

/**
 * The step after that, on both engines: how many submissions these data have ever taken and delivered, and on the disk
 * of an instance those that it gave to PostgreSQL last. A standby that takes over may have fewer.
 */
export const ACCEPTED = `
  create table gis_site.accepted_count (count bigint not null);
  insert into gis_site.accepted_count (count) values (0);
  create table gis_site.accepted (
    id text primary key,
    reference text not null,
    count bigint not null,
    at bigint not null,
    -- Since when PostgreSQL lacks it.
    missing bigint
  )`;

/** The step from each format to the next; no step is ever edited. Formats 1 and 2 were never released. */
const MIGRATIONS: readonly string[] = [
  '',
  '',
  `create table gis_site.format (version integer not null);
  insert into gis_site.format (version) values (0);
  -- As rate-limiter-flexible requires. Unlogged: a crash of the database may lose the counts.
  create unlogged table gis_site.rate_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  ${TABLES};
  alter table gis_site.submission_cv alter column bytes set storage external`,
  `${WAIT_COLUMNS};
  -- Names these data: a failover or a setting may lead to others.
  alter table gis_site.format add column store text;
  update gis_site.format set store = gen_random_uuid()`,
  NOTICES,
  ALERTS,
  ACCEPTED,
];

const OTHER_STORE =
  'it is another database than before, or its tables were removed: check DATABASE_URL and the last failover; to use it, restart the instances';

/** The format of the data; 0 without any. @throws NewerDataError */
export async function readKnownFormat(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query(
    `select 1 where to_regclass('gis_site.format') is not null`,
  );
  if (tables.length === 0) return 0;
  const { rows } = await client.query<{ version: number }>('select version from gis_site.format');
  const found = rows[0]?.version ?? 0;
  if (found <= MIGRATIONS.length) return found;
  throw new NewerDataError('DATABASE_URL', { found, known: MIGRATIONS.length });
}

/**
 * Creates or updates the schema, in a transaction of its caller.
 * @param store of the data that the caller has used; null before the first time. @returns that of these data.
 * @throws NewerDataError, UnusableDatabaseError before anything is changed.
 */
export async function prepareSchema(client: ClientBase, store: string | null): Promise<string> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  // What a change of a table waits for, such as pg_dump, may take hours, and all statements that come later wait too.
  await client.query(`set local lock_timeout = '1s'`);
  const found = await readKnownFormat(client);
  if (found === 0 && store !== null) throw new UnusableDatabaseError(OTHER_STORE);
  // `create schema if not exists` needs the right to create even where it exists.
  const { rows } = await client.query(`select 1 where to_regnamespace('gis_site') is not null`);
  if (rows.length === 0) await client.query('create schema gis_site');
  for (const step of MIGRATIONS.slice(found)) await client.query(step);
  const { rows: formats } = await client.query<{ store: string }>(
    'update gis_site.format set version = $1 returning store',
    [MIGRATIONS.length],
  );
  return sameStore(formats[0]?.store, store);
}

/**
 * Reads which data these are, and whether they can be written.
 * @returns when the server was started, which tells it from a standby that took over
 * @throws UnusableDatabaseError, an error with its SQLSTATE.
 */
export async function checkSchema(client: ClientBase, store: string | null): Promise<string> {
  const { rows } = await client.query<{ store: string; isReadOnly: boolean; started: string }>(
    `select store, current_setting('transaction_read_only')::boolean as "isReadOnly",
       extract(epoch from pg_postmaster_start_time())::text as started from gis_site.format`,
  );
  sameStore(rows[0]?.store, store);
  if (rows[0]?.isReadOnly === true) throw Object.assign(new Error('read-only'), { code: '25006' });
  return rows[0]?.started ?? '';
}

function sameStore(found: string | undefined, store: string | null): string {
  if (found === undefined || (store !== null && store !== found))
    throw new UnusableDatabaseError(OTHER_STORE);
  return found;
}
