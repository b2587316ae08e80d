import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchRoute } from '../../client/routes.tsx';
import { readSearch, searchString, type Search } from '../../shared/search.ts';
import type { FinishedPage, PageCache } from '../pages/page-cache.ts';
import { HTML, PAGE_HEADERS, PUBLIC_PAGE } from '../pages/send-page.ts';
import type { Asset, Assets } from './assets.ts';
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts';
import type { Front } from './http-server.ts';
import type { Log } from './log.ts';
import { isPlainRequest } from './odd-requests.ts';
import { elapsedMs, nextRequestId, pathOf } from './request-log.ts';

/** Assets carry their hash in their name, so they never change (RFC 8246). */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const NO_SEARCH: Search = {};

export type FrontOptions = {
  pages: PageCache;
  assets: Assets;
  /** The security headers. */
  headers: Readonly<Record<string, string>>;
  log: Log;
};

/** All of an answer but its date: worked out once for each page or asset and encoding. */
type Answer = {
  etag: string;
  /** Names and values in turn, as `writeHead` takes them fastest. */
  headers: string[];
  headersOf304: string[];
  body: Buffer;
  cache: 'hit' | 'asset';
};

type Answers = Partial<Record<Encoding, Answer>>;

/**
 * Answers finished pages and built assets before Express: one look-up, one `writeHead`, one `end`, with
 * the same headers and the same log line as everything else (FINDINGS §3 has what each layer costs).
 */
export function createFront({ pages, assets, headers, log }: FrontOptions): Front {
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
    return answerOf(page, accepted, () => pageAnswer(page, accepted, headers));
  }

  function findPage(url: string): FinishedPage | undefined {
    const question = url.indexOf('?');
    const route = matchRoute(question === -1 ? url : url.slice(0, question));
    if (route === undefined) return undefined;
    if (question === -1) return pages.get(route.path);
    const search =
      route.searchKeys.length === 0
        ? NO_SEARCH
        : readSearch(new URLSearchParams(url.slice(question + 1)), route.searchKeys);
    return pages.get(route.path + searchString(search));
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
    const { status, bytes } = send(request, response, answer);
    log.request({
      event: 'request',
      requestId: nextRequestId(),
      method,
      path: pathOf(url),
      status,
      durationMs: elapsedMs(started),
      bytes,
      cache: answer.cache,
    });
    return true;
  };
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, headers, headersOf304, body }: Answer,
): { status: number; bytes: number } {
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headersOf304).end();
    return { status: 304, bytes: 0 };
  }
  response.writeHead(200, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
  return { status: 200, bytes: body.length };
}

function bestEncoding(asset: Asset, accepted: Encoding): Encoding {
  if (accepted === 'br' && asset.br !== null) return 'br';
  return accepted !== 'identity' && asset.gzip !== null ? 'gzip' : 'identity';
}

function pageAnswer(
  page: FinishedPage,
  encoding: Encoding,
  headers: Readonly<Record<string, string>>,
): Answer {
  const fields = {
    ...headers,
    ...PAGE_HEADERS,
    'Content-Type': HTML,
    'Cache-Control': PUBLIC_PAGE,
    'Cache-Status': 'gis; hit',
  };
  const source = { body: page.bodies[encoding], etag: page.etags[encoding] };
  return { ...complete(source, encoding, fields), cache: 'hit' };
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
  const source = { body: compressed ?? asset.identity, etag };
  return { ...complete(source, encoding, fields), cache: 'asset' };
}

function complete(
  { body, etag }: { body: Buffer; etag: string },
  encoding: Encoding,
  fields: Readonly<Record<string, string>>,
): Omit<Answer, 'cache'> {
  const common = Object.entries({ ...fields, ETag: etag }).flat();
  const ofBody = ['Content-Length', String(body.length)];
  const ofEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return { etag, body, headers: [...common, ...ofBody, ...ofEncoding], headersOf304: common };
}
