import { join } from 'node:path';
import type { Router } from 'express';
import { startOutboxAlerts } from './ops/outbox-alerts.ts';
import { createAlertSender } from './ops/send-alert.ts';
import { readRehearsal } from './backup/rehearsal-result.ts';
import { ClockComparison } from './clock-comparison.ts';
import type { Settings } from './config.ts';
import { Database } from './database/database.ts';
import { createFormRoutes } from './forms/form-routes.ts';
import { loadSecret } from './forms/secret.ts';
import { DiskCache } from './images/disk-cache.ts';
import { ImageFiles } from './images/image-files.ts';
import { IMAGE_LIMITS } from './images/image-limits.ts';
import { createImageRoutes } from './images/image-routes.ts';
import { startPicturesAhead } from './images/pictures-ahead.ts';
import { createDelivery } from './outbox/create-delivery.ts';
import { createOutbox } from './outbox/outbox.ts';
import { NoticeStore } from './notices/notice-store.ts';
import { UrgentNotices } from './notices/urgent-notices.ts';
import { localTexts } from './pages/local-texts.ts';
import { NOT_FOUND_MAX_BYTES, PageCache } from './pages/page-cache.ts';
import { PageRenderer } from './pages/page-renderer.ts';
import { cacheFolder } from './provider/cache-folder.ts';
import { HttpProvider } from './provider/http-provider.ts';
import { ListCache } from './provider/list-cache.ts';
import type { ShownPublication } from './publication/publication.ts';
import { createPublishedFiles } from './images/published-files.ts';
import { createAliases } from './publish/search/aliases.ts';
import { searchSources } from './publish/search/search-sources.ts';
import { SiteSearch } from './publish/search/site-search.ts';
import type { Assets } from './http/assets.ts';
import type { Log } from './log/log.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createInlineStyles } from './pages/styles/inline-styles.ts';
import { probeStorage } from './storage.ts';
import type { Addresses } from '../client/addresses.ts';
import type { Campus } from '../shared/campuses.ts';
import type { Content } from '../shared/content.ts';
import { dayInIndia } from '../shared/dates.ts';
import { selectUrgentNotices } from '../shared/urgent-notices.ts';
import { localPath } from '../shared/languages.ts';

/** How long the start waits for the lists of the home pages. */
const HOMES_WAIT_MS = 1_000;
/** The other pages, while visitors are served. */
const PAGES_WAIT_MS = 10_000;

export type AppDeps = {
  settings: Settings & { providerUrl: string };
  content: Content;
  /** The content that the pages show; its `files/` are served. */
  publication: ShownPublication;
  assets: Assets;
  /** Texts of the PDFs of content/files, by file name. */
  documentTexts: ReadonlyMap<string, string>;
  log: Log;
  now: () => Date;
  /** The provider is the embedded sample. */
  isSample: boolean;
  /** Tests add routes before the site's own. */
  testRoutes?: (lists: ListCache) => Router;
};

type PartsDeps = AppDeps & { addresses: Addresses };

export type Parts = ReturnType<typeof createParts>;

export function createParts(deps: PartsDeps) {
  const { settings, content, addresses, log, now } = deps;
  const security = createSecurityHeaders({ ...settings, frameOrigins: frameOrigins(content) });
  const clocks = new ClockComparison(log);
  const { provider, lists, ...pictures } = createProviderParts({ ...deps, clocks });
  const { images } = pictures;
  const database =
    settings.databaseUrl === null ? null : new Database({ url: settings.databaseUrl, log, clocks });
  const { dataDir } = settings;
  const secret = loadSecret(settings, log);
  const outbox = createOutbox({
    dataDir,
    database,
    deliver: createDelivery({ provider, schoolCode: settings.schoolCode }),
    log,
    secret,
  });
  const notices = new UrgentNotices({
    store: new NoticeStore(outbox.engine),
    path: join(dataDir, 'urgent-notices.json'),
    log,
  });
  const pageSources = { lists, pictures: images, notices, now };
  const pages = new PageCache(pageSources);
  const notFoundPages = new PageCache({ ...pageSources, maxBytes: NOT_FOUND_MAX_BYTES });
  const closing = new AbortController();
  const siteSearch: SiteSearch = new SiteSearch({
    lists,
    signal: closing.signal,
    sources: searchSources({ ...deps, readPage: (address) => renderer.finishedPage(address) }),
    meaning: createAliases(content.site),
    log,
    now,
  });
  const texts = localTexts(content, deps.assets.manifest);
  const renderer = new PageRenderer({
    ...deps,
    ...pageSources,
    siteSearch,
    pages,
    notFoundPages,
    inlineStyles: createInlineStyles(deps.assets, security),
    texts,
  });
  const { webhookUrl, command } = settings.alerts;
  // One of the instances that share the outbox sends alerts.
  const alerts =
    webhookUrl === null && command === null
      ? null
      : startOutboxAlerts({
          outbox,
          rehearsal: () => readRehearsal(dataDir),
          send: createAlertSender(settings),
          log,
        });
  const forms = createFormRoutes({
    ...deps,
    outbox,
    provider,
    images,
    campuses: content.site.campuses,
    database,
    clocks,
    secret,
    messageIn: (language, message) => texts[language].translation.message(message),
    renderPage: (...page) => renderer.renderForm(...page),
  });
  return {
    provider,
    lists,
    ...pictures,
    addresses,
    security,
    pages,
    siteSearch,
    renderer,
    closing,
    database,
    notices,
    /** Texts at the top of the campus's pages. */
    shownNotices: (campus: Campus) =>
      selectUrgentNotices({
        stored: notices.current(),
        highlights: lists.peek('highlight')?.records[campus] ?? [],
        rule: content.site.urgentNotices,
        campus,
        language: 'en',
        today: dayInIndia(now()),
      }).map(({ text }) => text),
    outbox,
    alerts,
    forms,
    diskState: () => probeStorage(dataDir),
    clocks,
    publication: deps.publication,
  };
}

/** Each provider and school code has a cache folder of its own. */
function createProviderParts(deps: PartsDeps & { clocks: ClockComparison }) {
  const { settings, assets, log, clocks, now, isSample } = deps;
  const { schoolCode, dataDir } = settings;
  const folder = cacheFolder(dataDir, {
    providerUrl: isSample ? null : settings.providerUrl,
    schoolCode,
  });
  const provider = new HttpProvider({
    url: settings.providerUrl,
    token: settings.providerToken,
    // The sample needs no proxy.
    ...(isSample ? {} : { proxies: settings.proxies }),
    log,
    clocks,
    now,
  });
  const limits = IMAGE_LIMITS;
  const cache = new DiskCache({ folder: join(folder, 'images'), limits, log });
  const images = new ImageFiles({ provider, cache, limits, log });
  const lists = new ListCache({
    provider,
    schoolCode,
    log,
    now,
    folder: join(folder, 'lists'),
    isDocument: (file) => images.isDocument(file),
  });
  return {
    provider,
    lists,
    imageCache: cache,
    images,
    imageRoutes: createImageRoutes(
      images,
      createPublishedFiles(lists),
      assets.manifest.pictures['share.jpg']?.src,
    ),
    picturesAhead: settings.picturesAhead
      ? startPicturesAhead({ lists, images, cache, provider, limits, log })
      : null,
  };
}

/** Origins of the maps that a page may embed. */
function frameOrigins({ site }: Content): string[] {
  const embeds = Object.values(site.campuses).flatMap(({ map }) => map?.embed ?? []);
  return [...new Set(embeds.map((embed) => new URL(embed).origin))];
}

/** Renders the home pages; the other pages and the search index follow in the background. */
export async function prewarmPages(
  { addresses, closing, imageCache, lists, renderer, siteSearch }: Parts,
  log: Log,
  waitMs = HOMES_WAIT_MS,
): Promise<void> {
  const english = addresses.pages.filter(({ page }) => page.isEntrance);
  const hindi = english.flatMap(({ path }) => addresses.pageAt(localPath('hi', path)) ?? []);
  const entrances = [...english, ...hindi];
  // Pages name size, colour and focus of their pictures.
  await Promise.all([lists.ready, imageCache.ready]);
  const { signal } = closing;
  await renderer.prewarm(entrances, { waitMs, signal });
  void renderer
    .prewarm(addresses.pages, { waitMs: PAGES_WAIT_MS, signal })
    .then(() => siteSearch.update())
    .catch((error: unknown) => log.error({ event: 'prewarm-failed', cause: String(error) }));
}

/** The parts after the outbox get this much of the time to close. */
const CLOSE_REST_MS = 500;

/** Waits for work in progress, but for pages and an index that nobody waits for. */
export async function closeParts(
  { database, outbox, lists, images, imageCache, provider, ...parts }: Parts,
  { withinMs = Infinity }: { withinMs?: number },
): Promise<void> {
  const { alerts, closing, notices, picturesAhead } = parts;
  closing.abort();
  alerts?.stop();
  notices.stop();
  await outbox.close({ withinMs: withinMs - CLOSE_REST_MS });
  await database?.close();
  // Aborts fetches in progress.
  await provider.close();
  await lists.settled();
  picturesAhead?.stop();
  await images.settled();
  imageCache.close();
}
