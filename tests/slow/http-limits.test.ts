import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HTTP_LIMITS, createHttpServer } from '../../server/http/http-server.ts';
import { SOON } from '../support/effort.ts';
import { openConnection } from '../support/raw-connection.ts';

const HEADERS = { 'x-content-type-options': 'nosniff' };

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
    onTestFinished(() => {
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
    const { socket } = openConnection(portOf(server), 'GET /large HTTP/1.1\r\nHost: site\r\n\r\n');
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
});
