import { setImmediate } from 'node:timers/promises';
import type { ComponentType } from 'react';
import { albumStandIn } from './album-stand-in.ts';
import { finishPage, type FinishedPage, type PageCache } from './page-cache.ts';
import { createKeptParts } from './kept-parts.tsx';
import { startPlan, type Plan } from './plan.ts';
import { renderWhole, type Rendering } from './render.tsx';
import { NotFound } from '../../client/pages/NotFound.tsx';
import { albumName } from '../../client/pages/SubGallery.tsx';
import { ServerTrouble } from '../../client/pages/ServerTrouble.tsx';
import type { Page, PublishedPicture } from '../../client/page-context.tsx';
import { bareRoute, ROUTES, type PageRoute } from '../../client/routes.tsx';
import type { Content } from '../../shared/content.ts';
import { dayInIndia, dayParts, type Day } from '../../shared/dates.ts';
import type { FormState } from '../../shared/forms.ts';
import type { Album } from '../../shared/records.ts';
import { searchString, type Search } from '../../shared/search.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Assets } from '../web/assets.ts';
import type { Log } from '../web/log.ts';

/** How long a page waits for lists that it does not have yet before it is streamed, in milliseconds. */
const GRACE_MS = 100;

/** How long an album that a gallery list has waits for its own answer before the list's row is shown, in milliseconds. */
const ALBUM_GRACE_MS = 1_000;

/** How far back pages of a year are kept. */
const KEPT_YEARS = 20;

export type PageRendererOptions = {
  lists: ListCache;
  pages: PageCache;
  content: Content;
  assets: Assets;
  schoolCode: string;
  siteUrl: string;
  isSample: boolean;
  imageMetadata: Page['imageMetadata'];
  log: Log;
  now: () => Date;
  /** Compression and ETags; a benchmark of rendering alone leaves them out. */
  finish?: (html: Buffer) => FinishedPage;
};

/** A page to be sent: finished, or to be streamed because lists are missing. */
export type PreparedPage =
  | {
      kind: 'finished';
      page: FinishedPage;
      status: number;
      keep: 'public' | 'never';
      cacheStatus: string;
      /** Value of Server-Timing: how long the lists and the rendering took; empty for a kept page. */
      timing: string;
    }
  | { kind: 'streamed'; rendering: Rendering };

export type PageRenderer = {
  /** The page of an address that has been asked for. @throws what a component threw. */
  prepare(route: PageRoute, search: Search, requestId: string): Promise<PreparedPage>;
  /** A page that answers a post: its form filled with the outcome. Never kept. */
  renderForm(route: PageRoute, form: FormState, requestId: string): Promise<Buffer>;
  /** Answer to an address without a page, in the frame of its campus. */
  renderNotFound(pathname: string): Promise<Buffer>;
  /** Answer when the page of an address could not be made, in the frame of its campus. */
  renderTrouble(pathname: string): Promise<Buffer>;
  /** Renders the pages of these routes into the cache, as far as their lists come within `waitMs`; one that throws is a line in the log. */
  prewarm(routes: readonly PageRoute[], options: { waitMs: number }): Promise<void>;
};

/** Turns routes into HTML: from the lists that are known, else after a short grace, else as a stream. */
export function createPageRenderer(options: PageRendererOptions): PageRenderer {
  const { lists, pages, content, assets, log, now, finish = finishPage } = options;

  const keptParts = createKeptParts();

  /** Pages on their way: visitors who ask for one meanwhile wait for the same. */
  const preparing = new Map<string, Promise<PreparedPage>>();

  /** Routes whose page threw when it was prewarmed: one line in the log for each. */
  const faulty = new Set<PageRoute>();

  function picture(name: string): PublishedPicture {
    const published = assets.manifest.pictures[name];
    if (published === undefined) throw new Error(`content/pictures has no ${name}`);
    return published;
  }

  function moduleUrls(name: string): readonly string[] {
    const built = assets.manifest.modules[name];
    return built === undefined ? [] : [built.src, ...built.imports];
  }

  function renderingOf(
    route: Omit<PageRoute, 'Page'>,
    Body: ComponentType,
    state: { search: Search; form: FormState | null; plan: Plan },
  ): Rendering {
    const page: Page = {
      campus: route.campus,
      path: route.path,
      title: route.title,
      search: state.search,
      known: state.plan.known,
      isWhole: state.plan.pending.size === 0,
      form: state.form,
      today: dayInIndia(now()),
      content,
      schoolCode: options.schoolCode,
      siteUrl: options.siteUrl,
      isSample: options.isSample,
      picture,
      imageMetadata: options.imageMetadata,
      moduleUrls,
      kept: (Part) => keptParts(page, Part),
    };
    return {
      page,
      Body,
      queryClient: state.plan.queryClient,
      manifest: assets.manifest,
      fullTitle: fullTitle(route, subjectsOf(route, state.plan)),
      isIndexed: Body !== NotFound && Body !== ServerTrouble,
    };
  }

  /** SPEC §2: page name and school name; an album's name comes first, so that tabs can be told apart. */
  function fullTitle(route: Pick<PageRoute, 'title' | 'titleAlone'>, subjects: Subjects): string {
    if (route.titleAlone) return route.title;
    const [subject] = subjects ?? [];
    const names = [route.title, content.site.name];
    return (subject === undefined ? names : [albumName(subject), ...names]).join(' | ');
  }

  function planOf(route: Omit<PageRoute, 'Page'>, search: Search, requestId: string): Plan {
    return startPlan({
      lists,
      needs: route.lists(search),
      campus: route.campus,
      request: { requestId },
    });
  }

  /** 404 when the record that the page is about does not exist, 503 when that cannot be known now. */
  function statusOf(route: PageRoute, plan: Plan): 200 | 404 | 503 {
    if (route.subject === null) return 200;
    const subjects = subjectsOf(route, plan);
    if (subjects === undefined) return 503;
    return subjects.length > 0 ? 200 : 404;
  }

  async function prepare(
    route: PageRoute,
    search: Search,
    requestId: string,
  ): Promise<PreparedPage> {
    const key = route.path + searchString(search);
    const kept = pages.get(key);
    if (kept !== undefined)
      return {
        kind: 'finished',
        page: kept,
        status: 200,
        keep: 'public',
        cacheStatus: 'hit',
        timing: '',
      };
    const underWay = preparing.get(key);
    if (underWay !== undefined) return underWay;
    const prepared = build(route, search, { key, requestId }).finally(() => preparing.delete(key));
    preparing.set(key, prepared);
    return prepared;
  }

  async function build(
    route: PageRoute,
    search: Search,
    { key, requestId }: { key: string; requestId: string },
  ): Promise<PreparedPage> {
    const started = performance.now();
    const today = dayInIndia(now());
    const plan = planOf(route, search, requestId);
    if (plan.pending.size > 0) await waitForLists(route, search, plan);
    const rendering = renderingOf(route, route.Page, { search, form: null, plan });
    if (plan.pending.size > 0) return { kind: 'streamed', rendering };
    const listsReady = performance.now();
    const page = finish(renderWhole(rendering));
    const status = statusOf(route, plan);
    const isComplete = plan.dependencies.every(({ state }) => state !== 'failed');
    const isKept = status === 200 && isComplete && isWorthKeeping(search, today);
    if (isKept) pages.set(key, { page, dependencies: plan.dependencies, day: today });
    return {
      kind: 'finished',
      page,
      status,
      keep: isComplete && search.sent === undefined ? 'public' : 'never',
      cacheStatus: isKept ? 'fwd=miss; stored' : 'fwd=miss',
      timing: `lists;dur=${(listsReady - started).toFixed(1)}, render;dur=${(performance.now() - listsReady).toFixed(1)}`,
    };
  }

  /** A page about one record needs that record before its status is known, so it is never streamed. */
  async function waitForLists(route: PageRoute, { id = '' }: Search, plan: Plan): Promise<void> {
    if (route.subject === null) {
      await settledWithin([...plan.pending], GRACE_MS);
    } else if (albumStandIn(lists, id, route.campus).length === 0) {
      await Promise.all(plan.pending);
    } else {
      await settledWithin([...plan.pending], ALBUM_GRACE_MS);
      plan.leaveOutPending();
    }
  }

  /** An answer that cannot be streamed: lists that are late are left out of it. */
  async function renderNow(
    route: Omit<PageRoute, 'Page'>,
    Body: ComponentType,
    state: { form: FormState | null; requestId: string },
  ): Promise<Buffer> {
    const plan = planOf(route, {}, state.requestId);
    await settledWithin([...plan.pending], GRACE_MS);
    plan.leaveOutPending();
    return renderWhole(renderingOf(route, Body, { search: {}, form: state.form, plan }));
  }

  return {
    prepare,
    renderForm: (route, form, requestId) => renderNow(route, route.Page, { form, requestId }),
    renderNotFound: (pathname) =>
      renderNow({ ...bareRoute(pathname), title: 'Page not found' }, NotFound, {
        form: null,
        requestId: '',
      }),
    renderTrouble: (pathname) =>
      renderNow({ ...bareRoute(pathname), title: 'Something went wrong' }, ServerTrouble, {
        form: null,
        requestId: '',
      }),
    async prewarm(routes, { waitMs }) {
      const plain = routes.filter(({ subject }) => subject === null);
      const needs = plain.flatMap((route) => route.lists({}));
      await settledWithin(
        needs.map(({ name, id }) => lists.get(name, id)),
        waitMs,
      );
      for (const route of plain) {
        await prepare(route, {}, 'prewarm').catch((error: unknown) => {
          const stack = error instanceof Error ? error.stack : String(error);
          if (!faulty.has(route)) log.error({ event: 'render-failed', path: route.path, stack });
          faulty.add(route);
        });
        // Visitors who come meanwhile are answered between two pages.
        await setImmediate();
      }
      log.info({ event: 'pages-prewarmed', count: pages.size() });
    },
  };
}

/** The pages that visitors open first, rendered before the server listens. */
export const HOME_ROUTES: readonly PageRoute[] = ROUTES.slice(0, 4);

type Subjects = readonly Album[] | undefined;

/** The records that a page is about; undefined when it is about none, or they cannot be known now. */
function subjectsOf({ subject }: Omit<PageRoute, 'Page'>, plan: Plan): Subjects {
  const dependency = plan.dependencies.find(({ name }) => name === subject);
  if (subject === null || dependency === undefined) return undefined;
  const records = plan.known(subject, dependency.id);
  return dependency.state === 'failed' && records?.length === 0 ? undefined : records;
}

/** Resolves when all promises have, at the latest after `limitMs`. */
async function settledWithin(
  promises: readonly Promise<unknown>[],
  limitMs: number,
): Promise<void> {
  if (promises.length === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([Promise.all(promises), limit]);
  clearTimeout(timer);
}

/** Not texts that visitors type, answers to forms, and years of which no school has records: there is no end of them. */
function isWorthKeeping({ q, sent, year = 'All' }: Search, today: Day): boolean {
  const yearsBack = year === 'All' ? 0 : dayParts(today).year - Number(year);
  return q === undefined && sent === undefined && yearsBack >= -1 && yearsBack <= KEPT_YEARS;
}
