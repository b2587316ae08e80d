import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';

/** A request as it came in; `path` is as sent, with its query. */
export type RecordedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Answer = (request: RecordedRequest, response: ServerResponse) => void | Promise<void>;

/** A server on the loopback address; `origin` has no trailing slash. */
export type Listener = {
  readonly origin: string;
  readonly requests: () => readonly RecordedRequest[];
  readonly stop: () => Promise<void>;
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
  }
  return Buffer.concat(chunks);
}

/**
 * Listens on a free port of 127.0.0.1 and records every request.
 * A fault of `answer` becomes a 500 with its stack, so that a test's log shows it.
 */
export async function listen(answer: Answer): Promise<Listener> {
  const recorded: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    const work = async (): Promise<void> => {
      const entry: RecordedRequest = {
        method: request.method ?? 'GET',
        path: request.url ?? '/',
        headers: request.headers,
        body: await bodyOf(request),
      };
      recorded.push(entry);
      await answer(entry, response);
    };
    work().catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' });
      response.end(error instanceof Error ? (error.stack ?? error.message) : String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    requests: () => recorded,
    stop: async () => {
      server.closeAllConnections();
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
