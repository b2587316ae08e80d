import { beforeAll, expect, test } from 'vitest';
import { openConnection, statusOf } from '../../support/raw-connection.ts';
import { sharedSite } from '../../support/site.ts';

let port: number;

/** Two of the fast path, and three of Express. */
let paths: string[];

const site = sharedSite({ hasLists: true });

beforeAll(async () => {
  port = Number(new URL(site.url).port);
  const page = await (await fetch(`${site.url}/HomeFr`)).text();
  const asset = /\/assets\/[\w.-]+\.css/.exec(page)?.[0] ?? '';
  paths = ['/HomeFr', asset, '/api/news/GISNUP', '/healthz', '/NoSuchPage'];
});

async function statusAfter(head: string): Promise<number> {
  const response = await openConnection(port, `${head}\r\nConnection: close\r\n\r\n`).response;
  expect(response, head).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
  return statusOf(response);
}

const WRONG_HOSTS = [
  [],
  [''],
  ['localhost', 'localhost'],
  ['localhost', 'evil.example'],
  ['evil.example/x'],
  ['user@localhost'],
  ['local host'],
  ['localhost,evil.example'],
  ['http://localhost'],
  ['localhost:port'],
  ['localhost:123456'],
  ['[::1'],
  ['localhost"><script>'],
  ['localhost%0d%0a'],
  ['l\u00f6calhost'],
];

test('S13: a missing, repeated or invalid host is 400, also for cached pages', async () => {
  for (const path of paths) {
    expect(await statusAfter(`GET ${path} HTTP/1.0`)).toBe(400);
    for (const hosts of WRONG_HOSTS) {
      for (const name of ['Host', 'hOST']) {
        const fields = hosts.map((host) => `\r\n${name}: ${host}`).join('');
        expect(await statusAfter(`GET ${path} HTTP/1.1${fields}`), `${path} ${fields}`).toBe(400);
      }
    }
  }
});

test('S13: absolute-form, authority-form and asterisk-form are 400, TRACE is 405', async () => {
  const host = '\r\nHost: localhost';
  for (const path of paths) {
    for (const target of [
      `http://localhost${path}`,
      `http://evil.example${path}`,
      path.slice(1),
      '*',
      `//\\${path}`.slice(1),
    ]) {
      const status = await statusAfter(`GET ${target} HTTP/1.1${host}`);
      expect(status, target).toBe(target.startsWith('/') ? 404 : 400);
    }
    expect(await statusAfter(`TRACE ${path} HTTP/1.1${host}`)).toBe(405);
  }
  expect(await statusAfter(`OPTIONS * HTTP/1.1${host}`)).toBe(400);
});

test('S13: CONNECT opens nothing', async () => {
  const { response } = openConnection(
    port,
    'CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  );
  expect(await response).not.toMatch(/^HTTP\/1\.1 2/);
});

test.each([
  ['two lengths', 'Content-Length: 1\r\nContent-Length: 2'],
  ['a length beside chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity'],
  ['a space before the colon', 'Content-Length : 5'],
  ['a folded line', 'X-Folded: a\r\n b'],
  ['NUL in a value', 'X-Nul: a\0b'],
  ['a line without a colon', 'nonsense'],
])('S13: what a proxy could read in another way (%s) is 400', async (_name, field) => {
  expect(await statusAfter(`POST /HomeFr HTTP/1.1\r\nHost: localhost\r\n${field}`)).toBe(400);
});

test('S13: any valid host gets the same page, whose links have the configured origin', async () => {
  const bodies = new Set<string>();
  for (const host of [
    `localhost:${port}`,
    '127.0.0.1',
    '[::1]:3000',
    'WWW.Evil.example',
    'a-b_c.example:80',
  ]) {
    const response = await openConnection(
      port,
      `GET /HomeFr HTTP/1.1\r\nhost: ${host}\r\nConnection: close\r\n\r\n`,
    ).response;
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    bodies.add(response.slice(response.indexOf('\r\n\r\n')));
  }
  expect(bodies.size).toBe(1);
  const [body = ''] = bodies;
  expect(body).toContain(`<link rel="canonical" href="${site.url}/HomeFr"/>`);
  expect(body.toLowerCase()).not.toContain('evil.example');
});
