import { randomUUID } from 'node:crypto';
import { CACHE_CONTROL } from '../http/cache-lifetimes.ts';
import { parseSearch, type Addresses } from '../../client/addresses.ts';
import { pageKey } from './page-loader.ts';
import type { FinishedPage, PageCache } from './page-cache.ts';
import { cachedPage } from './page-renderer.ts';
import { pageResponse } from './send-page.ts';
import { CSS, type Asset, type Assets } from '../http/assets.ts';
import { acceptedEncoding, type Encoding } from '../http/encoding.ts';
import type { FastPath } from '../http/http-server.ts';
import type { Log } from '../log/log.ts';
import { isPlainRequest } from '../http/malformed-requests.ts';
import { elapsedMs, withoutQuery, proxyRequestId } from '../log/request-log.ts';
import { prepareResponse, sendPrepared, type PreparedResponse } from '../http/send-body.ts';

type FastPathOptions = {
  addresses: Addresses;
  pages: PageCache;
  assets: Assets;
  /** The security headers. */
  headers: Readonly<Record<string, string>>;
  log: Log;
};

/** Sends cached pages and built assets before Express, with the same headers and log line. */
export function createFastPath({
  addresses,
  pages,
  assets,
  headers,
  log,
}: FastPathOptions): FastPath {
  const prepared = new WeakMap<FinishedPage | Asset, Partial<Record<Encoding, PreparedResponse>>>();
  // Cached responses do not send their request id; a per-process counter is enough.
  const idPrefix = randomUUID().slice(0, 8);
  let served = 0;

  function find(url: string, accepted: Encoding, savesData: boolean): PreparedResponse | undefined {
    if (url.startsWith('/assets/')) {
      const asset = assets.find(url, savesData);
      return asset && once(asset, accepted, () => assetResponse(asset, accepted));
    }
    const page = findPage(url);
    // Who first accepts an encoding waits for it.
    if (page?.bodies[accepted] === undefined) return undefined;
    return once(page, accepted, () =>
      pageResponse({ ...cachedPage(page, 200), accepted, headers }),
    );
  }

  function findPage(url: string): FinishedPage | undefined {
    const path = withoutQuery(url);
    const address = addresses.pageAt(path);
    if (address === undefined) return undefined;
    if (path === url && address.page.subject?.namedIn !== 'path') return pages.get(address.path);
    const page = pages.get(pageKey(address, parseSearch(address, path, url.slice(path.length))));
    // A record's route redirects other spellings of its address.
    return page === undefined || page.path === null || page.path === path ? page : undefined;
  }

  function once(
    source: FinishedPage | Asset,
    encoding: Encoding,
    prepare: () => PreparedResponse,
  ): PreparedResponse {
    const responses = prepared.get(source) ?? {};
    prepared.set(source, responses);
    return (responses[encoding] ??= prepare());
  }

  function assetResponse(asset: Asset, accepted: Encoding): PreparedResponse {
    return prepareResponse({
      body: asset,
      accepted,
      headers: {
        ...headers,
        'Content-Type': asset.type,
        'Cache-Control': asset.isOfSchool ? CACHE_CONTROL.schoolPicture : CACHE_CONTROL.asset,
        ...(asset.type === CSS ? { Vary: 'Accept-Encoding, Save-Data' } : {}),
      },
    });
  }

  return (request, response) => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || !isPlainRequest(request))
      return false;
    const started = performance.now();
    const savesData = /^on$/i.test(String(request.headers['save-data'] ?? ''));
    const found = find(url, acceptedEncoding(request.headers['accept-encoding']), savesData);
    if (found === undefined) return false;
    served += 1;
    // One more header costs a tenth of a cached response.
    const requestId = proxyRequestId(request);
    if (requestId !== undefined) response.setHeader('X-Request-Id', requestId);
    const { status, bytes } = sendPrepared(request, response, found);
    log.info({
      event: 'request',
      requestId: requestId ?? `${idPrefix}-${served}`,
      method,
      path: withoutQuery(url),
      status,
      durationMs: elapsedMs(started),
      bytes,
      cache: url.startsWith('/assets/') ? 'asset' : 'hit',
    });
    return true;
  };
}
