import express, { type Router } from 'express';
import type { ClockComparison } from '../clock-comparison.ts';
import type { Outbox, OutboxState } from '../outbox/outbox.ts';
import type { PageCache } from '../pages/page-cache.ts';
import type { Provider } from '../provider/http-provider.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { ShownPublication } from '../publication/publication.ts';
import { valueWithin } from '../settled-within.ts';
import { STORAGE_REMEDIES, type StorageState } from '../storage.ts';
import { perCampus, type Campus } from '../../shared/campuses.ts';

/**
 * `/healthz`: the process responds. `/readyz`: it accepts visitors, until it begins to stop, whatever the state of the
 * provider and the disk: pages are served without them (docs/promises.md#r3).
 */
export function createHealthRoutes(isStopping: () => boolean): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', (_request, response) => {
    response.status(isStopping() ? 503 : 200).json({ status: isStopping() ? 'stopping' : 'ready' });
  });
  return router;
}

/** How long a check may take: one that hangs must not hold the others. */
export const CHECK_MS = 1_500;

export type Health = Awaited<ReturnType<typeof readHealth>>;

type HealthSources = {
  provider: Pick<Provider, 'state'>;
  lists: Pick<ListCache, 'health'>;
  pages: Pick<PageCache, 'size'>;
  /** Urgent notices that visitors see at the top of the pages. */
  shownNotices: (campus: Campus) => readonly string[];
  outbox: Pick<Outbox, 'state' | 'probe'>;
  diskState: () => Promise<StorageState>;
  clocks: Pick<ClockComparison, 'state'>;
  publication: Omit<ShownPublication, 'folder'>;
};

/** How many errors of a rejected folder health names; RESULT.txt has all. */
const MAX_ERRORS = 5;

export async function readHealth(
  { provider, lists, pages, shownNotices, outbox, diskState, clocks, publication }: HealthSources,
  isStopping: boolean,
) {
  const [queue, disk, file, rejected] = await Promise.all([
    valueWithin<Partial<OutboxState>>(outbox.state(), CHECK_MS, {}),
    valueWithin<StorageState>(diskState(), CHECK_MS, 'locked'),
    valueWithin<StorageState>(outbox.probe(), CHECK_MS, 'locked'),
    valueWithin(publication.readRejected(), CHECK_MS, null),
  ]);
  const storage = file === 'ok' ? disk : file;
  const remedy = storage === 'ok' ? undefined : STORAGE_REMEDIES[storage];
  const status: 'ready' | 'stopping' = isStopping ? 'stopping' : 'ready';
  return {
    status,
    provider: provider.state(),
    ...lists.health(),
    pages: pages.size(),
    /** What of the school is shown, and whether its folder waits with errors. */
    publication: {
      id: publication.id,
      at: publication.at,
      rejected: rejected && { at: rejected.at, errors: rejected.errors.slice(0, MAX_ERRORS) },
    },
    urgentNotices: perCampus(shownNotices),
    /** The queue is missing while it cannot be read. */
    outbox: { storage, remedy, ...queue },
    /** By whose clock this machine's is ahead; negative if behind. */
    clockSecondsAhead: clocks.state(),
  };
}
