import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HTTP_LIMITS, createHttpServer } from '../../server/http/http-server.ts';
import { SOON } from '../support/effort.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { openConnection } from '../support/raw-connection.ts';

const HEADERS = { 'x-content-type-options': 'nosniff' };
const stops: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe('slow clients', () => {
  const SHORT_MS = 200;
  const LATE_MS = SOON.timeout;
  const LONG_MS = 2 * SOON.timeout;

  async function startServer(limits: Partial<typeof HTTP_LIMITS>): Promise<Server> {
    const app = express();
    app.get('/large', (_request, response) => void response.send(Buffer.alloc(64 * 1024 * 1024)));
    app.use((request, response) => {
      request.resume().once('end', () => response.send('ok'));
    });
    const server = createHttpServer({
      app,
      fastPath: () => false,
      headers: HEADERS,
      isStopping: () => false,
      limits: {
        headersMs: LONG_MS,
        requestMs: LONG_MS,
        idleMs: LONG_MS,
        stalledMs: LONG_MS,
        checkMs: 20,
        ...limits,
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return server;
  }

  const start = async (limits: Partial<typeof HTTP_LIMITS>) => portOf(await startServer(limits));

  test('S12, S1: headers that do not end get 408 with the security headers', async () => {
    const port = await start({ headersMs: SHORT_MS });
    const { response } = openConnection(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(await elapsedMs(response)).toBeLessThan(SHORT_MS + LATE_MS);
    expect(await response).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\nx-content-type-options: nosniff\r\n/,
    );
  });

  test('S12: a body that does not end gets 408', async () => {
    const port = await start({ headersMs: SHORT_MS, requestMs: SHORT_MS });
    const { response } = openConnection(
      port,
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na',
    );
    expect(await elapsedMs(response)).toBeLessThan(SHORT_MS + LATE_MS);
    expect(await response).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('S12: a kept-alive connection without a request is closed', async () => {
    const port = await start({ idleMs: SHORT_MS });
    const { response } = openConnection(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    // Newer versions of Node add a second to the time that they announce.
    expect(await elapsedMs(response)).toBeLessThan(1_000 + SHORT_MS + LATE_MS);
    expect(await response).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('S12: a connection that sends nothing at all is closed', async () => {
    const port = await start({ headersMs: SHORT_MS });
    expect(await elapsedMs(openConnection(port, '').response)).toBeLessThan(SHORT_MS + LATE_MS);
  });

  test('S12: a client that stops reading is disconnected', async () => {
    const server = await startServer({ stalledMs: SHORT_MS });
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const { socket } = openConnection(
      portOf(server),
      'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    const [served] = await connected;
    const cut = once(served, 'close');
    await once(socket, 'data');
    socket.pause();
    await cut;
    let more = 0;
    socket.on('data', (chunk: string) => {
      more += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    expect(more).toBeLessThan(32 * 1024 * 1024);
  });

  test('S12: headers over 16 kB are 431, with the security headers', async () => {
    const port = await start({});
    const { response } = openConnection(
      port,
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(await response).toMatch(/^HTTP\/1\.1 431 [^\r]+\r\nx-content-type-options: nosniff\r\n/);
  });
});

describe('malformed requests', () => {
  let site: TestSite;
  let port: number;
  /** Two of the fast path, and three of Express. */
  let paths: string[];

  beforeAll(async () => {
    site = await startSite({ prewarm: true });
    port = Number(new URL(site.url).port);
    const page = await (await fetch(`${site.url}/HomeFr`)).text();
    const asset = /\/assets\/[\w.-]+\.css/.exec(page)?.[0] ?? '';
    paths = ['/HomeFr', asset, '/api/news/GISNUP', '/healthz', '/NoSuchPage'];
  });
  afterAll(() => site.close());

  async function statusOf(head: string): Promise<number> {
    const response = await openConnection(port, `${head}\r\nConnection: close\r\n\r\n`).response;
    expect(response, head).toMatch(/\r\ncontent-security-policy: default-src 'none'/i);
    return Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
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
      expect(await statusOf(`GET ${path} HTTP/1.0`)).toBe(400);
      for (const hosts of WRONG_HOSTS) {
        for (const name of ['Host', 'hOST']) {
          const fields = hosts.map((host) => `\r\n${name}: ${host}`).join('');
          expect([path, hosts, await statusOf(`GET ${path} HTTP/1.1${fields}`)]).toEqual([
            path,
            hosts,
            400,
          ]);
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
        expect([target, await statusOf(`GET ${target} HTTP/1.1${host}`)]).toEqual([
          target,
          target.startsWith('/') ? 404 : 400,
        ]);
      }
      expect(await statusOf(`TRACE ${path} HTTP/1.1${host}`)).toBe(405);
    }
    expect(await statusOf(`OPTIONS * HTTP/1.1${host}`)).toBe(400);
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
    expect(await statusOf(`POST /HomeFr HTTP/1.1\r\nHost: localhost\r\n${field}`)).toBe(400);
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
});
