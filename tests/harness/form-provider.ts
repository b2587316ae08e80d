import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import express from 'express';
import multer from 'multer';

export type Received = {
  url: string;
  headers: IncomingHttpHeaders;
  fields: Record<string, unknown>;
  file: { field: string; name: string; type: string; bytes: Buffer } | null;
};

/** An answer to the byte; with `cut` it promises more bytes than it sends. */
export type RawAnswer = {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  cut?: true;
};

export type ProviderMode =
  | 'ok'
  | 'hang'
  | 'reset'
  | { status: number; retryAfter?: number }
  /** `isStored`: the provider has taken it, whatever it answers. */
  | { answer: RawAnswer; isStored?: true };

/** The mode of a provider that always answers this. */
export function answer(
  status: number,
  headers: Readonly<Record<string, string>>,
  body = '',
): { answer: RawAnswer } {
  return { answer: { status, headers, body } };
}

/** A provider that takes submissions apart, and goes wrong on demand. It keeps what it said yes to. */
export async function startFormProvider() {
  const received: Received[] = [];
  const attempts: string[] = [];
  const state: {
    mode: ProviderMode;
    certificate: unknown;
    picture: Buffer | null;
    token: string | null;
  } = {
    mode: 'ok',
    /** The only token that it takes; null takes any. */
    token: null,
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
    attempts.push(String(request.headers['idempotency-key']));
    const { mode, token } = state;
    const isKnown = token === null || request.headers.authorization === `Bearer ${token}`;
    if (mode === 'hang') return;
    if (!isKnown) response.status(401).json({ error: 'Unauthenticated.' });
    else if (mode === 'reset') request.socket.destroy();
    else if (mode === 'ok') next();
    else if ('answer' in mode && mode.isStored === true) next();
    else if ('answer' in mode) {
      request.resume();
      request.once('end', () => sendRaw(response, mode.answer));
    } else {
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
    if (typeof state.mode === 'object' && 'answer' in state.mode)
      sendRaw(response, state.mode.answer);
    else response.json(request.path.startsWith('/api/tc/') ? state.certificate : { ok: true });
  });
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    attempts,
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

function sendRaw(response: ServerResponse, { status, headers, body = '', cut }: RawAnswer): void {
  const length = Buffer.byteLength(body) + (cut === true ? 20 : 0);
  response.writeHead(status, { 'Content-Length': length, ...headers });
  if (cut === true) response.write(body, () => response.destroy());
  else response.end(body);
}
