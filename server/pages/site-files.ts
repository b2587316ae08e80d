import express, { type Router } from 'express';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { campusPath } from '../../shared/campuses.ts';
import type { Content } from '../../shared/content.ts';
import { recordName } from '../../client/parts/record-name.ts';
import { recordsFor } from '../../shared/provider-lists.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Assets } from '../web/assets.ts';
import { cacheControl } from '../web/cache-lifetimes.ts';

/** News items in the feed. */
const FEED_ITEMS = 30;

export type SiteFilesOptions = {
  content: Content;
  lists: ListCache;
  siteUrl: string;
  assets: Assets;
};

/** robots.txt, sitemap.xml, the news feed, the web app manifest and the speculation rules. */
export function createSiteFiles({ content, lists, siteUrl, assets }: SiteFilesOptions): Router {
  const { site } = content;
  const router = express.Router();
  router.get(
    [
      '/robots.txt',
      '/sitemap.xml',
      '/feed.xml',
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
  router.get('/sitemap.xml', (_request, response) => {
    const paths = PAGE_ADDRESSES.filter(({ page }) => page.subject === null).map(
      ({ path }) => `<url><loc>${xml(siteUrl + path)}</loc></url>`,
    );
    response
      .type('application/xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.join('')}</urlset>`,
      );
  });
  router.get('/feed.xml', async (_request, response) => {
    const { rows } = await lists.get('newsAll');
    const items = (['FARRUKHABAD', 'NEKPUR'] as const)
      .flatMap((campus) =>
        recordsFor('newsAll', rows, campus).map((item) => ({
          ...item,
          link: siteUrl + campusPath(campus, 'News'),
        })),
      )
      .toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? ''))
      .slice(0, FEED_ITEMS)
      .map(
        ({ link, ...item }) =>
          `<item><title>${xml(recordName(item, 'News'))}</title><link>${xml(link)}</link><guid isPermaLink="false">${xml(item.id)}</guid><description>${xml(item.description)}</description>${
            item.day === null
              ? ''
              : `<pubDate>${new Date(`${item.day}T00:00:00+05:30`).toUTCString()}</pubDate>`
          }</item>`,
      );
    response
      .type('application/rss+xml')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${xml(`${site.name}: Latest News`)}</title><link>${xml(siteUrl)}</link><description>${xml(site.description)}</description><language>en-IN</language>${items.join('')}</channel></rss>`,
      );
  });
  router.get('/manifest.webmanifest', (_request, response) => {
    const icons = Object.entries({ 'icon-192.png': '192x192', 'icon-512.png': '512x512' }).flatMap(
      ([name, sizes]) => {
        const picture = assets.manifest.pictures[name];
        return picture === undefined ? [] : { src: picture.src, sizes, type: 'image/png' };
      },
    );
    response.type('application/manifest+json').send(
      JSON.stringify({
        name: site.name,
        short_name: site.shortName,
        start_url: '/',
        display: 'browser',
        background_color: '#fbf8f1',
        theme_color: '#1b1a4b',
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

/** Pages are fetched when a pointer rests on their link; files, calls and answers to forms are not. */
const SPECULATION = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/files/*', '/api/*', '/assets/*', '/*\\?sent=*'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

const XML_ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};

function xml(text: string): string {
  // Control characters are not allowed in XML 1.0 at all.
  return text
    .replace(/[<>&"']/g, (character) => XML_ESCAPES[character] ?? '')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}
