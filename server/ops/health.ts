import express, { type Router } from 'express';
import { NO_STORE } from '../http/cache-lifetimes.ts';
import type { OutboxState } from '../outbox/outbox.ts';
import type { Parts } from '../wiring.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent visitors, which is so from the moment it
 * listens, with its content and assets loaded, until it begins to stop. Neither the provider nor the
 * disk changes that, as pages are served without them; what they do is not for everybody to read
 * (docs/promises.md#r3).
 */
export function createHealthRoutes(isStopping: () => boolean): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', NO_STORE).json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    response
      .status(isStopping() ? 503 : 200)
      .set('Cache-Control', NO_STORE)
      .json({ status: isStopping() ? 'stopping' : 'ready' });
  });
  return router;
}

export type Health = Awaited<ReturnType<typeof readHealth>>;

/** The state of everything that the site depends on, for the operator. Of the outbox, `storage` is all that is known when it cannot be read. */
export async function readHealth(
  { provider, lists, pages, outbox, diskState }: Parts,
  isStopping: boolean,
) {
  const queue: Partial<OutboxState> = await outbox.state().catch(() => ({}));
  return {
    status: isStopping ? 'stopping' : 'ready',
    provider: provider.state(),
    lists: lists.states(),
    listAges: lists.ages(),
    hiddenLists: lists.hidden(),
    pages: pages.size(),
    outbox: { storage: await diskState(), ...queue },
  };
}
