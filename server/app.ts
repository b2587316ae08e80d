import type { Server } from 'node:http';
import { join } from 'node:path';
import express from 'express';
import { createDelivery } from './outbox/http-delivery.ts';
import { createOutbox } from './outbox/outbox.ts';
import { createFormRoutes } from './forms/form-routes.ts';
import { loadSecret } from './forms/secret.ts';
import { PageRenderer } from './pages/page-renderer.ts';
import { answerError, answerNotFound, createPageRoutes } from './pages/page-routes.ts';
import { createPageCache } from './pages/page-cache.ts';
import { sendUncached } from './pages/send-page.ts';
import { createSiteFiles } from './pages/site-files.ts';
import { createApiRoutes } from './provider/api.ts';
import { cacheFolder } from './provider/cache-folder.ts';
import { createProvider } from './provider/http-provider.ts';
import { ImageRoutes } from './images/image-routes.ts';
import { createListCache } from './provider/list-cache.ts';
import { createListSnapshots } from './provider/list-snapshots.ts';
import { PublishedFiles } from './provider/published-files.ts';
import type { Settings } from './config.ts';
import type { Assets } from './web/assets.ts';
import { warnOfDeployment } from './web/deployment-warnings.ts';
import { createFileRoutes } from './web/files.ts';
import { createFastPath } from './web/fast-path.ts';
import { createHealthRoutes } from './web/health.ts';
import { createHttpServer } from './web/http-server.ts';
import type { Log } from './web/log.ts';
import { refuseOddRequests } from './web/odd-requests.ts';
import { logRequests, requestIdOf } from './web/request-log.ts';
import { createSecurityHeaders, setSecurityHeaders } from './web/security-headers.ts';
import { StorageProbe } from './web/storage-probe.ts';
import { PAGE_ADDRESSES } from '../client/addresses.ts';
import { CAMPUSES, type Campus } from '../shared/campuses.ts';
import type { Content } from '../shared/content.ts';

/** How long the start waits for the lists of the home pages, in milliseconds. */
const HOMES_WAIT_MS = 1_000;
/** How long the rendering of the other pages waits for theirs, in milliseconds; visitors are served meanwhile. */
const PAGES_WAIT_MS = 10_000;

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
};

export type App = {
  /** Answers as soon as it listens. */
  server: Server;
  /** Renders the home pages; the others follow in the background. */
  prewarm(): Promise<void>;
  /** From now on `/readyz` says that the process stops. */
  beginStop(): void;
  /** Lets work under way end and frees what the app holds. The server is closed by its owner. */
  close(): Promise<void>;
};

/** The whole site, wired: read the order of `app.use` as the order of things. */
export function createApp({
  settings,
  content,
  contentFolder,
  assets,
  log,
  now,
  isSample,
}: AppDeps): App {
  const { schoolCode, siteUrl, dataDir } = settings;
  const cache = cacheFolder(dataDir, {
    providerUrl: isSample ? null : settings.providerUrl,
    schoolCode,
  });
  let stopping = false;

  const provider = createProvider({
    url: settings.providerUrl,
    token: settings.providerToken,
    log,
  });
  const lists = createListCache({
    provider,
    schoolCode,
    log,
    now,
    snapshots: createListSnapshots(join(cache, 'lists'), log),
  });
  const images = new ImageRoutes({
    provider,
    log,
    folder: join(cache, 'images'),
    published: new PublishedFiles(lists),
    limits: { processes: settings.workers },
  });
  const pages = createPageCache(lists, now);
  const security = createSecurityHeaders({ siteUrl, frameOrigins: frameOrigins(content) });
  const renderer = new PageRenderer({
    lists,
    pages,
    content,
    assets,
    schoolCode,
    siteUrl,
    isSample,
    imageMetadata: (id) => images.metadata(id),
    log,
    now,
  });

  const secret = loadSecret({ given: settings.secret, dataDir, log });
  const outboxFolder = join(dataDir, 'outbox');
  // Beside what is being written there, where the outbox removes what a crash leaves behind.
  const storage = new StorageProbe(join(outboxFolder, 'tmp'));
  const outbox = createOutbox({
    folder: outboxFolder,
    deliver: createDelivery({ provider, schoolCode }),
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

  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(logRequests(log));
  app.use(setSecurityHeaders(security));
  app.use(refuseOddRequests());
  app.use(warnOfDeployment({ settings, log }));
  app.use(
    createHealthRoutes({
      provider,
      lists,
      pages,
      isStopping: () => stopping,
      details: async () => ({
        outbox: { storage: await storage.state(), ...(await outbox.state().catch(() => null)) },
      }),
    }),
  );
  app.use(createFileRoutes(contentFolder));
  app.use(createSiteFiles({ content, lists, siteUrl, assets }));
  app.use(createApiRoutes({ lists, schoolCode }));
  app.use(images.router);
  app.use(forms.router);
  app.use(createPageRoutes({ renderer, security, log }));
  app.use(answerNotFound({ renderer }));
  app.use(answerError({ renderer, log }));

  return {
    server: createHttpServer({
      app,
      fastPath: createFastPath({ pages, assets, headers: security.fixed, log }),
      headers: security.fixed,
      isStopping: () => stopping,
    }),
    async prewarm() {
      await renderer.prewarm(
        PAGE_ADDRESSES.filter(({ page }) => page.isEntrance),
        { waitMs: HOMES_WAIT_MS },
      );
      void renderer
        .prewarm(PAGE_ADDRESSES, { waitMs: PAGES_WAIT_MS })
        .catch((error: unknown) => log.error({ event: 'prewarm-failed', cause: String(error) }));
    },
    beginStop() {
      stopping = true;
    },
    async close() {
      forms.close();
      await outbox.close();
      await lists.settled();
      await images.close();
      await provider.close();
    },
  };
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
