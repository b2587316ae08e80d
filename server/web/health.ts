import { access, constants } from 'node:fs/promises';
import express, { type Router } from 'express';
import type { PageCache } from '../pages/page-cache.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Provider } from '../provider/provider.ts';

export type HealthOptions = {
  dataDir: string;
  provider: Provider;
  lists: ListCache;
  pages: PageCache;
  /** Whether the process has begun to stop. */
  isStopping: () => boolean;
  /** What else is worth knowing, such as the state of the outbox. */
  details: () => Promise<Readonly<Record<string, unknown>>>;
};

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent visitors: it is not stopping, and its data
 * folder can be written. Never depends on the provider, as the site serves without it; the provider's
 * state stands in the body (RELIABILITY R3).
 */
export function createHealthRoutes({
  dataDir,
  provider,
  lists,
  pages,
  isStopping,
  details,
}: HealthOptions): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const canWrite = await access(dataDir, constants.W_OK).then(
      () => true,
      () => false,
    );
    const isReady = canWrite && !isStopping();
    response
      .status(isReady ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({
        status: isReady ? 'ready' : isStopping() ? 'stopping' : 'data folder is not writable',
        provider: provider.state(),
        lists: lists.states(),
        pages: pages.size(),
        ...(await details()),
      });
  });
  return router;
}
