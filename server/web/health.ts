import express, { type Router } from 'express';
import type { PageCache } from '../pages/page-cache.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Provider } from '../provider/provider.ts';

export type HealthOptions = {
  provider: Provider;
  lists: ListCache;
  pages: PageCache;
  /** Whether the process has begun to stop. */
  isStopping: () => boolean;
  /** What else is worth knowing, such as the state of the outbox. */
  details: () => Promise<Readonly<Record<string, unknown>>>;
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
  isStopping,
  details,
}: HealthOptions): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const more = await details();
    response
      .status(isStopping() ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({
        status: isStopping() ? 'stopping' : 'ready',
        provider: provider.state(),
        lists: lists.states(),
        hiddenLists: lists.hidden(),
        pages: pages.size(),
        ...more,
      });
  });
  return router;
}
