import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, onTestFinished } from 'vitest';
import { Database } from '../../server/database/database.ts';
import { endProcess } from './child-process.ts';
import { freePort } from './free-port.ts';
import { reachableFolder, removeFolder } from './temporary-folder.ts';
import { SOON } from './effort.ts';
import { silentLog } from './test-log.ts';

/** Where Debian has the versions of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql';

/** The folder of `initdb` and `postgres`, the newest of this machine; null where there is none. */
function findBinaries(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'));
  const onPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (onPath.status === 0) folders.push(onPath.stdout.trim());
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL does not run as root. */
const USER = process.getuid?.() === 0 ? numericIds('nobody') : null;

function numericIds(name: string): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout),
  );
  return uid === undefined || gid === undefined ? null : { uid, gid };
}

const BINARIES = findBinaries();
/** Why the tests that need a PostgreSQL are skipped; null where there is one. */
export const NO_POSTGRES = BINARIES === null ? 'no PostgreSQL: apt-get install postgresql' : null;
// Skipped tests must not look like passed ones.
if (NO_POSTGRES !== null) process.stderr.write(`tests are skipped: ${NO_POSTGRES}\n`);

/** To be searched for where it must not be. */
export const PASSWORD = 'planted-password';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** One for all tests of a file, which are skipped where there is none. */
export function usePostgres(): Postgres {
  const postgres = {} as Postgres;
  beforeAll(async () => {
    if (NO_POSTGRES !== null) return undefined;
    Object.assign(postgres, await startPostgres());
    return () => postgres.remove();
  });
  return postgres;
}

export type StoreName = 'SQLite' | 'PostgreSQL';

/** Tests that hold for both stores; those of PostgreSQL are skipped where there is none. @param title before the store */
export function describeStores(title: string, define: (store: StoreName) => void): void {
  for (const store of ['SQLite', 'PostgreSQL'] as const)
    describe.skipIf(store === 'PostgreSQL' && NO_POSTGRES !== null)(`${title} ${store}`, () => {
      define(store);
    });
}

/** A database that ends with its test, or with `atEnd`. */
export async function openDatabase(
  url: string,
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<Database> {
  // One that a busy machine keeps waiting is not down.
  const patience = { connectMs: SOON.timeout, statementMs: SOON.timeout };
  const database = new Database({ url, log: silentLog, limits: { checkMs: 200, ...patience } });
  atEnd(() => database.close());
  await database.check();
  return database;
}

/** A PostgreSQL of its own: free port, temporary folder, password `planted-password`, fsync as in production. */
export async function startPostgres() {
  if (BINARIES === null) throw new Error(NO_POSTGRES ?? '');
  const base = reachableFolder();
  const data = join(base, 'data');
  const port = await freePort();
  const as = USER ?? {};
  if (USER !== null) {
    chownSync(base, USER.uid, USER.gid);
    chmodSync(base, 0o700);
  }
  const password = join(base, 'password');
  writeFileSync(password, `${PASSWORD}\n`, { mode: 0o644 });
  const made = spawnSync(
    join(BINARIES, 'initdb'),
    `-D ${data} -U gis --auth-host=scram-sha-256 --pwfile=${password} --no-sync -E UTF8 --locale=C`.split(
      ' ',
    ),
    { ...as, cwd: base, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const url = `postgres://gis:${PASSWORD}@127.0.0.1:${port}/postgres`;
  let databases = 0;
  let server: ChildProcess;

  /** Of `url`, until the server ends: a connection takes longer than most statements. */
  let kept: Client | null = null;

  async function connect(to: string): Promise<Client> {
    const client = new Client({ connectionString: to });
    client.on('error', () => {});
    client.once('end', () => {
      if (kept === client) kept = null;
    });
    await client.connect();
    return client;
  }

  async function query(text: string, at = { url }) {
    const isKept = at.url === url;
    const client = (isKept ? kept : null) ?? (await connect(at.url));
    if (isKept) kept = client;
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      if (!isKept) await client.end();
    }
  }

  function spawnServer(): ChildProcess {
    // Shared memory in its folder, which goes with a killed run.
    const options = `-D ${data} -p ${port} -k ${base} -h 127.0.0.1 -c dynamic_shared_memory_type=mmap`;
    return spawn(join(BINARIES ?? '', 'postgres'), options.split(' '), {
      ...as,
      cwd: base,
      stdio: 'ignore',
    });
  }

  async function start(): Promise<void> {
    server = spawnServer();
    kept = null;
    const last = performance.now() + SOON.timeout;
    for (;;) {
      try {
        await query('select 1');
        return;
      } catch (error) {
        if (performance.now() > last) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
        // It does not start while a process of the killed server lives.
        if (server.exitCode !== null) server = spawnServer();
      }
    }
  }

  await start();
  return {
    url,
    /** As after a `kill` or `stop`, on the same port with the same data. */
    start,
    /** `at` names another than the first database. */
    query,
    /** A database of its own in this server. */
    async newDatabase(): Promise<string> {
      databases += 1;
      const name = `site_${databases}`;
      await query(`create database ${name}`);
      return url.replace(/postgres$/, name);
    },
    /** SIGKILL to the server and all that it started. */
    kill: () => endProcess(server, 'SIGKILL'),
    /** In good order; connections are cut. */
    stop: () => endProcess(server, 'SIGINT'),
    /** Ends it and removes its data. */
    async remove(): Promise<void> {
      await endProcess(server, 'SIGQUIT');
      removeFolder(base);
    },
  };
}
