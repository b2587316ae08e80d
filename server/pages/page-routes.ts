import type { NextFunction, Request, Response } from 'express';
import { parseSearch, type Addresses } from '../../client/addresses.ts';
import type { PageAddress } from '../../client/routes.tsx';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import type { PageRenderer, RenderRequest } from './page-renderer.ts';
import { RENDER_LIMITS, RenderBusyError } from './render-limits.ts';
import { sendComplete, sendStreamed, sendUncached } from './send-page.ts';
import { clientNetwork } from '../http/client-network.ts';
import { FileError } from '../images/file-error.ts';
import type { Log } from '../log/log.ts';
import { withoutQuery, requestIdOf } from '../log/request-log.ts';
import type { SecurityHeaders } from '../http/security-headers.ts';
import type { ListCache } from '../provider/list-cache.ts';
import { localPath } from '../../shared/languages.ts';
import { listId, type ListName } from '../../shared/records/provider-lists.ts';
import type { Search } from '../../shared/query-params.ts';

type PageRoutesOptions = {
  addresses: Addresses;
  lists: Pick<ListCache, 'peek'>;
  renderer: PageRenderer;
  security: SecurityHeaders;
  log: Log;
};

export function createPageRoutes({ addresses, lists, renderer, security, log }: PageRoutesOptions) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const address = addresses.pageAt(request.path);
    if (address === undefined) return next();
    const { form } = address.page;
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response
        .status(405)
        .set('Allow', form === null ? 'GET, HEAD' : 'GET, HEAD, POST')
        .type('text')
        .send('Method not allowed');
      return;
    }
    const query = request.url.slice(withoutQuery(request.url).length);
    const search = parseSearch(address, request.path, query);
    if (address.page.subject?.namedIn === 'path' && search.id === undefined) return next();
    const prepared = await renderer.prepare(address, search, renderRequest(request));
    const canonical = prepared.kind === 'complete' ? prepared.page.path : null;
    const isOther = canonical !== null && !isSamePath(request.path, canonical);
    // A record can be renamed: no cache may keep the way to a name, and a page of a stale list may have its last one.
    if (isOther && freshPath(address, search, lists) === canonical)
      response.redirect(302, canonical);
    else if (prepared.kind === 'complete') await sendComplete(request, response, prepared);
    else await sendStreamed(request, response, prepared, { security, log });
  };
}

/** The path of a record by its lists as they are now; undefined while one of them is stale. */
function freshPath(
  { page: { subject }, campus, language }: PageAddress,
  search: Search,
  lists: Pick<ListCache, 'peek'>,
): string | undefined {
  const isFresh = (name: ListName) => lists.peek(name, listId(name, search.id))?.state === 'fresh';
  if (subject === null || !subject.lists.every(isFresh)) return undefined;
  const record = subject.describe(
    (name) => lists.peek(name, listId(name, search.id))?.records[campus] ?? [],
    { id: search.id ?? '', campus },
  );
  return record?.path ? localPath(language, record.path) : undefined;
}

function renderRequest(request: Request): RenderRequest {
  return { requestId: requestIdOf(request), client: clientNetwork(request.ip) };
}

/** Clients percent-encode differently. */
function isSamePath(path: string, canonical: string): boolean {
  return path === canonical || percentDecoded(path) === percentDecoded(canonical);
}

export function respondNotFound({ renderer }: Pick<PageRoutesOptions, 'renderer'>) {
  return async (request: Request, response: Response): Promise<void> => {
    const page = await renderer.prepareNotFound(request.path, renderRequest(request));
    await sendComplete(request, response, page);
  };
}

/** A page for who follows a link to a file, in the language and campus of the page that has the link. */
export function respondFileError({ renderer }: Pick<PageRoutesOptions, 'renderer'>) {
  return async (
    error: unknown,
    request: Request,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    if (!(error instanceof FileError)) return next(error);
    const referer = request.get('Referer') ?? '';
    const { pathname } = URL.canParse(referer) ? new URL(referer) : { pathname: request.path };
    const html = await renderer.renderFileError(pathname, renderRequest(request));
    sendUncached(response, error.policy.status, html);
  };
}

/** The stack goes to the log only. */
export function respondError({ renderer, log }: Pick<PageRoutesOptions, 'renderer' | 'log'>) {
  // Express knows an error handler by its four parameters.
  return async (
    error: unknown,
    request: Request,
    response: Response,
    _next: NextFunction,
  ): Promise<void> => {
    if (error instanceof RenderBusyError) return sendBusy(response);
    const status = clientErrorStatus(error);
    if (status === null) {
      log.error({
        event: 'request-failed',
        requestId: requestIdOf(request),
        path: request.path,
        stack: error instanceof Error ? error.stack : String(error),
      });
    }
    if (response.headersSent) {
      response.destroy();
    } else if (status !== null) {
      response.status(status).type('text').send('Bad request');
    } else if (request.path.startsWith('/api/')) {
      response.status(500).json({ error: 'internal error' });
    } else {
      sendUncached(response, 500, await renderServerError(renderer, request));
    }
  };
}

const BUSY =
  '<!DOCTYPE html><title>Busy</title><p>Many people are here now. Please try again in a moment. <a href="/">Home</a>';

/** A page of the site would have to be rendered. */
function sendBusy(response: Response): void {
  response.set('Retry-After', String(RENDER_LIMITS.retryAfterSeconds));
  sendUncached(response, 503, Buffer.from(BUSY));
}

const PLAIN_SERVER_ERROR =
  '<!DOCTYPE html><title>Something went wrong</title><p>Something went wrong. <a href="/">Home</a>';

/** The error of the page may break this one too; Express would respond with a stack. */
async function renderServerError(renderer: PageRenderer, request: Request): Promise<Buffer> {
  try {
    return await renderer.renderServerError(request.path, requestIdOf(request));
  } catch {
    return Buffer.from(PLAIN_SERVER_ERROR);
  }
}

/** The status of an error inside Express that the request caused, such as a malformed percent-encoding. */
function clientErrorStatus(error: unknown): number | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number')
    return null;
  return error.status >= 400 && error.status < 500 ? error.status : null;
}
