import { join } from 'node:path';
import type { Router } from 'express';
import type { Settings } from './config.ts';
import { createFormRoutes } from './forms/form-routes.ts';
import { loadSecret } from './forms/secret.ts';
import { ImageRoutes } from './images/image-routes.ts';
import { createDelivery } from './outbox/http-delivery.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createPageCache } from './pages/page-cache.ts';
import { PageRenderer } from './pages/page-renderer.ts';
import { sendUncached } from './pages/send-page.ts';
import { cacheFolder } from './provider/cache-folder.ts';
import { HttpProvider } from './provider/http-provider.ts';
import { ListCache } from './provider/list-cache.ts';
import { createListSnapshots } from './provider/list-snapshots.ts';
import { PublishedFiles } from './provider/published-files.ts';
import type { Assets } from './web/assets.ts';
import type { Log } from './web/log.ts';
import { requestIdOf } from './web/request-log.ts';
import { createSecurityHeaders } from './web/security-headers.ts';
import { StorageProbe } from './web/storage-probe.ts';
import { CAMPUSES, type Campus } from '../shared/campuses.ts';
import type { Content } from '../shared/content.ts';

export type AppDeps = {
  settings: Settings & { providerUrl: string };
  content: Content;
  /** Folder whose `files/` are served. */
  contentFolder: string;
  assets: Assets;
  log: Log;
  now: () => Date;
  /** The provider is the embedded sample. */
  isSample: boolean;
  /** Routes that only the development server has. */
  moreRoutes?: Router;
};

/** What createApp puts into order: each part made from those above it. */
export type Parts = ReturnType<typeof createParts>;

/** Makes the parts of the site and hands each what it needs. */
export function createParts(deps: AppDeps) {
  const { settings, content, log, now, isSample } = deps;
  const security = createSecurityHeaders({
    siteUrl: settings.siteUrl,
    frameOrigins: frameOrigins(content),
  });
  const provided = createProviderParts(deps);
  const { provider, lists, images } = provided;
  const pages = createPageCache(lists, now);
  const renderer = new PageRenderer({
    lists,
    pages,
    content,
    assets: deps.assets,
    schoolCode: settings.schoolCode,
    siteUrl: settings.siteUrl,
    isSample,
    imageMetadata: (id) => images.metadata(id),
    log,
    now,
  });
  const secret = loadSecret({ given: settings.secret, dataDir: settings.dataDir, log });
  const outboxFolder = join(settings.dataDir, 'outbox');
  const outbox = createOutbox({
    folder: outboxFolder,
    deliver: createDelivery({ provider, schoolCode: settings.schoolCode }),
    log,
    secret,
  });
  const forms = createFormRoutes({
    outbox,
    provider,
    log,
    settings,
    phones: campusPhones(content),
    secret,
    now,
    renderPage: async (request, response, { status, form, address }) =>
      sendUncached(
        response,
        status,
        await renderer.renderForm(address, form, requestIdOf(request)),
      ),
  });
  return {
    ...provided,
    security,
    pages,
    renderer,
    outbox,
    forms,
    // Beside what is being written there, where the outbox removes what a crash leaves behind.
    storage: new StorageProbe(join(outboxFolder, 'tmp')),
  };
}

/** The provider, and what is cached of it in a folder of its own for each provider and school code. */
function createProviderParts({ settings, log, now, isSample }: AppDeps) {
  const { schoolCode, dataDir } = settings;
  const folder = cacheFolder(dataDir, {
    providerUrl: isSample ? null : settings.providerUrl,
    schoolCode,
  });
  const provider = new HttpProvider({
    url: settings.providerUrl,
    token: settings.providerToken,
    log,
  });
  const lists = new ListCache({
    provider,
    schoolCode,
    log,
    now,
    snapshots: createListSnapshots(join(folder, 'lists'), log),
  });
  const images = new ImageRoutes({
    provider,
    log,
    folder: join(folder, 'images'),
    published: new PublishedFiles(lists),
    limits: { processes: settings.workers },
  });
  return { provider, lists, images };
}

/** Where the maps come from that a click loads into a frame. */
function frameOrigins({ site }: Content): string[] {
  const embeds = Object.values(site.campuses).flatMap(({ map }) => map?.embed ?? []);
  return [...new Set(embeds.map((embed) => new URL(embed).origin))];
}

function campusPhones({ site }: Content): Partial<Record<Campus, string>> {
  return Object.fromEntries(
    CAMPUSES.flatMap((campus) => {
      const { phone } = site.campuses[campus];
      return phone === undefined ? [] : [[campus, phone]];
    }),
  );
}
