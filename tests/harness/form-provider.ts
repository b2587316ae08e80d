import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import express from 'express';
import multer from 'multer';

export type Received = {
  url: string;
  headers: IncomingHttpHeaders;
  fields: Record<string, unknown>;
  file: { field: string; name: string; type: string; bytes: Buffer } | null;
};

type Mode = 'ok' | 'hang' | 'reset' | { status: number; retryAfter?: number };

/** A provider that takes submissions apart, and goes wrong on demand. It keeps what it said yes to. */
export async function startFormProvider() {
  const received: Received[] = [];
  const tries: string[] = [];
  const state: { mode: Mode; certificate: unknown; picture: Buffer | null } = {
    mode: 'ok',
    /** Answer of /api/tc. */
    certificate: { data: 'certificates/one.jpg' },
    /** What the certificate's picture is; null fails. */
    picture: null,
  };
  const app = express();
  app.get('/api/image/*ref', (request, response) => {
    if (state.picture === null) response.sendStatus(500);
    else if (request.path.includes('certificates/')) response.type('jpeg').send(state.picture);
    else response.sendStatus(404);
  });
  app.get('/api/*list', (_request, response) => {
    response.json([]);
  });
  app.use((request, response, next) => {
    tries.push(String(request.headers['idempotency-key']));
    const { mode } = state;
    if (mode === 'hang') return;
    if (mode === 'reset') request.socket.destroy();
    else if (mode === 'ok') next();
    else {
      if (mode.retryAfter !== undefined) response.set('Retry-After', String(mode.retryAfter));
      request.resume();
      request.once('end', () => response.sendStatus(mode.status));
    }
  });
  app.use(express.json(), multer({ defParamCharset: 'utf8' }).any(), (request, response) => {
    const [file] = Array.isArray(request.files) ? request.files : [];
    received.push({
      url: request.originalUrl,
      headers: request.headers,
      fields: { ...request.body },
      file:
        file === undefined
          ? null
          : {
              field: file.fieldname,
              name: file.originalname,
              type: file.mimetype,
              bytes: file.buffer,
            },
    });
    response.json(request.path.startsWith('/api/tc/') ? state.certificate : { ok: true });
  });
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    tries,
    state,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
    async start() {
      server.listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
