import { chmodSync, chownSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { runDoctorCli } from '../../../server/ops/doctor/doctor-cli.ts';
import { systemClock } from '../../../server/outbox/clock.ts';
import { SqliteEngine } from '../../../server/outbox/sqlite-engine.ts';
import { diagnosed, diagnosedByCommand, run } from '../../support/doctor.ts';
import { respondWith } from '../../support/providers/failures.ts';
import { providerOfTest } from '../../support/providers/test-provider.ts';
import { startProxy } from '../../support/proxy.ts';
import { siteOfTest, startSite } from '../../support/site.ts';
import { portOfTest } from '../../support/port-of-test.ts';
import { freePort } from '../../support/free-port.ts';
import { silentLog } from '../../support/test-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a proxy to the provider', () => {
  async function proxy(status: number): Promise<string> {
    const { port } = await startProxy(status);
    return `http://school:planted-Secret@127.0.0.1:${port}`;
  }

  test('is used for every call, and its password is not printed', async () => {
    const provider = await providerOfTest({ tls: 'private-ca' });
    const { red, of, checks } = await diagnosedByCommand({
      PROVIDER_URL: provider.url,
      HTTPS_PROXY: await proxy(200),
      NODE_EXTRA_CA_CERTS: resolve('tests/support/fixtures/private-ca/ca.pem'),
    });
    expect(red).toEqual([]);
    expect(of('provider-connection')?.what).toContain('responds through 127.0.0.1:');
    expect(JSON.stringify(checks)).not.toContain('planted-Secret');
  });

  test('that is wrong or rejects the tunnel is named, not the provider', async () => {
    const { url } = await providerOfTest();
    const wrong = `http://127.0.0.1:${await freePort()}`;
    expect((await diagnosed({ PROVIDER_URL: url, HTTP_PROXY: wrong })).red).toEqual([
      'provider-proxy',
    ]);
    const closed = await diagnosed({ PROVIDER_URL: url, HTTP_PROXY: await proxy(407) });
    expect(closed.lines).toEqual([
      expect.stringMatching(/^provider-proxy: .* -> .*HTTP_PROXY: it needs name and password/),
    ]);
  });
});

describe('the public address', () => {
  /** A reverse proxy as nginx is one. */
  async function startReverseProxy(port: number): Promise<string> {
    const server = createServer((request, response) => {
      const { url: path, headers } = request;
      request.pipe(
        httpRequest({ host: '127.0.0.1', port, path, headers }, (upstream) => {
          response.writeHead(upstream.statusCode ?? 0, { ...upstream.headers, server: 'nginx' });
          upstream.pipe(response);
        }).on('error', () => response.writeHead(502).end()),
      );
    });
    return `http://localhost:${await portOfTest(server)}`;
  }

  test('is this site behind a proxy, which TRUST_PROXY has to count', async () => {
    const port = String(await freePort());
    const url = await startReverseProxy(Number(port));
    await siteOfTest({ environment: { PORT: port, SITE_URL: url } });
    const uncounted = await diagnosed({ PORT: port, SITE_URL: url });
    expect(uncounted.of('public-address')?.state).toBe('ok');
    expect(uncounted.red).toEqual(['trust-proxy']);
    expect(uncounted.of('trust-proxy')?.what).toContain('"nginx"');
    expect((await diagnosed({ PORT: port, SITE_URL: url, TRUST_PROXY: '1' })).red).toEqual([]);
    const without = await diagnosed({ PORT: port, SITE_URL: `http://127.0.0.1:${port}` });
    expect(without.of('public-address')?.what).toContain(`has SITE_URL ${url}`);
  });

  test('is another site, redirects, or does not respond', async () => {
    const port = String(await freePort());
    const site = await startSite({ environment: { PORT: port } });
    const other = await providerOfTest();
    const foreign = await diagnosed({ PORT: port, SITE_URL: other.url });
    expect(foreign.of('public-address')?.what).toContain('responds (404), but is not this site');
    const moved = await providerOfTest();
    await moved.fail('all', respondWith(301, { location: `${other.url}/robots.txt` }));
    const down = await startReverseProxy(await freePort());
    const lost = (await diagnosed({ PORT: port, SITE_URL: down })).lines;
    expect(lost).toEqual([expect.stringMatching(/\(502\).* -> the reverse proxy does not reach/)]);
    const led = await diagnosed({ PORT: port, SITE_URL: moved.url });
    expect(led.of('public-address')?.what).toContain(`redirects to ${other.url}`);
    const gone = { PORT: port, SITE_URL: `http://127.0.0.1:${await freePort()}` };
    expect((await diagnosed(gone)).red).toEqual(['public-address']);
    await site.close();
    const { red, of } = await diagnosed(gone);
    expect([red, of('public-address')?.state]).toEqual([[], 'warn']);
  });
});

describe('this machine', () => {
  test('all errors of the settings, each with its name', async () => {
    const wrong = { PORT: 'x', PROVIDER_URL: 'y', SECRET: 'short' };
    const { lines, of } = await diagnosed(wrong);
    const names = Object.keys(wrong);
    expect(lines).toEqual(names.map((name) => expect.stringMatching(`^settings:.*> set ${name} `)));
    expect(of('publication')?.state).toBe('ok');
  });

  test('a port of another program, and one of the site', async () => {
    const other = createServer((_request, response) => void response.end('hello'));
    const port = String(await portOfTest(other));
    expect((await diagnosed({ PORT: port })).red).toEqual(['port']);
    const { url } = await siteOfTest();
    const own = { PORT: new URL(url).port, SITE_URL: url };
    const { of } = await diagnosed(own);
    expect(of('port')?.what).toBe(`the site responds at ${own.PORT}`);
    expect(of('trust-proxy')?.what).toBe('no proxy in front, none trusted');
    expect(['provider', 'site-url'].map((id) => of(id)?.state)).toEqual(['warn', 'ok']);
    expect((await diagnosed({ ...own, TRUST_PROXY: '1' })).of('trust-proxy')?.state).toBe('warn');
  });

  test('the instances that systemd runs are checked in place of PORT', async () => {
    const running = await siteOfTest();
    const [port, stopped] = [new URL(running.url).port, String(await freePort())];
    const bin = temporaryFolder();
    const unitOf = (at: string) =>
      `ExecStart={ path=/usr/bin/env ; argv[]=/usr/bin/env PORT=${at} HOST=127.0.0.1 ADMIN_PORT=1${at} /usr/bin/node dist/server/main.js ; ignore_errors=no }\n`;
    const systemctl = join(bin, 'systemctl');
    writeFileSync(systemctl, `#!/bin/sh\necho '${unitOf(port)}\n${unitOf(stopped)}'\n`);
    chmodSync(systemctl, 0o755);
    const { red, checks, code } = await diagnosedByCommand({ PORT: '', PATH: `${bin}:/bin` });
    expect([code, red]).toEqual([1, ['port']]);
    expect(checks.filter(({ id }) => id === 'port')).toMatchObject([
      { state: 'ok', what: `the site responds at ${port}` },
      { state: 'fail', remedy: expect.stringContaining(`systemctl start gis-site@${stopped}`) },
    ]);
    const { of } = await diagnosed({});
    expect(of('port')?.state).toBe('warn');
  });

  test('a data folder that others can read, one that is a file, a symbolic link, and one that does not exist', async () => {
    const folder = temporaryFolder();
    for (const mode of [0o740, 0o704]) {
      chmodSync(folder, mode);
      const { of } = await diagnosed({ DATA_DIR: folder });
      expect(of('data-mode')).toMatchObject({ state: 'warn', remedy: `chmod 700 ${folder}` });
      expect(of('data-write')?.state).toBe('ok');
    }
    writeFileSync(join(folder, 'file'), '');
    const file = await diagnosed({ DATA_DIR: join(folder, 'file') });
    expect(file.lines).toEqual([expect.stringMatching(/^data-folder: .* -> set DATA_DIR/)]);
    const fresh = join(folder, 'new/data');
    const { of } = await diagnosed({ DATA_DIR: fresh });
    expect(of('data-folder')).toMatchObject({
      state: 'warn',
      remedy: expect.stringContaining(`install -d -m 700 -o USER ${fresh}`),
    });
    const link = join(folder, 'link');
    symlinkSync(temporaryFolder(), link);
    expect((await diagnosed({ DATA_DIR: link })).of('data-link')).toMatchObject({
      state: 'warn',
      remedy: expect.stringMatching(/mount --bind .* \/etc\/fstab/),
    });
  });

  test('I5: a database of forms that is locked, a symbolic link or of another user takes none', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'outbox.db');
    const file = new SqliteEngine({ path, clock: systemClock, log: silentLog });
    await file.purge();
    await file.close();
    const outbox = async () => (await diagnosed({ DATA_DIR: folder })).of('outbox-write');
    expect(await outbox()).toMatchObject({ state: 'ok' });
    const locker = new DatabaseSync(path);
    locker.exec('begin immediate');
    expect(await outbox()).toMatchObject({ remedy: expect.stringMatching(/^end the program/) });
    locker.exec('rollback');
    locker.close();
    renameSync(path, `${path}.moved`);
    symlinkSync(join(folder, 'not-mounted.db'), path);
    expect(await outbox()).toMatchObject({ state: 'fail', remedy: expect.stringMatching(/mount/) });
    renameSync(`${path}.moved`, path);
    if (process.getuid?.() !== 0) return;
    chownSync(folder, 65_534, 65_534);
    expect(await outbox()).toMatchObject({ state: 'fail', remedy: expect.stringMatching(/chown/) });
  });

  test('an unavailable database, and instances without a common SECRET', async () => {
    const url = `postgres://site:planted-Secret@127.0.0.1:${await freePort()}/site`;
    const { red, of, checks } = await diagnosed({ DATABASE_URL: url });
    expect(red).toEqual(['database']);
    expect(of('database')?.remedy).toContain('DATABASE_URL');
    expect(of('database-secret')?.state).toBe('warn');
    expect(JSON.stringify(checks)).not.toContain('planted-Secret');
  });

  test('text output has a remedy below each error, and no colour in a pipe', async () => {
    const { code, out } = await run({ PORT: 'x' });
    expect(code).toBe(1);
    expect(out).toMatch(/^✘ settings {2}PORT must .*\n {4}-> set PORT as README\.md/);
    expect(out).toMatch(/\d well, 0 to look at, 1 wrong\n$/);
    expect(out).not.toContain('\u001b');
    const wrong = await runDoctorCli(['--wrong'], {});
    expect(wrong).toEqual({ code: 2, text: expect.stringContaining('Usage') });
  });
});
