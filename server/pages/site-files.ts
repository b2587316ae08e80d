import express, { type Router } from 'express';
import { deepOf } from '../../client/styles/palette.ts';
import type { Content } from '../../shared/content.ts';
import { securityTxt } from './security-txt.ts';
import type { Assets } from '../web/assets.ts';
import { cacheControl } from '../web/cache-lifetimes.ts';

export type SiteFilesOptions = {
  content: Content;
  siteUrl: string;
  assets: Assets;
  now: () => Date;
};

/** robots.txt, security.txt, the web app manifest and the speculation rules. */
export function createSiteFiles(options: SiteFilesOptions): Router {
  const { content, siteUrl, assets, now } = options;
  const { site } = content;
  const router = express.Router();
  router.get(
    [
      '/robots.txt',
      '/.well-known/security.txt',
      '/manifest.webmanifest',
      '/speculation.json',
      '/favicon.ico',
    ],
    (_request, response, next) => {
      response.set('Cache-Control', cacheControl('siteFile'));
      next();
    },
  );
  router.get('/robots.txt', (_request, response) => {
    response
      .type('text')
      .send(
        `User-agent: *\nDisallow: /api/\nAllow: /api/image/\nSitemap: ${siteUrl}/sitemap.xml\n`,
      );
  });
  router.get('/.well-known/security.txt', (_request, response) => {
    response.type('text').send(securityTxt({ security: site.security, siteUrl, now: now() }));
  });
  router.get('/manifest.webmanifest', (_request, response) => {
    const icons = Object.values(assets.manifest.icons).flatMap(({ src, width, height }) =>
      // The logo keeps to the middle, so that systems may cut the icon to their own shape.
      ['any', 'maskable'].map((purpose) => ({
        src,
        sizes: `${width}x${height}`,
        type: 'image/png',
        purpose,
      })),
    );
    response.type('application/manifest+json').send(
      JSON.stringify({
        name: site.name,
        short_name: site.shortName,
        description: site.description,
        lang: 'en-IN',
        id: '/',
        start_url: '/',
        scope: '/',
        // An installed site keeps the way back, and its address.
        display: 'minimal-ui',
        background_color: site.colours.ground,
        theme_color: deepOf(site.colours.brand),
        icons,
      }),
    );
  });
  router.get('/speculation.json', (_request, response) => {
    response.type('application/speculationrules+json').send(JSON.stringify(SPECULATION));
  });
  router.get('/favicon.ico', (_request, response) => {
    response.redirect(302, assets.manifest.pictures['favicon.svg']?.src ?? '/');
  });
  return router;
}

/** Files, calls, answers to forms; feeds and calendars, of which there is one for each event. */
const NO_PAGES = [
  '/files/*',
  '/api/*',
  '/assets/*',
  '/*\\?sent=*',
  '/*.(atom|rss|ics|xml|pdf)',
  '/*.ics\\?*',
];

/** Pages are fetched when a pointer rests on their link; what is no page is not. */
const SPECULATION = {
  prefetch: [
    {
      where: {
        and: [{ href_matches: '/*' }, { not: { href_matches: NO_PAGES } }],
      },
      eagerness: 'moderate',
    },
  ],
};
