import { expect, onTestFinished, test } from 'vitest';
import { runNoticeCli } from '../../server/notices/notice-cli.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { PATIENCE } from '../support/effort.ts';
import { HOST, noNginx, startNginx } from '../support/nginx.ts';
import { describeStores, usePostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';

const postgres = usePostgres();

const PATH = '/nekhpur/Vision';
const TEXT = 'School is closed tomorrow';
const LIMIT_MS = 10_000;

describeStores('C17: an urgent notice on', (store) => {
  test.runIf(noNginx === null)('is shown behind nginx, and gone again, in time', async () => {
    const databaseUrl = store === 'SQLite' ? null : await postgres.newDatabase();
    expect(await msBehindNginx(databaseUrl)).toBeLessThan(LIMIT_MS * PATIENCE);
  });
});

/** Until a notice is in the cached pages of three instances, or gone from them, while the platform is down. */
async function msBehindNginx(databaseUrl: string | null): Promise<number> {
  const provider = await providerOfTest({ has: 'nothing' });
  const environment = {
    PROVIDER_URL: provider.url,
    SITE_URL: `https://${HOST}`,
    TRUST_PROXY: '1',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl, SECRET: 'x'.repeat(32) }),
  };
  const one = await startProcess(environment);
  const { dataDir } = one;
  const others = databaseUrl === null ? { ...environment, DATA_DIR: dataDir } : environment;
  const two = await startProcess(others);
  const three = await startProcess(others);
  const nginx = await startNginx([one.port, two.port]);
  onTestFinished(() => nginx.stop());
  const throughNginx = async () => (await nginx.request(PATH)).body;
  const direct = [one, two, three].map(({ port }) => async () => {
    const response = await fetch(`http://127.0.0.1:${port}${PATH}`, { headers: { Host: HOST } });
    return await response.text();
  });
  const ways = [throughNginx, ...direct];
  const patient = { timeout: 30_000 * PATIENCE, interval: 50 };
  const cacheStatus = async () => (await nginx.request(PATH)).headers['cache-status'];
  await expect.poll(cacheStatus, patient).toMatch(/detail=HIT/);
  const before = await throughNginx();
  await provider.stop();

  const command = (...args: string[]) =>
    runNoticeCli(args, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' });
  async function msUntilAll(shows: boolean): Promise<number> {
    const from = performance.now();
    for (const way of ways)
      await expect.poll(async () => (await way()).includes(TEXT), patient).toBe(shows);
    return Math.round(performance.now() - from);
  }
  expect((await command('--until', dayInIndia(new Date()), TEXT)).code).toBe(0);
  const shownMs = await msUntilAll(true);
  expect((await command('clear')).code).toBe(0);
  const goneMs = await msUntilAll(false);
  process.stderr.write(`shown after ${shownMs} ms, gone after ${goneMs} ms\n`);
  expect(await throughNginx()).toBe(before);
  return Math.max(shownMs, goneMs);
}
