// The server of `npm run dev`, started by develop.mjs.
import { randomUUID } from 'node:crypto';
import express, { type Router } from 'express';

process.setSourceMapsEnabled(true);
process.once('disconnect', () => process.exit());

/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 100;
const START = randomUUID();

/** Tells open pages (client/dev/reload.ts) which process this is and how long it has run. */
function createDevRoutes(): Router {
  const router = express.Router();
  router.get('/_dev/changes', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const start = { id: START, ranMs: performance.now() };
    response.write(`retry: ${RETRY_MS}\ndata: ${JSON.stringify(start)}\n\n`);
  });
  return router;
}

const { run } = await import('../main.ts');
await run({ devRoutes: createDevRoutes });
