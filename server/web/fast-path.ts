import { cacheControl } from './cache-lifetimes.ts';
import { pageAt } from '../../client/addresses.ts';
import { readSearch } from '../../shared/search.ts';
import { cacheKey } from '../pages/page-loader.ts';
import type { FinishedPage, PageCache } from '../pages/page-cache.ts';
import { pageAnswer } from '../pages/send-page.ts';
import { createAnswer, sendAnswer, type Answer } from './answer.ts';
import type { Asset, Assets } from './assets.ts';
import { acceptedEncoding, type Encoding } from './encoding.ts';
import type { FastPath } from './http-server.ts';
import type { Log } from './log.ts';
import { isPlainRequest } from './malformed-requests.ts';
import { elapsedMs, nextRequestId, pathOf } from './request-log.ts';

/** Assets carry their hash in their name, so they never change (RFC 8246). */
const IMMUTABLE = cacheControl('asset');

export type FastPathOptions = {
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
export function createFastPath({ pages, assets, headers, log }: FastPathOptions): FastPath {
  const known = new WeakMap<FinishedPage | Asset, Answers>();

  function find(url: string, accepted: Encoding): Answer | undefined {
    if (url.startsWith('/assets/')) {
      const asset = assets.find(url);
      if (asset === undefined) return undefined;
      const encoding = bestEncoding(asset, accepted);
      return answerOf(asset, encoding, () => assetAnswer(asset, encoding, headers));
    }
    const page = findPage(url);
    if (page === undefined) return undefined;
    return answerOf(page, accepted, () =>
      pageAnswer({ page, encoding: accepted, headers, caching: 'public', cacheStatus: 'hit' }),
    );
  }

  function findPage(url: string): FinishedPage | undefined {
    const question = url.indexOf('?');
    const address = pageAt(question === -1 ? url : url.slice(0, question));
    if (address === undefined) return undefined;
    const { searchKeys } = address.page;
    if (question === -1 || searchKeys.length === 0) return pages.get(address.path);
    const search = readSearch(new URLSearchParams(url.slice(question + 1)), searchKeys);
    return pages.get(cacheKey(address, search));
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
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return false;
    if (!isPlainRequest(request)) return false;
    const started = performance.now();
    const answer = find(url, acceptedEncoding(request.headers['accept-encoding']));
    if (answer === undefined) return false;
    const { status, bytes } = sendAnswer(request, response, answer);
    log.request({
      event: 'request',
      requestId: nextRequestId(),
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

function bestEncoding(asset: Asset, accepted: Encoding): Encoding {
  if (accepted === 'br' && asset.br !== null) return 'br';
  return accepted !== 'identity' && asset.gzip !== null ? 'gzip' : 'identity';
}

function assetAnswer(
  asset: Asset,
  encoding: Encoding,
  headers: Readonly<Record<string, string>>,
): Answer {
  const fields = {
    ...headers,
    'Content-Type': asset.type,
    'Cache-Control': IMMUTABLE,
    Vary: 'Accept-Encoding',
  };
  const compressed = encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : null;
  const etag = encoding === 'identity' ? asset.etag : `${asset.etag.slice(0, -1)}-${encoding}"`;
  return createAnswer({ body: compressed ?? asset.identity, etag, encoding, headers: fields });
}
