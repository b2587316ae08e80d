import { createStaticHandler, type StaticHandler } from 'react-router-dom';
import { localDescription, type LocalTexts } from './local-texts.ts';
import { PageLists } from './page-lists.ts';
import { buildStructuredData } from '../publish/structured-data.ts';
import type { Rendering } from './render.tsx';
import { notFound } from '../../client/pages/error-pages.tsx';
import type { Addresses } from '../../client/addresses.ts';
import { menuEntries } from '../../shared/menu-entries.ts';
import type { Page, PageError } from '../../client/page-context.tsx';
import type { Description } from '../../client/define-page.ts';
import { inFrame, routeTo, type PageAddress } from '../../client/routes.tsx';
import { CAMPUS_TABLE, campusPath, perCampus, type Campus } from '../../shared/campuses.ts';
import type { Content } from '../../shared/content.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { FormState } from '../../shared/forms.ts';
import { englishPath, localPath, otherLanguage, type Language } from '../../shared/languages.ts';
import { isAddressId } from '../../shared/records/record-paths.ts';
import { pictureKey } from '../../shared/pictures.ts';
import { searchString, type Search } from '../../shared/query-params.ts';
import type { SearchResults } from '../../shared/site-search.ts';
import { selectUrgentNotices } from '../../shared/urgent-notices.ts';
import type { Settings } from '../config.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { UrgentNotices } from '../notices/urgent-notices.ts';
import type { SiteSearch } from '../publish/search/site-search.ts';
import type { Assets } from '../http/assets.ts';

/** The id in the routed path of a page without one. */
const NO_ID = '-';

export type PageLoaderOptions = {
  addresses: Pick<Addresses, 'pages' | 'notFoundAt' | 'pageAt'>;
  lists: ListCache;
  siteSearch: SiteSearch;
  content: Content;
  assets: Assets;
  settings: Pick<Settings, 'schoolCode' | 'siteUrl' | 'hasWorker'>;
  isSample: boolean;
  pictures: { metadata: Page['imageMetadata']; isDocument: Page['isDocument'] };
  notices: Pick<UrgentNotices, 'current' | 'revision'>;
  documentTexts: ReadonlyMap<string, string>;
  texts: Readonly<Record<Language, LocalTexts>>;
  now: () => Date;
};

/** A page whose loaders have run: its lists have arrived or are pending. */
export type LoadedPage = {
  address: PageAddress;
  search: Search;
  lists: PageLists;
  /** Pages with similar addresses, for a 404 page. */
  suggestions?: readonly PageAddress[];
  /** The 404 page shows it in place of its own. */
  error?: PageError;
  /** The form that was posted, with its outcome. */
  form?: FormState;
  /** Null without a text, and for all pages but the search. */
  results: SearchResults | null;
} & Pick<Rendering, 'routes' | 'context'>;

export class PageLoader {
  readonly #options: PageLoaderOptions;
  readonly #handlers = new Map<string, StaticHandler>();

  constructor(options: PageLoaderOptions) {
    this.#options = options;
  }

  /** Starts the lists of a page. @throws what a loader threw. */
  async load(address: PageAddress, search: Search, requestId: string): Promise<LoadedPage> {
    const { campus } = address;
    const lists = new PageLists(this.#options.lists, { campus, id: search.id, requestId });
    const handler = this.#handlerFor(address);
    const request = new Request(this.#options.settings.siteUrl + routedPath(address, search.id));
    const context = await handler.query(request, { requestContext: lists.queryClient });
    if (context instanceof Response) throw new Error(`a loader of ${address.path} sent a response`);
    if (context.errors !== null) throw Object.values(context.errors)[0];
    const hasResults = address.page.showsResults && search.q !== undefined;
    const results = hasResults ? await this.#options.siteSearch.find(search, address) : null;
    return { address, search, lists, results, routes: handler.dataRoutes, context };
  }

  prepareRendering(loaded: LoadedPage): Rendering {
    const { address, routes, context, lists } = loaded;
    const { translation } = this.#options.texts[address.language];
    const record = localDescription(describe(loaded), translation);
    const unknownPictures = new Set<string>();
    const page = this.#buildPage(loaded, record, unknownPictures);
    const { titleAlone, isEntrance, subject } = address.page;
    const isIndexed = address.page.isIndexed && (subject === null || record !== undefined);
    const hasBreadcrumb = isIndexed && !isEntrance;
    const head = {
      manifest: this.#options.assets.manifest,
      fullTitle: titleAlone
        ? page.title
        : fullTitle(page, record?.name ?? (loaded.results === null ? undefined : loaded.search.q)),
      record,
      structuredData: buildStructuredData({ page, translation, record, hasBreadcrumb }),
      isIndexed,
    };
    const { queryClient } = lists;
    const noticesRevision = this.#options.notices.revision();
    return {
      page,
      head,
      translation,
      routes,
      context,
      queryClient,
      unknownPictures,
      noticesRevision,
    };
  }

  /** React Router converts and matches all routes that it is given, which takes longer than a short page: it is given one. */
  #handlerFor(address: PageAddress): StaticHandler {
    const path = routedPath(address);
    const known = this.#handlers.get(path);
    if (known !== undefined) return known;
    const basename = localPath(address.language, '/');
    const handler = createStaticHandler(inFrame(routeTo(address)), { basename });
    this.#handlers.set(path, handler);
    return handler;
  }

  #buildPage(
    { address, search, lists, results, suggestions = [], error, form }: LoadedPage,
    description: Description | undefined,
    unknownPictures: Set<string>,
  ): Page {
    const {
      assets,
      settings,
      isSample,
      pictures: seen,
      notices,
      now,
      documentTexts,
    } = this.#options;
    const today = dayInIndia(now());
    const { schoolCode, siteUrl, hasWorker } = settings;
    const { pictures, modules } = assets.manifest;
    const { language, campus } = address;
    const { content, translation, hindiTexts } = this.#options.texts[language];
    const path = description?.path ?? address.path;
    return {
      campus,
      language,
      otherLanguagePath: this.#otherLanguagePath(address, path),
      campusPaths: this.#campusPaths(address, search, description),
      path,
      title: translation.t((error ?? address.page).title),
      search,
      // The canonical path of a page names its record.
      keptQuery:
        address.page.subject?.namedIn === 'path' || description !== undefined
          ? ''
          : searchString({ ...search, sent: undefined }),
      suggestions: suggestions.map(({ path: own, page }) => ({
        path: translation.path(own),
        title: translation.t(page.title),
      })),
      error: error ?? null,
      form: form ?? null,
      results,
      today,
      urgentNotices: selectUrgentNotices({
        stored: notices.current(),
        highlights: lists.recordsOf('highlight'),
        rule: content.site.urgentNotices,
        campus,
        language,
        today,
      }),
      content,
      menu: menuEntries(campus, content),
      hindiTexts,
      schoolCode,
      siteUrl,
      isSample,
      hasWorker,
      picture(name) {
        const published = pictures[pictureKey(name)];
        if (published === undefined) throw new Error(`content/pictures has no ${name}`);
        return published;
      },
      isScan: (file) => documentTexts.get(file)?.trim() === '',
      imageMetadata(id) {
        const known = seen.metadata(id);
        if (known === undefined && !seen.isDocument(id)) unknownPictures.add(id);
        return known;
      },
      isDocument: (id) => seen.isDocument(id),
      moduleUrls(name) {
        const built = modules[name];
        return built === undefined ? [] : [built.src, ...built.imports];
      },
    };
  }

  /** An error page leads to the home page of the other language. */
  #otherLanguagePath({ language, campus, page }: PageAddress, path: string): string | null {
    if (this.#options.content.hindi === null) return null;
    const english = page === notFound ? CAMPUS_TABLE[campus].home : englishPath(path);
    return localPath(otherLanguage(language), english);
  }

  /** A page that a campus lacks leads to its home page. */
  #campusPaths(
    { language, campus, path, page }: PageAddress,
    search: Search,
    description: Description | undefined,
  ): Record<Campus, string> {
    const name =
      page.subject === null
        ? englishPath(path).slice(CAMPUS_TABLE[campus].prefix.length + 1)
        : description?.parent.segment;
    const query = page.subject === null ? searchString({ ...search, sent: undefined }) : '';
    return perCampus((other) => {
      const found = this.#options.addresses.pageAt(campusPath(other, name ?? ''));
      return other === campus || name === undefined || name === '' || found?.campus !== other
        ? localPath(language, CAMPUS_TABLE[other].home)
        : localPath(language, found.path) + query;
    });
  }
}

/** Page name and school name; a record's name or a query comes first, so that tabs can be distinguished. */
function fullTitle({ title, content }: Page, first: string | undefined): string {
  const names = [title, content.site.name];
  return (first === undefined ? names : [first, ...names]).join(' | ');
}

/** The path for React Router, with the id of the record. An id that no address may carry is left out. */
function routedPath({ path, page }: PageAddress, id = NO_ID): string {
  if (page.subject?.namedIn !== 'path') return path;
  return `${path}/${encodeURIComponent(isAddressId(id) ? id : NO_ID)}`;
}

/** Path and the parameters that the page reads; other parameters make no entry (docs/promises.md#c12). */
export function pageKey({ path, page }: PageAddress, search: Search): string {
  if (page.subject?.namedIn !== 'path') return path + searchString(search);
  return `${path}/${encodeURIComponent(search.id ?? '')}`;
}

function describe({ address, search, lists }: LoadedPage): Description | undefined {
  const { page, campus } = address;
  const id = search.id ?? '';
  return page.subject?.describe((name) => lists.recordsOf(name), {
    id,
    campus,
  });
}

/** 404 when the record of a page does not exist, 503 while that is unknown. */
export function pageStatus(
  { address, lists }: LoadedPage,
  record: Description | undefined,
): 200 | 404 | 503 {
  const { subject } = address.page;
  if (subject === null || record !== undefined) return 200;
  const read = lists.dependencies.filter(({ name }) => subject.lists.includes(name));
  return read.some(({ state }) => state === 'failed') ? 503 : 404;
}
