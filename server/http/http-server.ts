import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { respondToClientErrors } from './client-errors.ts';

/** What a slow client may take (docs/promises.md#s12). */
export const HTTP_LIMITS = {
  headersMs: 15_000,
  /** A complete request with its body; forms without a file are cut earlier by their own routes. */
  requestMs: 185_000,
  /** A connection between two requests. */
  idleMs: 65_000,
  /** A connection on which no byte moves, because its client reads no further, say. */
  stalledMs: 65_000,
  /** How often Node looks for connections over the first two. */
  checkMs: 5_000,
  /** All request headers together. */
  maxHeaderBytes: 16 * 1024,
};

type HttpLimits = typeof HTTP_LIMITS;

/** Answers a request without Express, or says that it did not. */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean;

type HttpServerOptions = {
  app: Express;
  fastPath: FastPath;
  /** The security headers, for the answers to what is no HTTP at all. */
  headers: Readonly<Record<string, string>>;
  /** Whether connections are to be closed after their next answer (docs/promises.md#r1). */
  isStopping: () => boolean;
  limits?: Partial<HttpLimits>;
};

/**
 * An HTTP server whose requests and responses have Express' prototypes. Express sets them on
 * each request otherwise, which costs four times a complete cached answer on Node 20 (97 against 19 us). It
 * stays only while Node 20 is supported: on Node 24 setting them costs 3 us.
 */
export function createHttpServer({
  app,
  fastPath,
  headers,
  isStopping,
  limits: overrides,
}: HttpServerOptions): Server {
  const limits = { ...HTTP_LIMITS, ...overrides };
  class AppRequest extends http.IncomingMessage {}
  class AppResponse extends http.ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.defineProperty(app, 'request', { value: AppRequest.prototype });
  Object.defineProperty(app, 'response', { value: AppResponse.prototype });
  const server = http.createServer({
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.maxHeaderBytes,
    // Answered by web/malformed-requests.ts, with our headers and a line in the log.
    requireHostHeader: false,
  });
  const onRequest = respondToClientErrors(server, headers);
  server.on('request', (request, response) => {
    onRequest(request, response);
    if (isStopping()) response.shouldKeepAlive = false;
    if (!fastPath(request, response)) app(request, response);
  });
  // Without a listener Node responds itself, without our headers (malformed-requests.ts).
  server.on('checkExpectation', (request, response) => {
    onRequest(request, response);
    app(request, response);
  });
  server.timeout = limits.stalledMs;
  keepActiveResponses(server);
  return server;
}

/**
 * Node counts a connection as idle as soon as its response is complete. At a stop it would close the connection while
 * a slow reader still receives the rest (`closeIdleConnections`, which `close` calls too). Node does not say which
 * connections are idle, so none is closed while a response is in progress on any; the caller retries.
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
