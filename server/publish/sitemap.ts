import type { Handler } from 'express';
import type { SendGeneratedFile } from './generated-files.ts';
import { xml, XML_DECLARATION } from './xml.ts';
import type { Addresses } from '../../client/addresses.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { localPath, type Language } from '../../shared/languages.ts';
import { RECORD_SEGMENTS } from '../../shared/records/registry.ts';
import { listsOf, kindRecords } from '../../shared/records/kind-records.ts';
import type { ReadList } from '../../shared/records/provider-lists.ts';
import type { PagedRecord } from '../../shared/records/record-kind.ts';
import { recordPath } from '../../shared/records/record-paths.ts';
import { yieldToRequests } from '../event-loop.ts';

type SitemapOptions = {
  addresses: Pick<Addresses, 'pages'>;
  languages: readonly Language[];
  sendFile: SendGeneratedFile;
  siteUrl: string;
  now: () => Date;
};

/** `/sitemap.xml`: the pages and records of all campuses, in each language. */
export function createSitemap(options: SitemapOptions): Handler {
  return async (request, response) => {
    await options.sendFile(request, response, {
      key: '/sitemap.xml',
      lists: RECORD_SEGMENTS.flatMap((segment) => listsOf(segment)),
      // Search engines do not take a record that is left out for a removed one.
      required: null,
      build: (readFor) => ({
        headers: { 'Content-Type': 'application/xml; charset=utf-8' },
        async write() {
          const urls = await writeUrls(options, readFor);
          return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
        },
      }),
    });
  };
}

async function writeUrls(
  { addresses, languages, siteUrl, now }: SitemapOptions,
  readFor: (campus: Campus) => ReadList,
): Promise<string> {
  const urls: string[] = [];
  function add(path: string, lastmod = ''): void {
    for (const language of languages)
      urls.push(`<url><loc>${xml(siteUrl + localPath(language, path))}</loc>${lastmod}</url>`);
  }
  for (const { path, page } of addresses.pages)
    if (page.subject === null && page.isIndexed) add(path);
  const today = dayInIndia(now());
  for (const campus of CAMPUSES)
    for (const segment of RECORD_SEGMENTS)
      for (const record of kindRecords(segment, readFor(campus))) {
        await yieldToRequests();
        const path = recordPath(campus, segment, record);
        const { day = null }: PagedRecord = record;
        // The day of a coming event is not the day on which its page changed.
        const hasChanged = day !== null && day <= today;
        if (path !== null) add(path, hasChanged ? `<lastmod>${day}</lastmod>` : '');
      }
  return urls.join('');
}
