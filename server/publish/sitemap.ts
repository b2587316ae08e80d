import express, { type Router } from 'express';
import type { ListFiles } from './list-files.ts';
import { xml, XML_DECLARATION } from './xml.ts';
import type { Addresses } from '../../client/addresses.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { LANGUAGE_TAGS, localPath, type Language } from '../../shared/languages.ts';
import { fileUrl } from '../../shared/links.ts';
import {
  RECORD_KINDS,
  RECORD_SEGMENTS,
  type RecordSegment,
} from '../../shared/records/registry.ts';
import { listsOf, recordsOf } from '../../shared/records/kind-records.ts';
import type { PagedRecord } from '../../shared/records/record-kind.ts';
import { recordPath } from '../../shared/records/record-paths.ts';
import { inSlices, type Sliced } from '../slices.ts';
import { sendBody } from '../http/send-body.ts';
import { cacheControl } from '../http/cache-lifetimes.ts';
import { encodeBody } from '../http/encoded-body.ts';

/** Most addresses of one sitemap (sitemaps.org). */
const MAX_ADDRESSES = 50_000;

/** Most pictures of one address; search engines read up to 1,000, and a large school's albums would make 30 MB. */
const MAX_PICTURES = 100;

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const XML_TYPE = { 'Content-Type': 'application/xml; charset=utf-8' };

type SitemapOptions = {
  addresses: Pick<Addresses, 'pages'>;
  languages: readonly Language[];
  files: ListFiles;
  siteUrl: string;
  now: () => Date;
};

/** `/sitemap.xml`, the index of `/sitemaps/pages.xml` and of one for each campus and kind, `/sitemaps/nekpur-news.xml`. */
export function createSitemaps(options: SitemapOptions): Router {
  const { addresses, siteUrl, files } = options;
  const router = express.Router();
  const addText = (path: string, text: string) => {
    const body = encodeBody(Buffer.from(text));
    const headers = { ...XML_TYPE, 'Cache-Control': cacheControl('recordFile') };
    router.get(path, (request, response) => sendBody(request, response, { body, headers }));
  };
  const pages = addresses.pages.filter(({ page }) => page.subject === null && page.isIndexed);
  addText('/sitemaps/pages.xml', urlset(pages.flatMap(({ path }) => urlsOf(options, path))));
  const sitemaps = CAMPUSES.flatMap((campus) =>
    RECORD_SEGMENTS.map((segment) => {
      const path = `/sitemaps/${campus.toLowerCase()}-${RECORD_KINDS[segment].key}.xml`;
      return { path, campus, segment };
    }),
  );
  for (const { path, campus, segment } of sitemaps)
    router.get(path, async (request, response) => {
      await files.send(request, response, {
        key: path,
        lists: listsOf(segment),
        async build({ readFor }) {
          const records = recordsOf(segment, readFor(campus));
          const urls = await inSlices(recordUrls(options, records, { campus, segment }));
          return { text: urlset(urls.slice(0, MAX_ADDRESSES)), headers: XML_TYPE };
        },
      });
    });
  const entries = ['/sitemaps/pages.xml', ...sitemaps.map(({ path }) => path)].map(
    (path) => `<sitemap><loc>${xml(siteUrl + path)}</loc></sitemap>`,
  );
  addText(
    '/sitemap.xml',
    `${XML_DECLARATION}<sitemapindex ${NAMESPACES}>${entries.join('')}</sitemapindex>`,
  );
  return router;
}

/** The addresses of each record, with its pictures and the day of its last change. */
function* recordUrls(
  options: SitemapOptions,
  records: readonly PagedRecord[],
  { campus, segment }: { campus: Campus; segment: RecordSegment },
): Sliced<string[]> {
  const { siteUrl, now } = options;
  const today = dayInIndia(now());
  const urls: string[] = [];
  for (const record of records) {
    yield;
    const path = recordPath(campus, segment, record);
    if (path === null) continue;
    const { day = null, images = [] } = record;
    // The day of a coming event is not the day on which its page changed.
    const lastmod = day !== null && day <= today ? `<lastmod>${day}</lastmod>` : '';
    const pictures = images
      .slice(0, MAX_PICTURES)
      .map(
        (file) =>
          `<image:image><image:loc>${xml(siteUrl + fileUrl(file))}</image:loc></image:image>`,
      )
      .join('');
    urls.push(...urlsOf(options, path, { lastmod, pictures }));
  }
  return urls;
}

/** A page in each language, each with its address in the others; its pictures with the first. */
function urlsOf(
  { siteUrl, languages }: SitemapOptions,
  path: string,
  { lastmod, pictures } = { lastmod: '', pictures: '' },
): string[] {
  const addressIn = (language: Language) => xml(siteUrl + localPath(language, path));
  const alternates = [
    ...languages.map((language) => alternate(LANGUAGE_TAGS[language].region, addressIn(language))),
    alternate('x-default', addressIn('en')),
  ];
  const others = languages.length > 1 ? alternates.join('') : '';
  return languages.map(
    (language, index) =>
      `<url><loc>${addressIn(language)}</loc>${lastmod}${index === 0 ? pictures : ''}${others}</url>`,
  );
}

function urlset(urls: readonly string[]): string {
  return `${XML_DECLARATION}<urlset ${NAMESPACES}>${urls.join('')}</urlset>`;
}

function alternate(tag: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${tag}" href="${address}"/>`;
}
