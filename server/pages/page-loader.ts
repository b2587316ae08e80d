import { createStaticHandler } from 'react-router-dom';
import { PageLists } from './page-lists.ts';
import type { Rendering } from './render.tsx';
import { albumName } from '../../client/pages/SubGallery.tsx';
import { serverError } from '../../client/pages/ServerError.tsx';
import type { Page } from '../../client/page-context.tsx';
import type { PageModule } from '../../client/define-page.ts';
import type { PreloadContext } from '../../client/queries.ts';
import { PAGES_ROUTE_ID, routes, type PageAddress } from '../../client/routes.tsx';
import type { Content } from '../../shared/content.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { FormState } from '../../shared/forms.ts';
import type { Album } from '../../shared/records.ts';
import { searchString, type Search } from '../../shared/search.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Assets } from '../web/assets.ts';

export type PageLoaderOptions = {
  lists: ListCache;
  content: Content;
  assets: Assets;
  schoolCode: string;
  siteUrl: string;
  isSample: boolean;
  imageMetadata: Page['imageMetadata'];
  now: () => Date;
};

/** A page whose loaders have run: its lists have arrived or are on their way. */
export type LoadedPage = { address: PageAddress; search: Search; lists: PageLists } & Pick<
  Rendering,
  'context'
>;

/** Runs the loaders of React Router's routes, and gathers what a page is rendered from. */
export class PageLoader {
  readonly #options: PageLoaderOptions;
  readonly #handler = createStaticHandler(routes);

  constructor(options: PageLoaderOptions) {
    this.#options = options;
  }

  /** Starts the lists of a page. @throws what a loader threw. */
  async load(address: PageAddress, search: Search, requestId: string): Promise<LoadedPage> {
    const lists = new PageLists(this.#options.lists, { requestId });
    const requestContext: PreloadContext = { queryClient: lists.queryClient, search };
    const request = new Request(this.#options.siteUrl + cacheKey(address, search));
    const context = await this.#handler.query(request, { requestContext });
    if (context instanceof Response) throw new Error(`a loader of ${address.path} answered itself`);
    if (context.errors !== null) throw Object.values(context.errors)[0];
    return { address, search, lists, context };
  }

  /** The same for the server error page, in the frame of an address. */
  async loadServerError(address: PageAddress, requestId: string): Promise<LoadedPage> {
    const { context, ...loaded } = await this.load(address, {}, requestId);
    const errors = { [PAGES_ROUTE_ID]: new Error('shown as the server error page') };
    return {
      ...loaded,
      address: { ...address, page: serverError },
      context: { ...context, errors },
    };
  }

  /** What a loaded page is rendered from. */
  renderingOf(loaded: LoadedPage, form: FormState | null): Rendering {
    const { address, context, lists } = loaded;
    return {
      page: this.#pageOf(loaded, form),
      routes: this.#handler.dataRoutes,
      context,
      queryClient: lists.queryClient,
      manifest: this.#options.assets.manifest,
      fullTitle: this.#fullTitle(address.page, subjectsOf(loaded)),
      isIndexed: address.page.isIndexed,
    };
  }

  #pageOf({ address, search }: LoadedPage, form: FormState | null): Page {
    const { content, assets, schoolCode, siteUrl, isSample, imageMetadata, now } = this.#options;
    const { pictures, modules } = assets.manifest;
    return {
      campus: address.campus,
      path: address.path,
      title: address.page.title,
      search,
      form,
      today: dayInIndia(now()),
      content,
      schoolCode,
      siteUrl,
      isSample,
      picture(name) {
        const published = pictures[name];
        if (published === undefined) throw new Error(`content/pictures has no ${name}`);
        return published;
      },
      imageMetadata,
      moduleUrls(name) {
        const built = modules[name];
        return built === undefined ? [] : [built.src, ...built.imports];
      },
    };
  }

  /** Page name and school name; an album's name comes first, so that tabs can be told apart. */
  #fullTitle({ title, titleAlone }: PageModule, subjects: Subjects): string {
    if (titleAlone) return title;
    const [subject] = subjects ?? [];
    const names = [title, this.#options.content.site.name];
    return (subject === undefined ? names : [albumName(subject), ...names]).join(' | ');
  }
}

/** Canonical path and the parameters that the page reads: whatever else an address says makes no entry. */
export function cacheKey({ path }: PageAddress, search: Search): string {
  return path + searchString(search);
}

type Subjects = readonly Album[] | undefined;

/** 404 when the record that a page is about does not exist, 503 when that cannot be known now. */
export function statusOf(loaded: LoadedPage): 200 | 404 | 503 {
  if (loaded.address.page.subject === null) return 200;
  const subjects = subjectsOf(loaded);
  if (subjects === undefined) return 503;
  return subjects.length > 0 ? 200 : 404;
}

/** The records that a page is about; undefined when it is about none, or they cannot be known now. */
function subjectsOf({ address, lists }: LoadedPage): Subjects {
  const { page, campus } = address;
  const dependency = lists.dependencies.find(({ name }) => name === page.subject);
  if (page.subject === null || dependency === undefined) return undefined;
  const records = lists.recordsOf(page.subject, campus, dependency.id);
  return dependency.state === 'failed' && records.length === 0 ? undefined : records;
}
