import { CACHE_CONTROL } from '../http/cache-lifetimes.ts';
import express, { type Router } from 'express';
import { LIST_NAMES, PROVIDER_LISTS, type ListName } from '../../shared/records/provider-lists.ts';
import { readParameter } from '../../shared/query-params.ts';
import { sendBody } from '../http/send-body.ts';
import { BodyCache } from '../http/body-cache.ts';
import { withoutQuery, requestIdOf } from '../log/request-log.ts';
import { RETRY_AFTER_MS, type ListCache } from './list-cache.ts';
import { writeJson } from './json.ts';
import { listKey, type ListSnapshot } from './list-store.ts';

type ApiDeps = {
  lists: ListCache;
  schoolCode: string;
  /** Lists that the API does not serve. */
  hidden: readonly ListName[];
};

/**
 * The cached lists of at the provider's own paths, in its letter case and only for our school
 * code (docs/promises.md#s7); any other path below `/api/` is 404. A list that is not available is 503 and never
 * cached.
 */
export function createApiRoutes({ lists, schoolCode, hidden }: ApiDeps): Router {
  const namesByPath = new Map<string, ListName>(
    LIST_NAMES.map((name) => [withoutQuery(PROVIDER_LISTS[name].path(schoolCode, '')), name]),
  );
  const bodies = new BodyCache();
  const router = express.Router();
  router.use(async (request, response, next) => {
    if (!request.path.startsWith('/api/')) return next();
    const name = namesByPath.get(request.path);
    if (name === undefined || hidden.includes(name))
      return void response.status(404).json({ error: 'not found' });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).set('Allow', 'GET, HEAD').json({ error: 'method not allowed' });
      return;
    }
    const given = request.query['id'];
    const albumId = typeof given === 'string' ? readParameter('id', given) : null;
    const id = name === 'subGallery' ? albumId : '';
    if (id === null) return void response.status(400).json({ error: 'id is missing or wrong' });
    const known = lists.peek(name, id);
    const snapshot = await lists.get(name, id, { requestId: requestIdOf(request) });
    response.set('Cache-Status', `gis; ${cacheStatus(known)}`);
    if (snapshot.state === 'failed') {
      response.status(503).set('Retry-After', String(RETRY_AFTER_MS / 1_000));
      response.json({ error: 'the list is not available now' });
      return;
    }
    const lifetimes = PROVIDER_LISTS[name].expiresAtMidnight ? 'listOfToday' : 'list';
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': CACHE_CONTROL[lifetimes][snapshot.state],
    };
    const { rows, version } = snapshot;
    const body = await bodies.get({ key: listKey({ name, id }), version }, () => writeJson(rows));
    await sendBody(request, response, { body, headers });
  });

  return router;
}

/** RFC 9211. @param known the list before the request. */
function cacheStatus(known: ListSnapshot | undefined): string {
  if (known === undefined) return 'fwd=miss';
  return known.state === 'stale' ? 'fwd=stale' : 'hit';
}
