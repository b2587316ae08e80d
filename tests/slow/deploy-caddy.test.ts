import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endProcess, untilListens } from '../support/child-process.ts';
import { freePort } from '../support/free-port.ts';
import { portOfTest } from '../support/port-of-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const CADDYFILE = 'deploy/Caddyfile';
const hasCaddy = spawnSync('caddy', ['version']).status === 0;

let folder: string;
let caddy: ChildProcess | undefined;

beforeEach(({ skip }) => {
  skip(!hasCaddy, 'caddy is missing (Debian: apt-get install caddy)');
  folder = temporaryFolder();
});
afterEach(async () => {
  if (caddy !== undefined) await endProcess(caddy, 'SIGKILL');
});

test('caddy finds no error in its file, nor in its format', () => {
  const check = spawnSync('caddy', ['validate', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
    encoding: 'utf8',
    env: { ...process.env, HOME: folder },
  });
  expect([check.status, check.stdout + check.stderr]).toEqual([
    0,
    expect.stringContaining('Valid configuration'),
  ]);
  const { stdout } = spawnSync('caddy', ['fmt', CADDYFILE], { encoding: 'utf8' });
  expect(stdout).toBe(readFileSync(CADDYFILE, 'utf8'));
});

test('caddy sends on what the site needs to know, repeats no form that was begun, and logs no query', async () => {
  const seen: { method: string | undefined; forwarded: unknown }[] = [];
  const ports: number[] = [];
  for (const isBreaking of [true, false]) {
    const server = createServer((request, response) => {
      if (request.url === '/readyz') {
        response.end();
        return;
      }
      seen.push({ method: request.method, forwarded: request.headers['x-forwarded-for'] });
      request.resume().once('end', () => {
        if (isBreaking) request.socket.destroy();
        else response.end('page');
      });
    });
    ports.push(await portOfTest(server));
  }
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  writeFileSync(
    file,
    `{\n\tadmin off\n\tauto_https off\n}\n${readFileSync(CADDYFILE, 'utf8')
      .replace('www.school.example {', `http://127.0.0.1:${port} {`)
      .replace('school.example {', `http://localhost:${port} {`)
      .replace('127.0.0.1:3001 127.0.0.1:3002', ports.map((at) => `127.0.0.1:${at}`).join(' '))
      .replace('/var/log/caddy', folder)}`,
  );
  caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilListens(caddy, port);

  const headers = { 'X-Forwarded-For': '192.0.2.7' };
  for (let count = 0; count < 4; count += 1)
    expect((await fetch(`${url}/Events?q=planted`, { headers })).status).toBe(200);
  const apex = await fetch(`http://localhost:${port}/`, { redirect: 'manual' });
  const own = { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' };
  expect([apex.status, Object.fromEntries(apex.headers)]).toMatchObject([301, own]);
  const before = seen.length;
  const statuses = [];
  const texts: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const response = await fetch(`${url}/Admission`, { method: 'POST', body: 'name=planted' });
    statuses.push(response.status);
    const security = Object.keys(own).map((name) => response.headers.get(name));
    texts.push([...security, await response.text()].join(' '));
  }
  // Each form was seen once, by whichever instance.
  expect(seen.length - before).toBe(4);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 503, 503]);
  expect(texts.toSorted()[2]).toMatch(/^nosniff DENY .*may not have arrived: wait for our call/);
  const large = Readable.toWeb(Readable.from(['x'.repeat(100_000)]));
  const tooLarge = { method: 'POST', body: large, duplex: 'half' } as const;
  expect((await fetch(`${url}/Admission`, tooLarge)).status).toBe(413);
  expect(new Set(seen.map(({ forwarded }) => forwarded))).toEqual(new Set(['127.0.0.1']));
  const log = () => readFileSync(join(folder, 'gis-site.log'), 'utf8');
  await expect.poll(log).toContain('/Admission');
  expect(log()).not.toMatch(/planted|192\.0\.2\.7/);
});
