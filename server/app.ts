import express, { type Express } from 'express';
import { createAdminServer } from './admin/admin-server.ts';
import { countingLog, LogMetrics } from './admin/log-metrics.ts';
import { createFeedRoutes } from './feeds/feed-routes.ts';
import { answerError, answerNotFound, createPageRoutes } from './pages/page-routes.ts';
import { createSiteFiles } from './pages/site-files.ts';
import { createSitemaps } from './pages/sitemap.ts';
import { createApiRoutes } from './provider/api.ts';
import { createBrowserFaultRoutes } from './web/browser-faults.ts';
import { warnOfDeployment } from './web/deployment-warnings.ts';
import { createFastPath } from './web/fast-path.ts';
import { createFileRoutes } from './web/files.ts';
import { createHealthRoutes, readHealth } from './web/health.ts';
import { createHttpServer } from './web/http-server.ts';
import { rejectMalformedRequests } from './web/malformed-requests.ts';
import { logRequests } from './web/request-log.ts';
import { setSecurityHeaders } from './web/security-headers.ts';
import { createServiceWorker } from './web/service-worker.ts';
import { followTraces } from './web/trace-context.ts';
import { closeParts, createParts, prewarmPages, type AppDeps, type Parts } from './wiring.ts';
import { createAddresses } from '../client/addresses.ts';
import { LANGUAGES } from '../shared/languages.ts';

export type App = ReturnType<typeof createApp>;

/** The complete site. The parts are made in wiring.ts. */
export function createApp(given: AppDeps) {
  const { adminPort, dataDir } = given.settings;
  const addresses = createAddresses(given.content);
  const metrics = adminPort === null ? null : new LogMetrics(addresses);
  const deps = metrics === null ? given : { ...given, log: countingLog(given.log, metrics) };
  const parts = createParts({ ...deps, addresses });
  const { fixed: headers } = parts.security;
  let stopping = false;
  const isStopping = () => stopping;
  const app = inOrder(deps, parts, isStopping);
  const health = () => readHealth(parts, stopping);
  const admin =
    metrics === null ? null : createAdminServer({ registry: metrics.registry, health, dataDir });
  const fastPath = createFastPath({ ...deps, ...parts, headers });
  return {
    /** Answers as soon as it listens. */
    server: createHttpServer({ app, fastPath, headers, isStopping }),
    /** Listens on ADMIN_PORT; null where that is not set. */
    admin,
    /** What the admin server tells. */
    health,
    /** Renders the home pages; the others follow in the background. */
    prewarm: (waitMs?: number) => prewarmPages(parts, deps.log, waitMs),
    /** From now on `/readyz` says that the process stops. */
    beginStop() {
      stopping = true;
      parts.images.ahead?.stop();
    },
    /** Lets work in progress end and frees what the app holds. The site's own server is closed by its owner. */
    async close(options: { withinMs?: number } = {}) {
      admin?.close();
      admin?.closeAllConnections();
      await closeParts(parts, options);
    },
  };
}

/** Read the order of `app.use` as the order of things. */
function inOrder(deps: AppDeps, parts: Parts, isStopping: () => boolean): Express {
  const { settings, content, contentFolder, assets, log, moreRoutes } = deps;
  const { addresses, lists, images, forms, renderer, security } = parts;
  const { schoolCode, siteUrl } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(logRequests(log));
  app.use(followTraces());
  app.use(setSecurityHeaders(security));
  app.use(rejectMalformedRequests());
  app.use(warnOfDeployment(settings, log));
  if (moreRoutes !== undefined) app.use(moreRoutes(parts.pageOptions));
  app.use(createHealthRoutes(isStopping));
  app.use(createFileRoutes(contentFolder));
  const languages = content.hindi === null ? (['en'] as const) : LANGUAGES;
  app.use(createSitemaps({ addresses, lists, languages, siteUrl, now: deps.now }));
  app.use(createSiteFiles({ content, siteUrl, assets, now: deps.now }));
  app.use(createServiceWorker({ assets, content, hasWorker: settings.hasWorker }));
  app.use(createFeedRoutes({ lists, content, siteUrl, schoolCode, now: deps.now }));
  app.use(createBrowserFaultRoutes({ addresses, log }));
  app.use(createApiRoutes({ lists, schoolCode }));
  app.use(images.router);
  app.use(forms);
  app.use(createPageRoutes({ addresses, renderer, security, log }));
  app.use(answerNotFound({ renderer }));
  app.use(answerError({ renderer, log }));
  return app;
}
