import express, { type Router } from 'express';
import { xml } from './xml.ts';
import type { Addresses } from '../../client/addresses.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import { dayInIndia, type Day } from '../../shared/dates.ts';
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
import { knownLists } from '../provider/campus-lists.ts';
import type { ListCache } from '../provider/list-cache.ts';
import { inSlices, type Sliced } from '../slices.ts';
import { sendBody } from '../http/send-body.ts';
import { cacheControl, NO_STORE } from '../http/cache-lifetimes.ts';
import { encodeLarge, type EncodedBody } from '../http/encoded-body.ts';

/** Most addresses of one sitemap (sitemaps.org). */
const MAX_ADDRESSES = 50_000;

/** Most pictures of one address; search engines read up to 1,000, and a large school's albums would make 30 MB. */
const MAX_PICTURES = 100;

/** Seconds after which a search engine may come back while a list cannot be had. */
const RETRY_AFTER = '60';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** A sitemap, and the latest day that it names. */
type Sitemap = { body: EncodedBody; lastDay: Day | null };

/** What was written of some lists, and of which versions of them. */
type Written = { version: string; sitemaps: Promise<Sitemap[]> };

type SitemapOptions = {
  addresses: Pick<Addresses, 'pages'>;
  languages: readonly Language[];
  lists: Pick<ListCache, 'get'>;
  siteUrl: string;
  now: () => Date;
};

/**
 * `/sitemap.xml`, the index of the others: `/sitemaps/pages.xml`, and one for each campus and kind of
 * record, `/sitemaps/nekpur-news.xml`, of which further ones (`-2`) follow after 50,000 addresses.
 * While a list cannot be had its sitemap is 503, so that no search engine drops what it knows.
 */
export function createSitemaps(options: SitemapOptions): Router {
  const sitemaps = new Sitemaps(options);
  const router = express.Router();
  router.get(/^\/sitemap(?:\.xml|s\/([a-z\d-]+\.xml))$/, async (request, response, next) => {
    const { 0: file } = request.params;
    const body = file === undefined ? await sitemaps.index() : await sitemaps.named(file);
    if (body === undefined) return next();
    if (body === null) {
      response.status(503).set({ 'Cache-Control': NO_STORE, 'Retry-After': RETRY_AFTER });
      response.type('text').send('The list is not available now');
      return;
    }
    const headers = {
      'Content-Type': 'application/xml; charset=utf-8',
      'Cache-Control': cacheControl('recordFile'),
    };
    sendBody(request, response, { body, headers });
  });
  return router;
}

class Sitemaps {
  readonly #options: SitemapOptions;
  /** By campus and kind. */
  readonly #written = new Map<string, Written>();
  readonly #finished = new Map<string, { text: string; body: Promise<EncodedBody> }>();
  readonly #names = CAMPUSES.flatMap((campus) =>
    RECORD_SEGMENTS.map((segment) => ({
      base: `${campus.toLowerCase()}-${RECORD_KINDS[segment].key}`,
      campus,
      segment,
    })),
  );

  constructor(options: SitemapOptions) {
    this.#options = options;
  }

  async index(): Promise<EncodedBody> {
    const { siteUrl } = this.#options;
    const written = await Promise.all(
      this.#names.map(async ({ base, campus, segment }) => {
        // A list that cannot be had now has a sitemap all the same.
        const sitemaps = (await this.#sitemapsOf(campus, segment)) ?? [{ lastDay: null }];
        return sitemaps.map(({ lastDay }, index) => entry(fileName(base, index), lastDay));
      }),
    );
    function entry(file: string, lastDay: Day | null): string {
      return `<sitemap><loc>${xml(`${siteUrl}/sitemaps/${file}`)}</loc>${lastmod(lastDay)}</sitemap>`;
    }
    const entries = [entry('pages.xml', null), ...written.flat()].join('');
    return this.#finishOnce(
      'index',
      `${HEAD}<sitemapindex ${NAMESPACES}>${entries}</sitemapindex>`,
    );
  }

  /** Undefined for a name that no sitemap has, null while its list cannot be had. */
  async named(file: string): Promise<EncodedBody | undefined | null> {
    if (file === 'pages.xml') return this.#finishOnce('pages', this.#pages());
    const base = file.replace(/(?:-\d+)?\.xml$/, '');
    const found = this.#names.find((name) => name.base === base);
    if (found === undefined) return undefined;
    const sitemaps = await this.#sitemapsOf(found.campus, found.segment);
    if (sitemaps === null) return null;
    return sitemaps.find((_, index) => fileName(base, index) === file)?.body;
  }

  /** Compresses what is written for each request only when it has changed. */
  async #finishOnce(name: string, text: string): Promise<EncodedBody> {
    const before = this.#finished.get(name);
    if (before?.text === text) return before.body;
    const body = encodeLarge(Buffer.from(text));
    this.#finished.set(name, { text, body });
    return body;
  }

  #pages(): string {
    const urls = this.#options.addresses.pages
      .filter(({ page }) => page.subject === null && page.isIndexed)
      .flatMap(({ path }) => this.#urlsOf(path));
    return urlset(urls);
  }

  /** A page in each language, each with its address in the others; its pictures with the first. */
  #urlsOf(path: string, { day, pictures } = { day: '', pictures: '' }): string[] {
    const { siteUrl, languages } = this.#options;
    const addressIn = (language: Language) => xml(siteUrl + localPath(language, path));
    const alternates = [
      ...languages.map((language) =>
        alternate(LANGUAGE_TAGS[language].region, addressIn(language)),
      ),
      alternate('x-default', addressIn('en')),
    ];
    const others = languages.length > 1 ? alternates.join('') : '';
    return languages.map(
      (language, index) =>
        `<url><loc>${addressIn(language)}</loc>${day}${index === 0 ? pictures : ''}${others}</url>`,
    );
  }

  /** The sitemaps of a campus's records of a kind, written anew only when their lists or the day have changed. */
  async #sitemapsOf(campus: Campus, segment: RecordSegment): Promise<Sitemap[] | null> {
    const { lists: cache, now } = this.#options;
    const known = await knownLists(cache, listsOf(segment));
    if (known === null) return null;
    const today = dayInIndia(now());
    const version = `${today} ${known.version}`;
    const key = `${campus} ${segment}`;
    const before = this.#written.get(key);
    if (before?.version === version) return before.sitemaps;
    const records = recordsOf(segment, known.readFor(campus));
    const sitemaps = this.#write(records, { campus, segment, today });
    this.#written.set(key, { version, sitemaps });
    return sitemaps;
  }

  async #write(
    records: readonly PagedRecord[],
    { campus, segment, today }: { campus: Campus; segment: RecordSegment; today: Day },
  ): Promise<Sitemap[]> {
    const urls = await inSlices(this.#addressesOf(records, { campus, segment, today }));
    const count = Math.max(1, Math.ceil(urls.length / MAX_ADDRESSES));
    const sitemaps = Array.from({ length: count }, async (_, index) => {
      const part = urls.slice(index * MAX_ADDRESSES, (index + 1) * MAX_ADDRESSES);
      const lastDay = part.reduce((last, { day }) => (day !== null && day > last ? day : last), '');
      return {
        body: await encodeLarge(Buffer.from(urlset(part.map(({ url }) => url)))),
        lastDay: lastDay === '' ? null : lastDay,
      };
    });
    return Promise.all(sitemaps);
  }

  /** The addresses of each record, and the day on which its page changed. */
  *#addressesOf(
    records: readonly PagedRecord[],
    { campus, segment, today }: { campus: Campus; segment: RecordSegment; today: Day },
  ): Sliced<{ url: string; day: Day | null }[]> {
    const { siteUrl } = this.#options;
    const urls: { url: string; day: Day | null }[] = [];
    for (const record of records) {
      yield;
      const path = recordPath(campus, segment, record);
      if (path === null) continue;
      // The day of an event to come is not the day on which its page changed.
      const { day: own = null, images = [], photos = images } = record;
      const day = own !== null && own <= today ? own : null;
      const pictures = photos
        .slice(0, MAX_PICTURES)
        .map(
          (file) =>
            `<image:image><image:loc>${xml(siteUrl + fileUrl(file))}</image:loc></image:image>`,
        );
      const facts = { day: lastmod(day), pictures: pictures.join('') };
      for (const url of this.#urlsOf(path, facts)) urls.push({ url, day });
    }
    return urls;
  }
}

function fileName(base: string, index: number): string {
  return index === 0 ? `${base}.xml` : `${base}-${index + 1}.xml`;
}

function urlset(urls: readonly string[]): string {
  return `${HEAD}<urlset ${NAMESPACES}>${urls.join('')}</urlset>`;
}

function alternate(tag: string, address: string): string {
  return `<xhtml:link rel="alternate" hreflang="${tag}" href="${address}"/>`;
}

function lastmod(day: Day | null): string {
  return day === null ? '' : `<lastmod>${day}</lastmod>`;
}
