// The server of `npm run dev`, started by develop.mjs.
import { randomUUID } from 'node:crypto';
import express, { type Router } from 'express';

process.setSourceMapsEnabled(true);
process.once('disconnect', () => process.exit());

const RETRY_MS = 100;
const START = randomUUID();

/** Open pages (client/dev/reload.ts) reload when the process changes. */
function createDevRoutes(): Router {
  const router = express.Router();
  router.get('/_dev/changes', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: ${RETRY_MS}\ndata: ${START}\n\n`);
  });
  return router;
}

const { run } = await import('../main.ts');
await run({ devRoutes: createDevRoutes });
