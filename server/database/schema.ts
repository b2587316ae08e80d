import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import { NewerDataError } from './database-fault.ts';

/** Guards the making of the schema against instances that start together; any number that no other program uses. */
const LOCK = 4_712_068_319;

/** What the outbox needs, on both engines: SQLite takes any name of a type, and has no schemas. */
export const TABLES = `
  create table gis_site.submission (
    -- The idempotency key.
    id text primary key,
    reference text not null,
    -- Of the last minute: the same form within it is one submission.
    fingerprint text unique,
    state text not null check (state in ('waiting', 'delivered', 'dead', 'corrupt')),
    form text not null,
    campus text not null,
    -- JSON as text: a visitor's NUL is legal in JSON, and not in jsonb.
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
  create table gis_site.hold (form text primary key, pause bigint not null, until bigint not null);
  create table gis_site.claim (name text primary key, until bigint not null)`;

const FORM_NAME = (name: string) => `coalesce(substring(entry from '"${name}":"(\\w+)"'), '')`;

/** Takes the schema from the version of its place to the next: what is here is never edited, only added to. */
const MIGRATIONS: readonly string[] = [
  `
  create table gis_site.format (version integer not null, alarmed_at timestamptz);
  insert into gis_site.format (version) values (0);
  create table gis_site.entry (
    id text primary key,
    job uuid not null,
    fingerprint text not null,
    reference text not null,
    state text not null,
    accepted_at timestamptz not null,
    changed_at timestamptz not null default now(),
    entry text,
    cv bytea,
    note text,
    receipt text,
    reason text
  );
  create table gis_site.hold (form text);
  -- As rate-limiter-flexible wants it. Unlogged: a crash of the database may forget the counts.
  create unlogged table gis_site.rate_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  `,
  `create index entry_reference on gis_site.entry (reference)`,
  // From the tables of pg-boss and its time: everything that waits is due.
  `
  drop table gis_site.hold;
  ${TABLES};
  alter table gis_site.submission_cv alter column bytes set storage external;
  insert into gis_site.submission
    (id, reference, state, form, campus, payload, attempts, cause, reason, due, accepted, finished)
  select job, reference, state, ${FORM_NAME('form')}, ${FORM_NAME('campus')}, entry,
    coalesce((reason::json->>'attempts')::integer, (note::json->>'attempt')::integer, 0),
    coalesce(reason::json->>'cause', note::json->>'cause'), reason::json->>'reason', 0,
    extract(epoch from accepted_at) * 1000, extract(epoch from changed_at) * 1000
  from gis_site.entry;
  insert into gis_site.submission_cv (id, bytes)
    select job, cv from gis_site.entry where cv is not null;
  drop table gis_site.entry;
  alter table gis_site.format drop column alarmed_at;
  drop schema if exists gis_jobs cascade;
  `,
];

export const SCHEMA_VERSION = MIGRATIONS.length;

const versionRows = z.array(z.object({ version: z.int() }));

/** The version of the schema in the database; 0 where there is none. @throws NewerDataError */
export async function readKnownVersion(client: ClientBase): Promise<number> {
  const { rows: tables } = await client.query(
    `select 1 where to_regclass('gis_site.format') is not null`,
  );
  if (tables.length === 0) return 0;
  const { rows } = await client.query('select version from gis_site.format');
  const found = versionRows.parse(rows)[0]?.version ?? 0;
  if (found <= SCHEMA_VERSION) return found;
  throw new NewerDataError('DATABASE_URL', { found, known: SCHEMA_VERSION });
}

/** Makes or updates the schema, in one transaction. @throws NewerDataError before anything is changed. */
export async function prepareSchema(client: ClientBase): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const found = await readKnownVersion(client);
    // `create schema if not exists` asks for the right to create even where it exists.
    const { rows } = await client.query(`select 1 where to_regnamespace('gis_site') is not null`);
    if (rows.length === 0) await client.query('create schema gis_site');
    for (const step of MIGRATIONS.slice(found)) await client.query(step);
    await client.query('update gis_site.format set version = $1', [SCHEMA_VERSION]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
