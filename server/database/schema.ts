import type { ClientBase } from 'pg';
import * as z from 'zod/mini';
import { NewerDataError } from './database-fault.ts';

/** Guards the making of the schema against instances that start together; any number that nobody else uses. */
const LOCK = 4_712_068_319;

/** Each takes the schema from the version of its place to the next: what is here is never edited, only added to. */
const MIGRATIONS: readonly string[] = [
  `
  create table gis_site.format (version integer not null, alarmed_at timestamptz);
  insert into gis_site.format (version) values (0);
  create table gis_site.entry (
    id text primary key,
    job uuid not null,
    fingerprint text not null,
    reference text not null,
    state text not null check (state in ('waiting', 'delivered', 'dead', 'corrupt')),
    accepted_at timestamptz not null,
    changed_at timestamptz not null default now(),
    -- JSON as text: a visitor's NUL is legal in JSON, and not in jsonb.
    entry text,
    cv bytea,
    note text,
    receipt text,
    reason text
  );
  -- A PDF is compressed already.
  alter table gis_site.entry alter column cv set storage external;
  create index entry_fingerprint on gis_site.entry (fingerprint, accepted_at);
  create index entry_state on gis_site.entry (state, accepted_at);
  create table gis_site.hold (
    form text primary key,
    failures integer not null,
    until timestamptz not null
  );
  -- As rate-limiter-flexible wants it. Unlogged: a crash of the database may forget the counts.
  create unlogged table gis_site.rate_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  `,
  // What comes again under its idempotency key is found by its reference.
  `create index entry_reference on gis_site.entry (reference)`,
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
