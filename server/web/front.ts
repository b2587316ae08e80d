import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { matchRoute } from '../../client/routes.tsx';
import { dayInIndia } from '../../shared/dates.ts';
import { readSearch, searchString, type Search } from '../../shared/search.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { HTML, PAGE_HEADERS, PUBLIC_PAGE } from '../pages/send-page.ts';
import type { Asset, Assets } from './assets.ts';
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts';
import type { Front } from './http-server.ts';
import type { Log } from './log.ts';
import { pathOf, requestIdOf, writeRequestLine } from './request-log.ts';

/** Assets carry their hash in their name, so they never change (RFC 8246). */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NO_SEARCH: Search = {};

export type FrontOptions = {
  pages: PageCache;
  assets: Assets;
  /** Security headers, and others that every page carries. */
  headers: Readonly<Record<string, string>>;
  log: Log;
  now: () => Date;
};

type Answer = { headers: OutgoingHttpHeaders; etag: string; body: Buffer; cache: string };

/**
 * Answers finished pages and built assets before Express: one look-up, one `writeHead`, one `end`, with
 * the same headers and the same log line as everything else (FINDINGS §3 has what each layer costs).
 */
export function createFront({ pages, assets, headers, log, now }: FrontOptions): Front {
  function pageAnswer(url: string, encoding: Encoding): Answer | undefined {
    const question = url.indexOf('?');
    const route = matchRoute(question === -1 ? url : url.slice(0, question));
    if (route === undefined) return undefined;
    const search =
      question === -1
        ? NO_SEARCH
        : readSearch(new URLSearchParams(url.slice(question + 1)), route.searchKeys);
    const page = pages.get(route.path + searchString(search), dayInIndia(now()));
    if (page === undefined) return undefined;
    return {
      headers: {
        ...headers,
        ...PAGE_HEADERS,
        'Content-Type': HTML,
        'Cache-Control': PUBLIC_PAGE,
        'Cache-Status': 'gis; hit',
      },
      etag: page.etags[encoding],
      body: page.bodies[encoding],
      cache: 'hit',
    };
  }

  return (request, response) => {
    const { method, url } = request;
    if (
      (method !== 'GET' && method !== 'HEAD') ||
      url === undefined ||
      request.headers.host === undefined
    )
      return false;
    const started = performance.now();
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    if (url.startsWith('/assets/')) {
      const asset = assets.find(url);
      if (asset === undefined) return false;
      const best = bestEncoding(asset, encoding);
      send(request, response, {
        encoding: best,
        answer: assetAnswer(asset, best, headers),
        started,
      });
      return true;
    }
    const answer = pageAnswer(url, encoding);
    if (answer === undefined) return false;
    send(request, response, { encoding, answer, started });
    return true;
  };

  function send(
    request: IncomingMessage,
    response: ServerResponse,
    sending: { encoding: Encoding; answer: Answer; started: number },
  ): void {
    const { encoding, answer, started } = sending;
    const isKnown = matchesEtag(request.headers['if-none-match'], answer.etag);
    const status = isKnown ? 304 : 200;
    const fields: OutgoingHttpHeaders = { ...answer.headers, ETag: answer.etag };
    if (!isKnown) {
      fields['Content-Length'] = answer.body.length;
      if (encoding !== 'identity') fields['Content-Encoding'] = encoding;
    }
    response.writeHead(status, fields);
    response.end(isKnown || request.method === 'HEAD' ? undefined : answer.body);
    writeRequestLine(log, {
      requestId: requestIdOf(request),
      method: request.method ?? '',
      path: pathOf(request.url ?? ''),
      status,
      durationMs: performance.now() - started,
      bytes: isKnown ? 0 : answer.body.length,
      cache: answer.cache,
    });
  }
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
  return {
    headers: {
      ...headers,
      'Content-Type': asset.type,
      'Cache-Control': IMMUTABLE,
      Vary: 'Accept-Encoding',
    },
    etag: encoding === 'identity' ? asset.etag : `${asset.etag.slice(0, -1)}-${encoding}"`,
    body:
      (encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : null) ?? asset.identity,
    cache: 'asset',
  };
}
