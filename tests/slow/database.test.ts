import { describe, expect, test } from 'vitest';
import { pdfBytes } from '../support/pdf.ts';
import { postFields, postForm } from '../support/post-form.ts';
import { NO_POSTGRES, openDatabase, PASSWORD, usePostgres } from '../support/postgres.ts';
import { startProcess } from '../support/process.ts';
import { providerOfTest } from '../support/providers/test-provider.ts';
import { freePort } from '../support/free-port.ts';

const postgres = usePostgres();

describe.skipIf(NO_POSTGRES !== null)('DATABASE_URL', () => {
  test('an older program does not start on newer data in the database, and changes nothing', async () => {
    const url = await postgres.newDatabase();
    const database = await openDatabase(url);
    await database.query('update gis_site.format set version = 99');
    let output = '';
    // It starts without a database that is slow, as on a busy machine.
    await expect
      .poll(async () => {
        const site = await startProcess({ DATABASE_URL: url });
        site.child.kill('SIGKILL');
        const end = await site.exited;
        output = site.errors() + JSON.stringify(site.lines);
        return end;
      })
      .toEqual([1, null]);
    expect(output).toContain('DATABASE_URL holds data of a newer release (format 99, this program');
    expect(output).toContain('nothing was changed');
    expect(output).not.toContain(PASSWORD);
    expect((await database.query('select version from gis_site.format')).rows).toEqual([
      { version: 99 },
    ]);
  });

  test('with a wrong password: starts, logs remedies without values, serves pages, stores forms on disk', async () => {
    const url = postgres.url.replace(PASSWORD, 'wrong-password');
    const adminPort = await freePort();
    const site = await startProcess({ DATABASE_URL: url, ADMIN_PORT: String(adminPort) });
    expect((await site.logged('secret-not-shared')).level).toBe('warn');
    // On a busy machine the first cause can be a timeout.
    const cause = () => site.lines.findLast(({ event }) => event === 'database-down')?.['cause'];
    await expect.poll(cause).toContain('28P01: ');
    expect(cause()).toContain('DATABASE_URL');
    expect((await fetch(`${site.url}/Home`)).status).toBe(200);
    expect((await postForm(site.port, 'Asha')).status).toBe(202);
    const response = await fetch(`http://127.0.0.1:${adminPort}/health`);
    const health: unknown = await response.json();
    expect(health).toMatchObject({
      status: 'ready',
      outbox: { waiting: 1, database: { state: 'down', onDisk: 1 } },
    });
    expect(JSON.stringify(site.lines)).not.toMatch(/wrong-password|planted-password|postgres:\/\//);
  });

  test('I11: a certificate link of a machine whose clock is a day behind opens at the others, and theirs there', async () => {
    const files = { 'certificates/one.jpg': pdfBytes(2_000) };
    const provider = await providerOfTest({ has: 'nothing', files });
    const settings = {
      DATABASE_URL: await postgres.newDatabase(),
      PROVIDER_URL: provider.url,
      SECRET: 's'.repeat(32),
    };
    const sites = [
      await startProcess(settings, { fixture: 'day-behind.mjs' }),
      await startProcess(settings),
    ];
    for (const site of sites) await site.logged('database-up');
    // It compares the clocks from the check after that on.
    await sites[0]?.logged('clock-off');
    for (const { port } of sites) {
      const { body } = await postFields(port, '/Tc', { name: 'Asha', admission: '1' });
      const link = 'data' in body ? String(body.data) : '';
      const responses = await Promise.all(sites.map(({ url }) => fetch(url + link)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    }
  });
});
