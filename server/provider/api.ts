import { cacheControl, NO_STORE, type CacheLifetimeName } from '../web/cache-lifetimes.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import express, { type Request, type Response, type Router } from 'express';
import { LIST_NAMES, PROVIDER_LISTS, type ListName } from '../../shared/provider-lists.ts';
import { MAX_ALBUM_ID } from '../../shared/search.ts';
import { acceptedEncoding, matchesEtag, type Encoding } from '../web/encoding.ts';
import { pathOf, requestIdOf } from '../web/request-log.ts';
import { RETRY_AFTER_MS, type ListCache } from './list-cache.ts';
import type { ListSnapshot } from './list-entry.ts';

/** Shortest body that is worth compressing, in bytes. */
const MIN_COMPRESSED_BYTES = 1_024;

/** Calls of the contract that are not lists; their own routes answer them. */
const NOT_LISTS = /^\/api\/(?:image|form|tc)\//;

export type ApiDeps = { lists: ListCache; schoolCode: string };

/**
 * The lists of at the provider's own paths, in its letter case and only for our school code,
 * answered from the list cache (docs/promises.md#s7). A list that cannot be had is 503 and never cached.
 */
export function createApiRoutes({ lists, schoolCode }: ApiDeps): Router {
  const namesByPath = new Map<string, ListName>(
    LIST_NAMES.map((name) => [pathOf(PROVIDER_LISTS[name].path(schoolCode, '')), name]),
  );
  const bodies = new ListBodies();
  const router = express.Router();
  router.use(async (req, res, next) => {
    if (!req.path.startsWith('/api/') || NOT_LISTS.test(req.path)) return next();
    const name = namesByPath.get(req.path);
    if (name === undefined) return sendError(res, 404, 'not found');
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return sendError(res.set('Allow', 'GET, HEAD'), 405, 'method not allowed');
    }
    const id = name === 'subGallery' ? parseId(req.query['id']) : '';
    if (id === null) return sendError(res, 400, 'id is missing or wrong');
    await sendList(req, res, name, id);
  });

  async function sendList(req: Request, res: Response, name: ListName, id: string): Promise<void> {
    const known = lists.peek(name, id);
    const snapshot = known ?? (await lists.get(name, id, { requestId: requestIdOf(req) }));
    res.set('Cache-Status', `gis; ${cacheStatus(known)}`);
    if (snapshot.state === 'failed') {
      return sendError(
        res.set('Retry-After', String(RETRY_AFTER_MS / 1_000)),
        503,
        'the list is not available now',
      );
    }
    const encoding = acceptedEncoding(req.headers['accept-encoding']);
    const etag = `"${snapshot.version}-${encoding}"`;
    res.set({
      'Cache-Control': cacheControl(lifetimeOf(name, snapshot.state)),
      Vary: 'Accept-Encoding',
      ETag: etag,
    });
    if (matchesEtag(req.headers['if-none-match'], etag)) {
      res.status(304).end();
      return;
    }
    const plain = await bodies.of(snapshot.rows, 'identity');
    const sent = plain.length < MIN_COMPRESSED_BYTES ? 'identity' : encoding;
    const body = await bodies.of(snapshot.rows, sent);
    if (sent !== 'identity') res.set('Content-Encoding', sent);
    res.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(body.length),
    });
    res.end(body);
  }

  return router;
}

/** How the answer came about (RFC 9211), from what was known before it was asked for. */
function cacheStatus(known: ListSnapshot | undefined): string {
  if (known === undefined) return 'fwd=miss';
  return known.state === 'stale' ? 'fwd=stale' : 'hit';
}

/** Yesterday's birthdays are wrong, so no cache between may hold on to them. */
function lifetimeOf(name: ListName, state: 'fresh' | 'stale'): CacheLifetimeName {
  if (PROVIDER_LISTS[name].expiresAtMidnight)
    return state === 'fresh' ? 'listOfToday' : 'staleListOfToday';
  return state === 'fresh' ? 'list' : 'staleList';
}

/** The id of an album, or null when no provider could have given it. */
function parseId(value: unknown): string | null {
  const isSound =
    typeof value === 'string' &&
    value !== '' &&
    value.length <= MAX_ALBUM_ID &&
    !/[\p{Control}\p{Surrogate}%]/u.test(value);
  return isSound ? value : null;
}

/** The bodies of lists' rows, each made once; they go when the rows do. */
class ListBodies {
  readonly #made = new WeakMap<readonly unknown[], Map<Encoding, Promise<Buffer>>>();

  of(rows: readonly unknown[], encoding: Encoding): Promise<Buffer> {
    const made = this.#made.get(rows) ?? new Map<Encoding, Promise<Buffer>>();
    this.#made.set(rows, made);
    const body = made.get(encoding) ?? this.#encode(rows, encoding);
    made.set(encoding, body);
    return body;
  }

  async #encode(rows: readonly unknown[], encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return Buffer.from(JSON.stringify(rows));
    const plain = await this.of(rows, 'identity');
    if (encoding === 'gzip') return promisify(gzip)(plain, { level: 6 });
    return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  }
}

function sendError(res: Response, status: number, error: string): void {
  res.status(status).set('Cache-Control', NO_STORE).json({ error });
}
