import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { createPartsRoutes } from './parts-routes.ts';
import type { PageLoaderOptions } from '../pages/page-loader.ts';

/** How long a browser waits before it asks again, in milliseconds. */
const RETRY_MS = 100;

/** What client/dev/packages.mjs bundles; dist-dev/server is where this runs. */
const PACKAGES = fileURLToPath(new URL('../packages', import.meta.url));

/** Routes that only the development server has. */
export function createDevRoutes(pages: PageLoaderOptions): Router {
  const router = express.Router();
  router.use('/_dev/packages', express.static(PACKAGES));
  // Server-sent events: how long this process has run, in milliseconds; then the stream stays open until it ends.
  router.get('/_dev/changes', (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`retry: ${RETRY_MS}\ndata: ${performance.now()}\n\n`);
  });
  router.use(createPartsRoutes(pages));
  return router;
}
