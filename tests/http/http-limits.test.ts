import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HTTP_LIMITS, createHttpServer } from '../../server/http/http-server.ts';
import { SOON } from '../support/effort.ts';
import { listening } from '../support/listening.ts';
import { openConnection } from '../support/raw-connection.ts';

const HEADERS = { 'x-content-type-options': 'nosniff' };

/** More than the kernel holds for a connection. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'a');

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work;
  return performance.now() - started;
}

describe('slow clients', () => {
  const SHORT_MS = 200;
  const LATE_MS = SOON.timeout;
  const LONG_MS = 2 * SOON.timeout;

  async function startServer(limits: Partial<typeof HTTP_LIMITS>) {
    const app = express();
    app.get('/large', (_request, response) => void response.send(LARGE));
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
    onTestFinished(() => void server.close().closeAllConnections());
    return { server, port: await listening(server) };
  }

  test('S12, S1: headers that do not end get 408 with the security headers', async () => {
    const { port } = await startServer({ headersMs: SHORT_MS });
    const { response } = openConnection(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    expect(await elapsedMs(response)).toBeLessThan(SHORT_MS + LATE_MS);
    expect(await response).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\nx-content-type-options: nosniff\r\n/,
    );
  });

  test('S12: a body that does not end gets 408', async () => {
    const { port } = await startServer({ headersMs: SHORT_MS, requestMs: SHORT_MS });
    const { response } = openConnection(
      port,
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na',
    );
    expect(await elapsedMs(response)).toBeLessThan(SHORT_MS + LATE_MS);
    expect(await response).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('S12: a kept-alive connection without a request is closed', async () => {
    const { port } = await startServer({ idleMs: SHORT_MS });
    const { response } = openConnection(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    // Newer versions of Node add a second to the time that they announce.
    expect(await elapsedMs(response)).toBeLessThan(1_000 + SHORT_MS + LATE_MS);
    expect(await response).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  test('S12: a connection that sends nothing at all is closed', async () => {
    const { port } = await startServer({ headersMs: SHORT_MS });
    expect(await elapsedMs(openConnection(port, '').response)).toBeLessThan(SHORT_MS + LATE_MS);
  });

  test('S12: a client that stops reading is disconnected', async () => {
    const { server, port } = await startServer({ stalledMs: SHORT_MS });
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const { socket } = openConnection(port, 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
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
    expect(more).toBeLessThan(LARGE.length / 2);
  });

  test('R1: one that reads on receives the complete response, though the server closes meanwhile', async () => {
    const { server, port } = await startServer({});
    const url = `http://127.0.0.1:${port}/large`;
    const [response] = (await once(http.get(url, { agent: false }), 'response')) as [
      http.IncomingMessage,
    ];
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    expect((await buffer(response)).equals(LARGE)).toBe(true);
    await closed;
  });

  test('S12: the site has these limits', () => {
    const options = { app: express(), fastPath: () => false, headers: {}, isStopping: () => false };
    expect(createHttpServer(options)).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 185_000,
      keepAliveTimeout: 65_000,
      timeout: 65_000,
    });
  });
});
