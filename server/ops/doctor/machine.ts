import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lstat, realpath, stat, statfs } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { fail, ok, warn, type Check } from './check.ts';
import { probe, type Probe } from './probe.ts';
import { showInstances } from './units.ts';
import { loadPublication, PublicationError, readRejected } from '../../publication/publication.ts';
import { CLOCK_LIMIT_SECONDS, type ClockOwner } from '../../clock-comparison.ts';
import type { Settings } from '../../config.ts';
import { describeDatabaseError } from '../../database/database-error.ts';
import { tryDatabase } from '../../database/database.ts';
import { IMAGE_LIMITS } from '../../images/image-limits.ts';
import { SqliteEngine } from '../../outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../outbox/submission-store.ts';
import { probeStorage, stateAfter, STORAGE_REMEDIES } from '../../storage.ts';
import { unlessMissing } from '../../system-errors.ts';

const MIB = 1024 * 1024;
/** The file that server/publish/site-files.ts writes. */
const ROBOTS_TXT =
  /^User-agent: \*\nDisallow: \/api\/\nAllow: \/api\/image\/\nSitemap: (\S+)\/sitemap\.xml\n$/;

/** What of the school is shown, and whether its folder waits with errors. @param dist of the build */
export async function* checkPublication(dist: string): AsyncGenerator<Check> {
  try {
    const { id, at } = loadPublication(dist);
    yield ok('publication', `the texts of ${at} are shown (${id})`);
  } catch (error) {
    if (!(error instanceof PublicationError)) throw error;
    yield fail('publication', error.message, 'the site does not start without them');
  }
  const { errors = [] } = (await readRejected(dist)) ?? {};
  for (const error of errors)
    yield fail(
      'content',
      error,
      'the site shows what was published before: correct the file in CONTENT_DIR',
    );
}

export async function* checkDataFolder(folder: string): AsyncGenerator<Check> {
  if (!existsSync(folder)) {
    yield warn(
      'data-folder',
      `DATA_DIR ${folder} does not exist; the start creates it if it may`,
      `create it for the user who runs the site: install -d -m 700 -o USER ${folder}`,
    );
    return;
  }
  const facts = await stat(folder);
  if (!facts.isDirectory()) {
    yield fail('data-folder', `DATA_DIR ${folder} is not a folder`, 'set DATA_DIR to a folder');
    return;
  }
  if ((await lstat(folder)).isSymbolicLink())
    yield warn(
      'data-link',
      `DATA_DIR ${folder} is a symbolic link: the unit does not start with it`,
      `put an empty folder in its place, mount --bind ${await realpath(folder)} ${folder}, and add that to /etc/fstab`,
    );
  yield (facts.mode & 0o077) === 0
    ? ok('data-mode', 'other users of this machine cannot read it')
    : warn('data-mode', 'other users of this machine can read it', `chmod 700 ${folder}`);
  const state = await probeStorage(folder);
  yield state === 'ok'
    ? ok('data-write', `a file was written to ${folder} and flushed to the disk`)
    : fail('data-write', `no file can be written to ${folder}: ${state}`, STORAGE_REMEDIES[state]);
  yield* checkOutbox(folder, facts.uid);
  const { bavail, bsize } = await statfs(folder);
  const free = `${Math.floor((bavail * bsize) / MIB)} MiB are free`;
  yield bavail * bsize > IMAGE_LIMITS.freeFloorBytes
    ? ok('data-space', free)
    : warn('data-space', free, STORAGE_REMEDIES['disk-full']);
}

/** Writes to the database of forms, as the site does; root may write to all files. */
async function* checkOutbox(folder: string, owner: number): AsyncGenerator<Check> {
  const path = join(folder, 'outbox.db');
  const file = await unlessMissing(lstat(path));
  if (file === null) return;
  const engine = new SqliteEngine({ path, isCommand: true });
  const found = await stateAfter(new SubmissionStore(engine).probe(), folder);
  await engine.close();
  const state = found === 'ok' && file.uid !== owner ? 'foreign-owner' : found;
  yield state === 'ok'
    ? ok('outbox-write', 'outbox.db takes forms')
    : fail('outbox-write', `outbox.db takes no forms: ${state}`, STORAGE_REMEDIES[state]);
}

export async function* checkDatabase(url: string, secret: string | null): AsyncGenerator<Check> {
  try {
    const seconds = await tryDatabase(url);
    yield ok('database', 'the database of DATABASE_URL is available');
    yield checkClock('database', seconds);
  } catch (error) {
    const [what = '', remedy] = describeDatabaseError(error).split(/: (.*)/s);
    yield fail(
      'database',
      `the database is not available: ${what}`,
      remedy ?? 'check DATABASE_URL, and the log of PostgreSQL',
    );
  }
  if (secret === null)
    yield warn(
      'database-secret',
      'DATABASE_URL is set without SECRET',
      'SECRET: at least 32 characters, the same on all instances',
    );
}

/** @param seconds by which this machine's clock is ahead */
export function checkClock(owner: ClockOwner, seconds: number): Check {
  const what = `this clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the ${owner}'s`;
  return Math.abs(seconds) > CLOCK_LIMIT_SECONDS
    ? fail(
        'clock',
        what,
        `set it by NTP: timedatectl set-ntp true; if it is right, tell who runs the ${owner}`,
      )
    : ok('clock', what);
}

type Address = Pick<Settings, 'port' | 'host'>;

/** The instances of the unit deploy/gis-site@.service, unless PORT names one or there are none. */
export async function* checkPorts(own: Address, isPortSet: boolean): AsyncGenerator<Check> {
  const units = isPortSet ? [] : await unitAddresses();
  for (const unit of units) {
    const check = await checkPort(unit);
    // A unit that is enabled should run.
    yield check.state === 'warn' ? fail('port', check.what, check.remedy ?? '') : check;
  }
  if (units.length === 0) yield await checkPort(own);
}

async function unitAddresses(): Promise<Address[]> {
  const found = (await showInstances('ExecStart')).matchAll(/\bPORT=(\d+) HOST=(\S+)/g);
  return [...found].map(([, port, host = '']) => ({ port: Number(port), host }));
}

async function checkPort({ port, host }: Address): Promise<Check> {
  const address = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const found = await probe(
    `http://${isIPv6(address) ? `[${address}]` : address}:${port}/robots.txt`,
  );
  const result = 'code' in found ? found.code : `status ${found.status}`;
  if (result === 'ECONNREFUSED')
    return warn(
      'port',
      `nothing listens at ${port}: the site is not running here`,
      `systemctl start gis-site@${port}, or npm start; journalctl -u gis-site@${port} has the cause`,
    );
  return sitemapOf(found) === null
    ? fail(
        'port',
        `PORT ${port} on HOST ${host} is not this site: ${result}`,
        'PORT: set another, or stop what `ss -ltnp` shows there; HOST: an address of this machine, or 0.0.0.0',
      )
    : ok('port', `the site responds at ${port}`);
}

/** SITE_URL of the site that sent this `/robots.txt`; null for other servers. */
export function sitemapOf(found: Probe): string | null {
  if ('code' in found || found.status !== 200) return null;
  return ROBOTS_TXT.exec(found.text)?.[1] ?? null;
}
