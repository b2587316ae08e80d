import { nearestPages } from './nearest-pages.ts';
import { albumInGallery, hasCards, isListed } from './page-lists.ts';
import type { FinishedPage, PageCache } from './page-cache.ts';
import {
  pageKey,
  PageLoader,
  pageStatus,
  type LoadedPage,
  type PageLoaderOptions,
} from './page-loader.ts';
import { renderComplete, type Rendering } from './render.tsx';
import { RenderLimits } from './render-limits.ts';
import type { InlineStyles, StyledPage } from './styles/inline-styles.ts';
import { FILE_ERROR, SERVER_ERROR } from '../../client/pages/error-pages.tsx';
import type { PageError } from '../../client/page-context.tsx';
import type { PageAddress } from '../../client/routes.tsx';
import { dayInIndia, dayParts } from '../../shared/dates.ts';
import type { FormState } from '../../shared/forms.ts';
import type { Search } from '../../shared/query-params.ts';
import { settledWithin } from '../settled-within.ts';
import { SingleFlight } from '../single-flight.ts';
import { encodedBody } from '../http/encoded-body.ts';
import type { Log } from '../log/log.ts';

/** How long a page waits for its lists before it is streamed. */
const GRACE_MS = 100;

/** How long an album waits for its own response before the row of a gallery is shown. */
const ALBUM_GRACE_MS = 1_000;

const CACHED_YEARS = 20;

type Pages = Pick<PageCache, 'get' | 'set' | 'size'>;

type PageRendererOptions = PageLoaderOptions & {
  pages: Pages;
  notFoundPages: Pages;
  inlineStyles: InlineStyles;
  log: Log;
};

type PreparedPage = CompletePage | StreamedPage;

export type StreamedPage = { kind: 'streamed'; rendering: Rendering };

export type CompletePage = {
  kind: 'complete';
  page: FinishedPage;
  status: number;
  caching: 'public' | 'never';
  cacheStatus: string;
  /** Value of Server-Timing; empty for a cached page. */
  timing: string;
};

export type RenderRequest = {
  requestId: string;
  /** The client's network (client-network.ts), for its concurrency limit. */
  client: string;
};

const PREWARM: RenderRequest = { requestId: 'prewarm', client: 'prewarm' };

/** Renders addresses: from cached lists, else after a short grace, else as a stream. */
export class PageRenderer {
  readonly #options: PageRendererOptions;
  readonly #loader: PageLoader;
  readonly #limits = new RenderLimits();
  readonly #flights = new SingleFlight<PreparedPage>();

  constructor(options: PageRendererOptions) {
    this.#options = options;
    this.#loader = new PageLoader(options);
  }

  /** The page of an address. @throws RenderBusyError, and what a component threw. */
  async prepare(
    address: PageAddress,
    search: Search,
    { requestId, client }: RenderRequest,
  ): Promise<PreparedPage> {
    const key = pageKey(address, search);
    const cached = this.#options.pages.get(key);
    if (cached !== undefined) return cachedPage(cached, 200);
    const build = () => this.#build(address, search, requestId);
    // Cacheable pages are few, and each is rendered once: they need no concurrency limit.
    const isBounded =
      this.#isWorthCaching(address, search) && isListed(this.#options.lists, address, search.id);
    // A page that has read its lists may wait for a late one: who asks after a change does not wait with it.
    const flight = `${this.#options.lists.revision()} ${key}`;
    return this.#flights.run(flight, () => (isBounded ? build() : this.#limits.run(client, build)));
  }

  /** The page of a form that was posted, with its outcome. Never cached. */
  async renderForm(address: PageAddress, form: FormState, requestId: string): Promise<Buffer> {
    const loaded = await this.#loader.load(address, {}, requestId);
    return (await this.#renderNow({ ...loaded, form })).html;
  }

  /** The 404 page of a path, in the frame of its campus; cached for each set of suggestions. @throws RenderBusyError */
  async prepareNotFound(
    pathname: string,
    { requestId, client }: RenderRequest,
  ): Promise<CompletePage> {
    return await this.#limits.run(client, async () => {
      const { addresses, notFoundPages, inlineStyles } = this.#options;
      const address = addresses.notFoundAt(pathname);
      const suggestions = nearestPages(addresses.pages, address.campus, pathname);
      const key = [address.path, ...suggestions.map(({ path }) => path)].join(' ');
      const cached = notFoundPages.get(key);
      if (cached !== undefined) return cachedPage(cached, 404);
      const loaded = await this.#loader.load(address, {}, requestId);
      const { html, rendering } = await this.#renderNow({ ...loaded, suggestions });
      const isCached = hasAllLists(loaded);
      const styled = isCached ? inlineStyles(html) : { html, policy: null };
      const entry = toCacheEntry(styled, rendering, loaded);
      if (isCached) notFoundPages.set(key, entry);
      return cachedPage(entry.page, 404);
    });
  }

  renderServerError(pathname: string, requestId: string): Promise<Buffer> {
    return this.#renderError(SERVER_ERROR, pathname, requestId);
  }

  /** @param pathname of the page that has the link. @throws RenderBusyError */
  renderFileError(pathname: string, { requestId, client }: RenderRequest): Promise<Buffer> {
    return this.#limits.run(client, () => this.#renderError(FILE_ERROR, pathname, requestId));
  }

  async #renderError(error: PageError, pathname: string, requestId: string): Promise<Buffer> {
    const address = this.#options.addresses.notFoundAt(pathname);
    const loaded = await this.#loader.load(address, {}, requestId);
    return (await this.#renderNow({ ...loaded, error })).html;
  }

  /** The page of an address without parameters; null while its lists are late, and after an error, which is logged. */
  async finishedPage(address: PageAddress): Promise<FinishedPage | null> {
    try {
      const prepared = await this.prepare(address, {}, PREWARM);
      return prepared.kind === 'complete' ? prepared.page : null;
    } catch (error) {
      const stack = error instanceof Error ? error.stack : String(error);
      this.#options.log.error({ event: 'render-failed', path: address.path, stack });
      return null;
    }
  }

  /** Renders pages into the cache until `signal`, as far as their lists arrive within `waitMs`. An error is logged. */
  async prewarm(
    addresses: readonly PageAddress[],
    { waitMs, signal }: { waitMs: number; signal: AbortSignal },
  ): Promise<void> {
    const { lists, log, pages } = this.#options;
    const plain = addresses.filter(({ page }) => page.subject === null);
    const names = new Set(plain.flatMap(({ page }) => page.lists));
    await settledWithin(
      [...names].map((name) => lists.get(name)),
      waitMs,
    );
    for (const address of plain) if (!signal.aborted) await this.finishedPage(address);
    log.info({ event: 'pages-prewarmed', count: pages.size() });
  }

  async #build(address: PageAddress, search: Search, requestId: string): Promise<PreparedPage> {
    const started = performance.now();
    const loaded = await this.#loader.load(address, search, requestId);
    await this.#waitForLists(loaded);
    const rendering = this.#loader.prepareRendering(loaded);
    if (!loaded.lists.isComplete) return { kind: 'streamed', rendering };
    const listsReady = performance.now();
    const status = pageStatus(loaded, rendering.head.record);
    const html = await this.#render(rendering);
    const isShared = hasAllLists(loaded) && search.sent === undefined && loaded.results === null;
    const isCached = status === 200 && isShared && this.#isWorthCaching(address, search);
    const styled = isCached ? this.#options.inlineStyles(html) : { html, policy: null };
    const entry = toCacheEntry(styled, rendering, loaded);
    if (isCached) this.#options.pages.set(pageKey(address, search), entry);
    return {
      kind: 'complete',
      page: entry.page,
      status,
      caching: isShared ? 'public' : 'never',
      cacheStatus: isCached ? 'fwd=miss; stored' : 'fwd=miss',
      timing: `lists;dur=${(listsReady - started).toFixed(1)}, render;dur=${(performance.now() - listsReady).toFixed(1)}`,
    };
  }

  /** Search texts, form outcomes, years and steps without records are unbounded. */
  #isWorthCaching(address: PageAddress, search: Search): boolean {
    const { q, sent, page, year = 'All' } = search;
    if (q !== undefined || sent !== undefined || page !== undefined) return false;
    const today = dayInIndia(this.#options.now());
    const yearsBack = year === 'All' ? 0 : dayParts(today).year - Number(year);
    return (
      yearsBack >= -1 &&
      yearsBack <= CACHED_YEARS &&
      hasCards(this.#options.lists, address, { search, today })
    );
  }

  /** The status of a record's page depends on the record, so it is never streamed. */
  async #waitForLists({ address, search, lists }: LoadedPage): Promise<void> {
    const { campus, page } = address;
    const { subject } = page;
    const hasRow =
      subject?.lists.includes('subGallery') === true &&
      albumInGallery(this.#options.lists, search.id ?? '', campus).length > 0;
    if (subject !== null && !hasRow) await lists.settled(subject.lists);
    await settledWithin([lists.settled()], hasRow ? ALBUM_GRACE_MS : GRACE_MS);
    if (subject !== null) lists.leaveOutPending();
  }

  /** Renders without lists that are late, as it cannot stream. */
  async #renderNow(loaded: LoadedPage) {
    await this.#waitForLists(loaded);
    loaded.lists.leaveOutPending();
    const rendering = this.#loader.prepareRendering(loaded);
    return { html: await this.#render(rendering), rendering };
  }

  async #render(rendering: Rendering): Promise<Buffer> {
    await this.#limits.turn();
    return await renderComplete(rendering);
  }
}

function toCacheEntry(
  { html, policy }: StyledPage,
  rendering: Rendering,
  { address, lists }: LoadedPage,
) {
  const isRecord = address.page.subject?.namedIn === 'path';
  const path = isRecord ? (rendering.head.record?.path ?? null) : null;
  return {
    page: { ...encodedBody(html), path, policy },
    dependencies: lists.dependencies,
    day: rendering.page.today,
    unknownPictures: [...rendering.unknownPictures],
    notices: rendering.noticesRevision,
  };
}

function hasAllLists({ lists }: LoadedPage): boolean {
  return lists.dependencies.every(({ state }) => state !== 'failed');
}

export function cachedPage(page: FinishedPage, status: number): CompletePage {
  return { kind: 'complete', page, status, caching: 'public', cacheStatus: 'hit', timing: '' };
}
