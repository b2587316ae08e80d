import type { ClientBase } from 'pg';
import { NewerDataError } from './database-error.ts';

/** Key of the lock against instances that start together; no other program may use it. */
const LOCK = 4_712_068_319;

/** The outbox's tables on both engines: SQLite ignores unknown types, and has no schemas. */
export const TABLES = `
  create table gis_site.submission (
    -- The idempotency key; of an unreadable one, a name that frees it.
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
    -- In ticks: when it is due, when a delivery of another makes it due, when its lease ends.
    due bigint not null,
    soon bigint not null default 0,
    lease bigint,
    owner text,
    -- 1 when an attempt was cut off, which may have reached the provider.
    is_cut_off integer not null default 0,
    -- In milliseconds since the epoch.
    accepted bigint not null,
    finished bigint
  );
  create index submission_due on gis_site.submission (state, due);
  -- A CV of 5 MB is not rewritten with each attempt.
  create table gis_site.submission_cv (id text primary key, bytes bytea not null);
  create table gis_site.claim (name text primary key, until bigint not null)`;

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
];

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

/** Creates or updates the schema, in a transaction of its caller. @throws NewerDataError before anything is changed. */
export async function prepareSchema(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const found = await readKnownFormat(client);
  // `create schema if not exists` needs the right to create even where it exists.
  const { rows } = await client.query(`select 1 where to_regnamespace('gis_site') is not null`);
  if (rows.length === 0) await client.query('create schema gis_site');
  for (const step of MIGRATIONS.slice(found)) await client.query(step);
  await client.query('update gis_site.format set version = $1', [MIGRATIONS.length]);
}
