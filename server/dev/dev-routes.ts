import { randomUUID } from 'node:crypto';
import express, { type Router } from 'express';

/** How long a browser waits before it asks again, in milliseconds. */
const RETRY_MS = 100;

/** Routes that only the development server has. */
export function createDevRoutes(): Router {
  const start = randomUUID();
  const router = express.Router();
  // Server-sent events: the name of this start of the server; then the stream stays open until it ends.
  router.get('/_dev/changes', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: ${RETRY_MS}\ndata: ${start}\n\n`);
  });
  return router;
}
