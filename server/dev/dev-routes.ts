import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { createPartsRoutes } from './parts-routes.ts';
import type { PageLoaderOptions } from '../pages/page-loader.ts';

/** How long a browser waits before it asks again, in milliseconds. */
const RETRY_MS = 100;

/** What client/dev/packages.mjs bundles; dist-dev/server is where this runs. */
const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

/** Another in each process. */
const START = randomUUID();

/** Routes that only the development server has. */
export function createDevRoutes(pages: PageLoaderOptions): Router {
  const router = express.Router();
  router.use('/_dev/packages', express.static(PACKAGES));
  // Server-sent events: which process this is, and how long it has run; then the stream stays open until it ends.
  router.get('/_dev/changes', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    const start = { id: START, ranMs: performance.now() };
    response.write(`retry: ${RETRY_MS}\ndata: ${JSON.stringify(start)}\n\n`);
  });
  router.use(createPartsRoutes(pages));
  return router;
}
