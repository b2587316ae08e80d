import express, { type Express } from 'express';
import { createAdminServer } from './ops/admin-server.ts';
import { withMetrics } from './ops/log-metrics.ts';
import { createFeedRoutes } from './publish/feeds/feed-routes.ts';
import {
  respondError,
  respondFileError,
  respondNotFound,
  createPageRoutes,
} from './pages/page-routes.ts';
import { createGeneratedFiles } from './publish/generated-files.ts';
import { createSiteFiles } from './publish/site-files.ts';
import { createSitemap } from './publish/sitemap.ts';
import { createApiRoutes } from './provider/api.ts';
import { createBrowserErrorRoutes } from './http/browser-errors.ts';
import { warnOfProxyHeaders } from './ops/deployment-warnings.ts';
import { createFastPath } from './pages/fast-path.ts';
import { serveFiles } from './http/files.ts';
import { createHealthRoutes, readHealth } from './ops/health.ts';
import { createHttpServer } from './http/http-server.ts';
import { rejectMalformedRequests } from './http/malformed-requests.ts';
import { setDefaultHeaders } from './http/security-headers.ts';
import { logRequests } from './log/request-log.ts';
import { createServiceWorker } from './http/service-worker.ts';
import { closeParts, createParts, prewarmPages, type AppDeps, type Parts } from './wiring.ts';
import { createAddresses } from '../client/addresses.ts';
import { LANGUAGES } from '../shared/languages.ts';

export type App = ReturnType<typeof createApp>;

/** The parts are constructed in wiring.ts. */
export function createApp(options: AppDeps) {
  const { adminPort, dataDir } = options.settings;
  const addresses = createAddresses(options.content);
  const metrics = adminPort === null ? null : withMetrics(options.log, addresses);
  const deps = metrics === null ? options : { ...options, log: metrics.log };
  const { assets, log } = deps;
  const parts = createParts({ ...deps, addresses });
  const { pages, security } = parts;
  const { fixed: headers } = security;
  let stopping = false;
  const isStopping = () => stopping;
  const app = mountRoutes(deps, parts, isStopping);
  const fastPath = createFastPath({ addresses, pages, assets, headers, log });
  const health = () => readHealth(parts, stopping);
  /** Null without ADMIN_PORT. */
  const admin = metrics && createAdminServer({ registry: metrics.registry, health, dataDir });
  return {
    server: createHttpServer({ app, fastPath, headers, isStopping }),
    admin,
    health,
    /** Renders the home pages; the others follow in the background. */
    prewarm: (waitMs?: number) => prewarmPages(parts, log, waitMs),
    /** `/readyz` is 503 from now on. */
    beginStop() {
      stopping = true;
      parts.picturesAhead?.stop();
    },
    /** Waits for work in progress. The caller closes `server`. */
    async close(closeOptions: { withinMs?: number } = {}) {
      admin?.close();
      admin?.closeAllConnections();
      await closeParts(parts, closeOptions);
    },
  };
}

function mountRoutes(deps: AppDeps, parts: Parts, isStopping: () => boolean): Express {
  const { settings, content, publication, assets, log, testRoutes } = deps;
  const { addresses, lists, imageRoutes, forms, renderer, security } = parts;
  const { schoolCode, siteUrl } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(logRequests(log));
  app.use(setDefaultHeaders(security));
  app.use(rejectMalformedRequests());
  app.use(warnOfProxyHeaders(settings, log));
  if (testRoutes !== undefined) app.use(testRoutes(lists));
  app.use(createHealthRoutes(isStopping));
  app.use('/files', serveFiles(publication.folder));
  const languages = content.hindi === null ? (['en'] as const) : LANGUAGES;
  const sendFile = createGeneratedFiles({ lists, now: deps.now });
  app.get(
    '/sitemap.xml',
    createSitemap({ addresses, sendFile, languages, siteUrl, now: deps.now }),
  );
  app.use(createSiteFiles({ content, siteUrl, assets, now: deps.now }));
  app.get('/sw.js', createServiceWorker({ assets, content, hasWorker: settings.hasWorker }));
  app.use(createFeedRoutes({ sendFile, content, siteUrl, schoolCode, now: deps.now }));
  app.use(createBrowserErrorRoutes(addresses, log));
  // Unless the pages show all birthdays, /api does not send them: they name children.
  const hidden = (content.site.birthdays ?? 'all') === 'all' ? [] : (['birthdays'] as const);
  app.use(imageRoutes);
  app.use(forms);
  app.use(createApiRoutes({ lists, schoolCode, hidden }));
  app.use(createPageRoutes({ addresses, lists, renderer, security, log }));
  app.use(respondNotFound({ renderer }));
  app.use(respondFileError({ renderer }));
  app.use(respondError({ renderer, log }));
  return app;
}
