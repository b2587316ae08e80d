import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Express } from 'express';

/** RELIABILITY S12: how long a slow client may take, in milliseconds. */
const HEADERS_MS = 15_000;
/** A whole request with its body; forms without a file are cut earlier by their own routes. */
const REQUEST_MS = 185_000;
const IDLE_MS = 65_000;
/** How often Node looks for connections over these limits. */
const CHECK_MS = 5_000;
/** Bytes of all request headers together. */
const MAX_HEADER_BYTES = 16 * 1024;

/** Answers a request without Express, or says that it did not. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * An HTTP server whose requests and responses are born with Express' prototypes. Express sets them on
 * each request otherwise, which costs four times a whole cached answer on Node 20 (FINDINGS §3).
 */
export function createHttpServer(app: Express, front: Front): Server {
  class AppRequest extends http.IncomingMessage {}
  class AppResponse extends http.ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.defineProperty(app, 'request', { value: AppRequest.prototype });
  Object.defineProperty(app, 'response', { value: AppResponse.prototype });
  const server = http.createServer(
    {
      IncomingMessage: AppRequest,
      ServerResponse: AppResponse,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: CHECK_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    (request, response) => {
      if (!front(request, response)) app(request, response);
    },
  );
  return server;
}
