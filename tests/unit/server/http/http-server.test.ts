import { once } from 'node:events';
import http from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { HTTP_LIMITS, createHttpServer } from '../../../../server/http/http-server.ts';
import { SOON } from '../../../support/effort.ts';
import { listening } from '../../../support/listening.ts';
import { openConnection } from '../../../support/raw-connection.ts';

/** More than the kernel holds for a connection. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'a');

describe('slow clients', () => {
  const SHORT_MS = 200;
  const ms = 2 * SOON.timeout;
  const LONG = { headersMs: ms, requestMs: ms, idleMs: ms, stalledMs: ms, checkMs: 20 };

  async function startServer(limits: Partial<typeof HTTP_LIMITS>) {
    const app = express();
    app.get('/large', (_request, response) => void response.send(LARGE));
    app.use((request, response) => {
      request.resume().once('end', () => response.send('ok'));
    });
    const server = createHttpServer({
      app,
      fastPath: () => false,
      headers: { 'x-content-type-options': 'nosniff' },
      isStopping: () => false,
      limits: { ...LONG, ...limits },
    });
    onTestFinished(() => server.close().closeAllConnections());
    return { server, port: await listening(server) };
  }

  const HOST = 'HTTP/1.1\r\nHost: localhost\r\n';
  const BOTH = { headersMs: SHORT_MS, requestMs: SHORT_MS };
  const LATE = /^HTTP\/1\.1 408 Request Timeout\r\nx-content-type-options: nosniff\r\n/;

  test.each([
    ['headers that do not end', { headersMs: SHORT_MS }, `GET / ${HOST}X-Slow: `, LATE],
    ['a body that does not end', BOTH, `POST / ${HOST}Content-Length: 9\r\n\r\na`, LATE],
    ['one request and no other', { idleMs: SHORT_MS }, `GET / ${HOST}\r\n`, /^HTTP\/1\.1 200 OK/],
    ['nothing at all', { headersMs: SHORT_MS }, '', /^/],
  ])('S12, S1: a connection with %s is closed early', async (_what, limits, sent, received) => {
    const { port } = await startServer(limits);
    expect(await openConnection(port, sent).response).toMatch(received);
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
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = createHttpServer(options);
    const limits = [headersTimeout, requestTimeout, keepAliveTimeout, timeout];
    expect(limits).toEqual([15_000, 185_000, 65_000, 65_000]);
  });
});
