import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import https from 'node:https';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../free-port.ts';
import { endServer } from '../listening.ts';

/** A request as it came in. */
export type RecordedRequest = {
  method: string;
  /** Path and query as they were sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Empty until it has come completely. */
  body: Buffer;
};

export type Handler = (request: RecordedRequest, response: ServerResponse) => void | Promise<void>;

/** A folder of tests/support/fixtures with a certificate for localhost. */
export type Certificate = 'self-signed' | 'private-ca';

export type Listener = Awaited<ReturnType<typeof listen>>;

/**
 * Listens on a free port of 127.0.0.1, records every request, and responds once its body is complete.
 * An error of `respond` becomes a 500 with its stack, so that a test's log shows it.
 *
 * @param early responds before the body is read, or never; then true.
 * @param tls null for plain HTTP.
 */
export async function listen(
  respond: Handler,
  early: (request: RecordedRequest, response: ServerResponse) => boolean = () => false,
  tls: Certificate | null = null,
) {
  const requests: RecordedRequest[] = [];
  const listener: RequestListener = (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const request: RecordedRequest = { method, url, headers, body: Buffer.alloc(0) };
    requests.push(request);
    if (early(request, response)) return;
    const work = async (): Promise<void> => {
      request.body = await buffer(incoming);
      await respond(request, response);
    };
    work().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  };
  const server =
    tls === null ? createServer(listener) : https.createServer(certificateOf(tls), listener);

  // It stays reserved while the listener is stopped.
  const port = await freePort();
  async function open(): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  await open();
  return {
    server,
    /** Without a trailing slash. */
    origin: tls === null ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    /** Every request from its head on, in order. */
    requests,
    /** Closes the port and all connections. */
    stop: () => endServer(server),
    /** Opens the same port again. */
    async start() {
      if (!server.listening) await open();
    },
  };
}

function certificateOf(tls: Certificate) {
  const [cert, key] = {
    'self-signed': ['cert.pem', 'key.pem'],
    'private-ca': ['provider.pem', 'provider-key.pem'],
  }[tls].map((file) => readFileSync(`tests/support/fixtures/${tls}/${file}`));
  return { cert, key };
}
