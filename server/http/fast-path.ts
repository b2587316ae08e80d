import { randomUUID } from 'node:crypto';
import { cacheControl } from './cache-lifetimes.ts';
import { searchOf, type Addresses } from '../../client/addresses.ts';
import { cacheKey } from '../pages/page-loader.ts';
import type { FinishedPage, PageCache } from '../pages/page-cache.ts';
import { pageAnswer } from '../pages/send-page.ts';
import { createAnswer, sendAnswer, type Answer } from './answer.ts';
import { CSS, type Asset, type Assets } from './assets.ts';
import { acceptedEncoding, type Encoding } from './encoding.ts';
import type { FastPath } from './http-server.ts';
import type { Log } from '../log/log.ts';
import { isPlainRequest } from './malformed-requests.ts';
import { elapsedMs, givenRequestId, pathOf } from '../log/request-log.ts';

type FastPathOptions = {
  addresses: Addresses;
  pages: PageCache;
  assets: Assets;
  /** The security headers. */
  headers: Readonly<Record<string, string>>;
  log: Log;
};

/** The answers to a page or an asset, each worked out once. */
type Answers = Partial<Record<Encoding, Answer>>;

/**
 * Answers cached pages and built assets before Express: one look-up, one `writeHead`, one `end`, with
 * the same headers and the same log line as everything else.
 */
export function createFastPath({
  addresses,
  pages,
  assets,
  headers,
  log,
}: FastPathOptions): FastPath {
  const known = new WeakMap<FinishedPage | Asset, Answers>();
  // Cached responses do not send their request id; a per-process counter is enough.
  const idPrefix = randomUUID().slice(0, 8);
  let answered = 0;

  function find(url: string, accepted: Encoding, savesData: boolean): Answer | undefined {
    if (url.startsWith('/assets/')) {
      const asset = assets.find(url, { savesData });
      if (asset === undefined) return undefined;
      return answerOf(asset, accepted, () => assetAnswer(asset, accepted, headers));
    }
    const page = findPage(url);
    if (page === undefined) return undefined;
    return answerOf(page, accepted, () =>
      pageAnswer({ page, accepted, headers, caching: 'public', cacheStatus: 'hit' }),
    );
  }

  function findPage(url: string): FinishedPage | undefined {
    const path = pathOf(url);
    const address = addresses.pageAt(path);
    if (address === undefined) return undefined;
    const { searchKeys, subject } = address.page;
    if (subject?.namedIn !== 'path' && (path === url || searchKeys.length === 0))
      return pages.get(address.path);
    const page = pages.get(cacheKey(address, searchOf(address, path, url.slice(path.length))));
    // Another spelling of a record's address is redirected by its route.
    return page === undefined || page.path === null || page.path === path ? page : undefined;
  }

  function answerOf(source: FinishedPage | Asset, encoding: Encoding, make: () => Answer): Answer {
    let answers = known.get(source);
    if (answers === undefined) {
      answers = {};
      known.set(source, answers);
    }
    return (answers[encoding] ??= make());
  }

  return (request, response) => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || !isPlainRequest(request))
      return false;
    const started = performance.now();
    const savesData = /^on$/i.test(String(request.headers['save-data'] ?? ''));
    const answer = find(url, acceptedEncoding(request.headers['accept-encoding']), savesData);
    if (answer === undefined) return false;
    answered += 1;
    // One more header costs a tenth of a cached response, and a client that sent no id needs none.
    const requestId = givenRequestId(request);
    if (requestId !== undefined) response.setHeader('X-Request-Id', requestId);
    const { status, bytes } = sendAnswer(request, response, answer);
    log.request({
      event: 'request',
      requestId: requestId ?? `${idPrefix}-${answered}`,
      method,
      path: pathOf(url),
      status,
      durationMs: elapsedMs(started),
      bytes,
      cache: url.startsWith('/assets/') ? 'asset' : 'hit',
    });
    return true;
  };
}

function assetAnswer(
  asset: Asset,
  accepted: Encoding,
  headers: Readonly<Record<string, string>>,
): Answer {
  return createAnswer({
    body: asset,
    accepted,
    headers: {
      ...headers,
      'Content-Type': asset.type,
      'Cache-Control': cacheControl('asset'),
      ...(asset.type === CSS ? { Vary: 'Accept-Encoding, Save-Data' } : {}),
    },
  });
}
