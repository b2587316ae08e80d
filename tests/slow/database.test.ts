import { beforeAll, describe, expect, test } from 'vitest';
import { postForm } from '../support/post-form.ts';
import { NO_POSTGRES, PASSWORD, startPostgres, type Postgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { freePort } from '../support/free-port.ts';

let postgres: Postgres;

describe.skipIf(NO_POSTGRES !== null)('with DATABASE_URL', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    return () => postgres.remove();
  });

  test.each([
    ['a wrong password', (url: string) => url.replace(PASSWORD, 'wrong-password'), '28P01'],
    ['a port where nothing listens', (url: string) => url.replace(/:\d+\//, ':9/'), 'ECONNREFUSED'],
  ])(
    'with %s and without SECRET the site starts, logs remedies without values, serves pages and stores forms on its disk',
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
});
