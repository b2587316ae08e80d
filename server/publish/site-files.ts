import express, { type Router } from 'express';
import { THEME_COLOURS } from '../../client/styles/theme-colours.ts';
import type { Content } from '../../shared/content.ts';
import type { Assets } from '../http/assets.ts';
import { sendBody } from '../http/send-body.ts';
import { CACHE_CONTROL } from '../http/cache-lifetimes.ts';
import { encodedBody } from '../http/encoded-body.ts';

const TEXT = 'text/plain; charset=utf-8';
const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a copy may be trusted, in days; RFC 9116 (2.5.5) recommends less than a year. */
const EXPIRES_DAYS = 180;

type SiteFilesOptions = {
  content: Content;
  siteUrl: string;
  assets: Assets;
  now: () => Date;
};

/** robots.txt, security.txt, the licences, the web app manifest and the speculation rules. */
export function createSiteFiles(options: SiteFilesOptions): Router {
  const { siteUrl, assets } = options;
  const router = express.Router();
  const add = (path: string, type: string, read: () => string) =>
    router.get(path, async (request, response) => {
      const headers = { 'Content-Type': type, 'Cache-Control': CACHE_CONTROL.siteFile };
      await sendBody(request, response, { body: encodedBody(Buffer.from(read())), headers });
    });
  const robots = `User-agent: *\nDisallow: /api/\nAllow: /api/image/\nSitemap: ${siteUrl}/sitemap.xml\n`;
  add('/robots.txt', TEXT, () => robots);
  add('/.well-known/security.txt', TEXT, () => securityTxt(options));
  add('/licences.txt', TEXT, () => assets.licences);
  add('/manifest.webmanifest', 'application/manifest+json; charset=utf-8', () =>
    JSON.stringify(webManifest(options)),
  );
  const rules = JSON.stringify(SPECULATION);
  add('/speculation.json', 'application/speculationrules+json; charset=utf-8', () => rules);
  router.get('/favicon.ico', (_request, response) => {
    response.set('Cache-Control', CACHE_CONTROL.siteFile);
    response.redirect(302, assets.manifest.pictures['favicon.svg']?.src ?? '/');
  });
  return router;
}

/** RFC 9116. The expiry is renewed each day: each build checks the contacts of content/site.json. */
function securityTxt({ content, siteUrl, now }: SiteFilesOptions): string {
  const { security } = content.site;
  const expires = new Date((Math.floor(now().getTime() / DAY_MS) + EXPIRES_DAYS) * DAY_MS);
  return [
    ...security.contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Preferred-Languages: ${security.languages.join(', ')}`,
    // An address of the web has to begin with https:// (2.5.2).
    ...(siteUrl.startsWith('https:') ? [`Canonical: ${siteUrl}/.well-known/security.txt`] : []),
    '',
  ].join('\n');
}

function webManifest({ content: { site }, assets }: SiteFilesOptions): object {
  const icons = Object.values(assets.manifest.icons).flatMap(({ src, width, height }) =>
    // The logo is in the middle: systems may cut the icon to their shape.
    ['any', 'maskable'].map((purpose) => ({
      src,
      sizes: `${width}x${height}`,
      type: 'image/png',
      purpose,
    })),
  );
  return {
    name: site.name,
    short_name: site.shortName,
    description: site.description,
    lang: 'en-IN',
    id: '/',
    start_url: '/',
    scope: '/',
    // An installed site keeps the way back, and its address.
    display: 'minimal-ui',
    background_color: THEME_COLOURS.paper,
    theme_color: THEME_COLOURS.brandDeep,
    icons,
  };
}

/** Files, calls, form outcomes, feeds and calendars. */
const NO_PAGES = [
  '/files/*',
  '/api/*',
  '/assets/*',
  '/*\\?sent=*',
  '/*.(rss|ics|xml|pdf)',
  '/*.ics\\?*',
];

/** Pages are prefetched when a pointer rests on their link. */
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
