import { expect, onTestFinished, test } from 'vitest';
import { putLoad } from '../support/load.ts';
import { HOST, noNginx, startNginx, type RequestOptions } from '../support/nginx.ts';
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { TestProvider } from '../support/providers/test-provider.ts';

/** Of each three requests one is a submission: 20 a second. */
const PER_SECOND = 60;
const FORM_EVERY = 3;
const PATHS = ['/HomeFr', '/Home', '/Events', '/nekhpur/News', '/Vision', '/api/news/GISNUP'];
/** Ends the leases of 75 s now: what an instance was sending when it or the database was killed is another's after them. */
const END_LEASES = `update gis_jobs.job set started_on = now() - 2 * expire_in where state = 'active'`;

const isForm = (number: number) => number % FORM_EVERY === 0;
const nameOf = (number: number) => `Parent ${number}`;

/** A form or a page; half of the pages are none that nginx's cache has. */
function request(number: number): { path: string } & RequestOptions {
  if (!isForm(number))
    return { path: `${PATHS[number % PATHS.length]}${number % 2 === 0 ? '' : `?n=${number}`}` };
  return {
    path: '/Home',
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
      Origin: `https://${HOST}`,
      // Each is another visitor's.
      'X-Forwarded-For': `10.1.${number >> 8}.${number & 255}`,
    },
    body: new URLSearchParams({
      name: nameOf(number),
      phone: '9876543210',
      email: 'a@b.co',
      message: 'Hello',
    }).toString(),
  };
}

test('O1, R-181: kill -9 of one of two instances, and of PostgreSQL, under 20 submissions and 40 pages per second: no page fails, no submission fails or is lost, none comes under two keys', async ({
  skip,
}) => {
  if (noNginx !== null) skip(noNginx);
  if (NO_POSTGRES !== null) skip(NO_POSTGRES);
  const provider = await TestProvider.start({ has: 'nothing' });
  onTestFinished(() => provider.stop());
  const postgres = await startPostgres();
  onTestFinished(() => postgres.remove());
  const url = await postgres.newDatabase();
  const settings = {
    SITE_URL: `https://${HOST}`,
    // One for nginx, and one for whoever says above which visitor it is.
    TRUST_PROXY: '2',
    LOG_FORMAT: 'json',
    PROVIDER_URL: provider.url,
    DATABASE_URL: url,
    SECRET: 's'.repeat(32),
  };
  const steady = await startProcess(settings);
  const victim = await startProcess(settings);
  // An instance that begins without PostgreSQL stores on its own disk: killed then, it leaves a second entry
  // (docs/decisions/0014-forms-are-sent-again.md).
  await Promise.all([steady, victim].map((one) => one.logged('database-up')));
  const nginx = await startNginx([steady.port, victim.port]);
  onTestFinished(() => nginx.stop());

  let sent = 0;
  let isOver = false;
  const seconds = (count: number) => {
    const until = sent + count * PER_SECOND;
    return expect.poll(() => sent).toBeGreaterThan(until);
  };
  async function killAndMend(): Promise<void> {
    await seconds(1);
    // Forms are under way in both when one is killed.
    await provider.fail('forms', { delayMs: 1_000 });
    await seconds(1);
    victim.child.kill('SIGKILL');
    await victim.exited;
    await provider.heal();
    await seconds(2);
    const { port, dataDir } = victim;
    await startProcess({ ...settings, PORT: String(port), DATA_DIR: dataDir });
    await seconds(2);
    await postgres.kill();
    await seconds(3);
    await postgres.start();
    await seconds(3);
  }
  const [load] = await Promise.all([
    putLoad({
      nginx,
      perSecond: PER_SECOND,
      request,
      isEnough(count) {
        sent = count;
        return isOver;
      },
    }),
    killAndMend().finally(() => {
      isOver = true;
    }),
  ]);
  expect(load.failures).toEqual([]);
  expect(load.sent).toBeGreaterThan(12 * PER_SECOND);

  await postgres.query(END_LEASES, { url });
  const keys = new Map<unknown, Set<unknown>>();
  const missing = () => {
    for (const { fields, idempotencyKey } of provider.received)
      keys.set(fields['name'], (keys.get(fields['name']) ?? new Set()).add(idempotencyKey));
    return [...load.answers.keys()]
      .filter(isForm)
      .map(nameOf)
      .filter((name) => !keys.has(name));
  };
  await expect.poll(missing).toEqual([]);
  expect([...keys].filter(([, { size }]) => size > 1)).toEqual([]);
  console.log(
    `${load.sent} requests, ${keys.size} of them forms: ${load.failures.length} failed, 0 lost, 0 under two keys`,
  );
});
