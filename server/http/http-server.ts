import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { respondToClientErrors } from './client-errors.ts';

/** Limits for slow clients (docs/promises.md#s12). */
export const HTTP_LIMITS = {
  headersMs: 15_000,
  /** A complete request with its body; forms without a file have a shorter limit. */
  requestMs: 185_000,
  idleMs: 65_000,
  /** A connection without a byte, for example of a client that does not read. */
  stalledMs: 65_000,
  checkMs: 5_000,
};

type HttpLimits = typeof HTTP_LIMITS;

/** Returns false for a request that Express handles. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

type HttpServerOptions = {
  app: Express;
  fastPath: FastPath;
  /** The security headers, for responses to what is not HTTP. */
  headers: Readonly<Record<string, string>>;
  /** While it stops, each connection closes after its next response (docs/promises.md#r1). */
  isStopping: () => boolean;
  limits?: Partial<HttpLimits>;
};

export function createHttpServer({
  app,
  fastPath,
  headers,
  isStopping,
  limits: overrides,
}: HttpServerOptions): Server {
  const limits = { ...HTTP_LIMITS, ...overrides };
  const server = http.createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    // malformed-requests.ts responds, with our headers and a log line.
    requireHostHeader: false,
  });
  const onRequest = respondToClientErrors(server, headers);
  server.on('request', (request, response) => {
    onRequest(request, response);
    if (isStopping()) response.shouldKeepAlive = false;
    if (!fastPath(request, response)) app(request, response);
  });
  // Without a listener Node responds without our headers.
  server.on('checkExpectation', (request, response) => {
    onRequest(request, response);
    app(request, response);
  });
  server.timeout = limits.stalledMs;
  keepActiveResponses(server);
  return server;
}

/**
 * Node counts a connection as idle when its response is written, and would close it while a slow reader still receives
 * the rest. Node does not name the idle ones, so none is closed while any response is in progress; the caller retries.
 */
function keepActiveResponses(server: Server): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdleConnections = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) closeIdleConnections();
  };
}
