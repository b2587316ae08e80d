import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Database } from '../../server/database/database.ts';
import { RATE_LIMITS } from '../../server/forms/form-limits.ts';
import { FormError } from '../../server/forms/form-error.ts';
import { RateLimits } from '../../server/forms/rate-limits.ts';
import { ProviderError } from '../../server/provider/provider.ts';
import { application, enquiry, openStore } from '../support/outbox-stores.ts';
import { runOutbox } from '../support/outbox-rows.ts';
import { pdfBytes } from '../support/pdf.ts';
import { postForm } from '../support/post-form.ts';
import {
  NO_POSTGRES,
  openDatabase,
  PASSWORD,
  startPostgres,
  type Postgres,
} from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/free-port.ts';
import { startTestProvider } from '../support/providers/test-provider.ts';
import { SOON } from '../support/effort.ts';
import { silentLog } from '../support/test-log.ts';

let postgres: Postgres;

/** How many posts of one client get through, of as many instances in turn. */
async function passes(instances: readonly RateLimits[], posts: number): Promise<number> {
  const visitor = { network: '192.0.2.9', userAgent: 'Phone' };
  let passed = 0;
  for (let count = 0; count < posts; count += 1) {
    try {
      await instances[count % instances.length]?.countClient('admission', visitor, { phone: '1' });
      passed += 1;
    } catch (error) {
      if (!(error instanceof FormError && error.status === 429)) throw error;
    }
  }
  return passed;
}

describe.skipIf(NO_POSTGRES !== null)('with DATABASE_URL', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    return () => postgres.remove();
  });

  test('instances share the counts of a visitor; without the database each counts for itself', async () => {
    const url = await postgres.newDatabase();
    const databases = [await openDatabase(url), await openDatabase(url)];
    const instances = databases.map(
      (database) =>
        new RateLimits({
          limits: { ...RATE_LIMITS, databaseTimeoutMs: SOON.timeout },
          secret: 's'.repeat(32),
          database,
        }),
    );
    expect(await passes(instances, 25)).toBe(20);
    await postgres.kill();
    try {
      const started = performance.now();
      // Each has its own twenty.
      expect(await passes(instances, 50)).toBe(40);
      expect(performance.now() - started).toBeLessThan(SOON.timeout);
    } finally {
      await postgres.start();
    }
    await expect.poll(() => databases.every((database) => database.isUp())).toBe(true);
    // A crash of the database may forget what was counted.
    expect(await passes(instances, 25)).toBeLessThanOrEqual(20);
  });

  test('S10: while a statement does not end in its time a visitor is counted by the process', async () => {
    const url = await postgres.newDatabase();
    const limits = { statementMs: 2_000, connectMs: SOON.timeout, checkMs: 100 };
    const database = new Database({ url, log: silentLog, limits });
    onTestFinished(() => database.close());
    await expect.poll(() => database.isUp()).toBe(true);
    const locker = new Client({ connectionString: url });
    onTestFinished(() => locker.end());
    await locker.connect();
    await locker.query('begin; lock table gis_site.rate_limit');
    await expect(database.query('select * from gis_site.rate_limit')).rejects.toThrow(/timeout/i);
    const quick = { ...RATE_LIMITS, formsPerClient: 5, databaseTimeoutMs: 20 };
    const instance = new RateLimits({ limits: quick, secret: 's'.repeat(32), database });
    expect(await passes([instance], 8)).toBe(5);
  });

  test('an older program does not start on newer data in the database, and changes nothing', async () => {
    const url = await postgres.newDatabase();
    const database = await openDatabase(url);
    await database.query('update gis_site.format set version = 99');
    let output = '';
    // It starts without a database that is slow, as on a busy machine.
    await expect
      .poll(async () => {
        output = '';
        const site = await startProcess(
          { DATABASE_URL: url },
          { hear: (text) => (output += text) },
        );
        site.child.kill('SIGKILL');
        return await site.exited;
      })
      .toEqual([1, null]);
    expect(output).toContain('DATABASE_URL holds data of a newer release (format 99, this program');
    expect(output).toContain('nothing was changed');
    expect(output).not.toContain(PASSWORD);
    expect((await database.query('select version from gis_site.format')).rows).toEqual([
      { version: 99 },
    ]);
    // One that was running when the newer release came stores on its disk.
    const late = await openDatabase(url);
    expect(late.isUp()).toBe(false);
    expect(late.error()).toContain('newer release');
  });

  test.each([
    ['a wrong password', (url: string) => url.replace(PASSWORD, 'wrong-password'), '28P01'],
    ['a port where nothing listens', (url: string) => url.replace(/:\d+\//, ':9/'), 'ECONNREFUSED'],
  ])(
    'with %s and without SECRET the site starts, logs the remedies without any value, serves pages and stores forms on its disk',
    async (_, broken, code) => {
      const url = broken(postgres.url);
      const adminPort = await freePort();
      const site = await startProcess({ DATABASE_URL: url, ADMIN_PORT: String(adminPort) });
      expect((await site.logged('secret-not-shared')).level).toBe('warn');
      // On a busy machine the first cause can be a timeout.
      const cause = () => site.lines.findLast(({ event }) => event === 'database-down')?.['cause'];
      await expect.poll(cause).toContain(`${code}: `);
      expect(cause()).toContain('DATABASE_URL');
      expect((await fetch(`${site.url}/Home`)).status).toBe(200);
      expect((await postForm(site.port, 'Asha')).status).toBe(202);
      const response = await fetch(`http://127.0.0.1:${adminPort}/health`);
      const health: unknown = await response.json();
      expect(health).toMatchObject({
        status: 'ready',
        outbox: { waiting: 1, database: { state: 'down', onDisk: 1 } },
      });
      expect(JSON.stringify(site.lines)).not.toMatch(
        /wrong-password|planted-password|postgres:\/\//,
      );
    },
  );

  test('O4: tables that were dropped are created again without a restart', async () => {
    const url = await postgres.newDatabase();
    const database = await openDatabase(url);
    await postgres.query('drop schema gis_site cascade', { url });
    await expect.poll(() => database.isUp()).toBe(false);
    await expect.poll(() => database.isUp()).toBe(true);
    expect(await postgres.query('select id from gis_site.submission', { url })).toEqual([]);
  });

  test('the error for a user who may not create schemas names the missing right', async () => {
    const url = await postgres.newDatabase();
    await postgres.query(`create role reader login password 'reader'`);
    const database = await openDatabase(url.replace(`gis:${PASSWORD}`, 'reader:reader'));
    expect(database.error()).toContain('GRANT CREATE ON DATABASE');
  });

  test('a site moves from SQLite to PostgreSQL and back: waiting and dead submissions, CVs and keys included', async () => {
    const keys = new Map<string, string>();
    const refuse = async ({ entry }: { entry: { idempotencyKey: string; form: string } }) => {
      keys.set(entry.form, entry.idempotencyKey);
      throw new ProviderError('status', { status: entry.form === 'career' ? 422 : 503 });
    };
    const files = await openStore('SQLite', null);
    onTestFinished(() => files.remove());
    const before = files.open({ deliver: refuse });
    const cv = pdfBytes(50_000);
    const dead = await before.outbox.accept(await application(before.outbox, cv));
    const waiting = await before.outbox.accept(enquiry('Asha'));
    await Promise.all([dead.outcome, waiting.outcome]);
    await before.close();

    const shared = await openStore('PostgreSQL', postgres);
    onTestFinished(() => shared.remove());
    const { dataDir } = before;
    const during = shared.open({ deliver: refuse, dataDir });
    await expect
      .poll(() => during.lines.find(({ event }) => event === 'outbox-moved')?.['count'])
      .toBe(2);
    expect(during.lines).toMatchObject([{ event: 'database-up' }, { event: 'outbox-moved' }]);
    expect(await during.outbox.state()).toMatchObject({
      waiting: 1,
      dead: 1,
      database: { state: 'up', onDisk: 0 },
    });
    await during.close();

    expect(await shared.command(['to-files'], dataDir)).toEqual({ moved: 2 });
    expect(await shared.command(['list'], dataDir)).toHaveLength(2);
    const kept = new Map(keys);
    const after = files.open({ deliver: refuse, dataDir });
    expect(await files.command(['list'], dataDir)).toMatchObject([
      { reference: dead.reference, state: 'dead', note: 'refused: status 422' },
      { reference: waiting.reference, state: 'waiting' },
    ]);
    const file = join(dataDir, 'shown.pdf');
    await files.command(['show', dead.reference, '--cv', file], dataDir);
    expect(readFileSync(file).equals(cv)).toBe(true);
    keys.clear();
    expect(await files.command(['retry', '--all'], dataDir)).toEqual({ retried: 2 });
    await expect.poll(() => keys.size).toBe(2);
    expect(keys).toEqual(kept);
    await after.close();
  });

  test('a backup by pg_dump is a site again when it is restored', async () => {
    const provider = await startTestProvider({ has: 'nothing' });
    onTestFinished(() => provider.stop());
    const store = await openStore('PostgreSQL', postgres);
    onTestFinished(() => store.remove());
    const instance = store.open({
      deliver: async () => {
        throw new ProviderError('unreachable');
      },
    });
    const cv = pdfBytes(100_000);
    await (
      await instance.outbox.accept(await application(instance.outbox, cv))
    ).outcome;
    await instance.close();
    const dump = postgres.run('pg_dump', ['--dbname', store.url ?? '']);
    const restored = await postgres.newDatabase();
    postgres.run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--dbname', restored], dump);
    const site = await startProcess({
      DATABASE_URL: restored,
      PROVIDER_URL: provider.url,
      SECRET: 's'.repeat(32),
    });
    await expect.poll(() => provider.received.length).toBe(1);
    expect(provider.received[0]?.files[0]?.bytes.equals(cv)).toBe(true);
    // The provider has it before the site knows that.
    await expect.poll(() => runOutbox(site.dataDir, ['list'], restored)).toEqual([]);
  });
});
