import { NO_STORE } from './cache-lifetimes.ts';
import express, { type Router } from 'express';
import type { StorageProbe } from './storage-probe.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { PageCache } from '../pages/page-cache.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Provider } from '../provider/provider.ts';

export type HealthOptions = {
  provider: Provider;
  lists: ListCache;
  pages: PageCache;
  outbox: Pick<Outbox, 'state'>;
  /** The disk of the outbox. */
  storage: Pick<StorageProbe, 'state'>;
  /** Whether the process has begun to stop. */
  isStopping: () => boolean;
};

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent visitors, which is so from the moment it
 * listens, with its content and assets loaded, until it begins to stop. Neither the provider nor the
 * disk changes that, as pages are served without them; their states stand in the body
 * (docs/promises.md#r3).
 */
export function createHealthRoutes({
  provider,
  lists,
  pages,
  outbox,
  storage,
  isStopping,
}: HealthOptions): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', NO_STORE).json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const queue = await outbox.state().catch(() => null);
    const disk = await storage.state();
    response
      .status(isStopping() ? 503 : 200)
      .set('Cache-Control', NO_STORE)
      .json({
        status: isStopping() ? 'stopping' : 'ready',
        provider: provider.state(),
        lists: lists.states(),
        hiddenLists: lists.hidden(),
        pages: pages.size(),
        outbox: { storage: disk, ...queue },
      });
  });
  return router;
}
