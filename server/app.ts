import type { Server } from 'node:http';
import express, { type Express } from 'express';
import { answerError, answerNotFound, createPageRoutes } from './pages/page-routes.ts';
import { createSiteFiles } from './pages/site-files.ts';
import { createApiRoutes } from './provider/api.ts';
import { warnOfDeployment } from './web/deployment-warnings.ts';
import { createFastPath } from './web/fast-path.ts';
import { createFileRoutes } from './web/files.ts';
import { createHealthRoutes } from './web/health.ts';
import { createHttpServer } from './web/http-server.ts';
import { rejectMalformedRequests } from './web/malformed-requests.ts';
import { logRequests } from './web/request-log.ts';
import { setSecurityHeaders } from './web/security-headers.ts';
import { createParts, type AppDeps, type Parts } from './wiring.ts';
import { PAGE_ADDRESSES } from '../client/addresses.ts';

/** How long the start waits for the lists of the home pages, in milliseconds. */
const HOMES_WAIT_MS = 1_000;
/** How long the rendering of the other pages waits for theirs, in milliseconds; visitors are served meanwhile. */
const PAGES_WAIT_MS = 10_000;

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

/** The complete site. The parts are made in wiring.ts. */
export function createApp(deps: AppDeps): App {
  const parts = createParts(deps);
  let isStopping = false;
  const app = inOrder(deps, parts, () => isStopping);
  const { pages, security } = parts;
  return {
    server: createHttpServer({
      app,
      fastPath: createFastPath({
        pages,
        assets: deps.assets,
        headers: security.fixed,
        log: deps.log,
      }),
      headers: security.fixed,
      isStopping: () => isStopping,
    }),
    prewarm: () => prewarm(deps, parts),
    beginStop() {
      isStopping = true;
    },
    close: () => close(parts),
  };
}

/** Read the order of `app.use` as the order of things. */
function inOrder(deps: AppDeps, parts: Parts, isStopping: () => boolean): Express {
  const { settings, content, contentFolder, assets, log, moreRoutes } = deps;
  const { provider, lists, pages, images, forms, renderer, security, outbox, storage } = parts;
  const { schoolCode, siteUrl } = settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', settings.trustProxy);
  app.use(logRequests(log));
  app.use(setSecurityHeaders(security));
  app.use(rejectMalformedRequests());
  app.use(warnOfDeployment({ settings, log }));
  if (moreRoutes !== undefined) app.use(moreRoutes);
  app.use(createHealthRoutes({ provider, lists, pages, outbox, storage, isStopping }));
  app.use(createFileRoutes(contentFolder));
  app.use(createSiteFiles({ content, lists, siteUrl, assets }));
  app.use(createApiRoutes({ lists, schoolCode }));
  app.use(images.router);
  app.use(forms.router);
  app.use(createPageRoutes({ renderer, security, log }));
  app.use(answerNotFound({ renderer }));
  app.use(answerError({ renderer, log }));
  return app;
}

async function prewarm({ log }: AppDeps, { renderer }: Parts): Promise<void> {
  const entrances = PAGE_ADDRESSES.filter(({ page }) => page.isEntrance);
  await renderer.prewarm(entrances, { waitMs: HOMES_WAIT_MS });
  void renderer
    .prewarm(PAGE_ADDRESSES, { waitMs: PAGES_WAIT_MS })
    .catch((error: unknown) => log.error({ event: 'prewarm-failed', cause: String(error) }));
}

async function close({ forms, outbox, lists, images, provider }: Parts): Promise<void> {
  forms.close();
  await outbox.close();
  await lists.settled();
  await images.close();
  await provider.close();
}
