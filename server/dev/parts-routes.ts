import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { PARTS, partsRoutes, SCHEMES, type Scheme } from '../../client/dev/parts/PartsPage.tsx';
import { PageLoader, type PageLoaderOptions } from '../pages/page-loader.ts';
import { renderComplete } from '../pages/render.tsx';
import { sendUncached } from '../pages/send-page.ts';
import type { Assets } from '../web/assets.ts';
import { requestIdOf } from '../web/request-log.ts';

/** dist-dev/server is where this runs. */
const STYLES = fileURLToPath(new URL('../../client/dev/parts/parts.css', import.meta.url));

/** `/_parts`: every part of the pages in every state, for both campuses and both colour schemes. */
export function createPartsRoutes(pages: PageLoaderOptions): Router {
  const router = express.Router();
  const loader = new PageLoader({
    ...pages,
    addresses: { ...pages.addresses, routes: partsRoutes },
  });
  router.get('/_parts', (_request, response) => response.redirect(PARTS[0]?.path ?? '/'));
  for (const address of PARTS) {
    router.get(address.path, async (request, response) => {
      const loaded = await loader.load(address, {}, requestIdOf(request));
      await loaded.lists.settled();
      const rendering = loader.renderingOf(loaded, null);
      const manifest = { ...rendering.manifest, css: stylesheetOf(address.scheme) };
      sendUncached(response, 200, await renderComplete({ ...rendering, manifest }));
    });
  }
  for (const scheme of SCHEMES)
    router.get(stylesheetOf(scheme), (_request, response) => {
      response.type('css').set('Cache-Control', 'no-store').send(inScheme(pages.assets, scheme));
    });
  return router;
}

function stylesheetOf(scheme: Scheme): string {
  return `/_parts/${scheme}.css`;
}

/** The site's stylesheet as it is for a visitor who prefers a scheme, whatever this one does. */
function inScheme(assets: Assets, scheme: Scheme): string {
  const css = `${assets.find(assets.manifest.css)?.bodies.identity.toString() ?? ''}${readFileSync(STYLES, 'utf8')}`;
  return css
    .replaceAll(
      '(prefers-color-scheme: dark)',
      scheme === 'dark' ? '(min-width: 0)' : '(max-width: 0)',
    )
    .replace('color-scheme: light dark', `color-scheme: ${scheme}`);
}
