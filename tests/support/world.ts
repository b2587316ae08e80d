import { Agent, request } from 'undici';
import { startSite, type TestSite } from './site.ts';
import { addressesOf, readPage, type Element } from './read-page.ts';
import type { School } from './providers/expected.ts';
import { sha256 } from './providers/files.ts';
import { startMessy, type MessyProvider } from './providers/messy.ts';

/** The clock of these sites and of their providers' records. */
const WORLD_NOW = new Date('2026-06-15T06:00:00Z');

export type World = { provider: MessyProvider; site: TestSite; close: () => Promise<void> };

/** The site with a platform that writes every field in every way. */
export async function startMessyWorld({ manyNews = 0 } = {}): Promise<World> {
  const token = 'messy-token';
  const place = { prefix: '/v2/school', schoolCode: 'ABC123' };
  const provider = await startMessy({ ...place, token, manyNews, now: WORLD_NOW });
  const site = await startSite({
    now: () => WORLD_NOW,
    // With its lists loaded a page is sent in one piece.
    prewarm: true,
    environment: {
      PROVIDER_URL: provider.url,
      PROVIDER_TOKEN: token,
      SCHOOL_CODE: provider.schoolCode,
      TRUST_PROXY: '1',
    },
  });
  return {
    provider,
    site,
    close: async () => {
      await site.close();
      await provider.stop();
    },
  };
}

/** Words of the pages that each campus has under its own prefix. */
const SEGMENTS = (
  'Events Gallery News Vision Mission LifeatGis SafetySecurity Infrastructure ExtraCurricularActivity ' +
  'Sports Career Admission Tc ErpSoftware ChairmanMessage ChairpersonMessage AcademicHeadMessage PrincipalMessage'
).split(' ');

/** Path of a page of a campus. */
export function pathOf(school: School, segment: string): string {
  return school === 'NEKPUR' ? `/nekhpur/${segment}` : `/${segment}`;
}

export const homeOf = (school: School): string => (school === 'NEKPUR' ? '/Home' : '/HomeFr');

/** Every page of a campus without its albums; lists with all their years. */
export function pagesOf(school: School): string[] {
  const pages = SEGMENTS.map((segment) =>
    ['Events', 'Gallery', 'News'].includes(segment)
      ? `${pathOf(school, segment)}?year=All`
      : pathOf(school, segment),
  );
  return [homeOf(school), ...(school === 'FARRUKHABAD' ? ['/', '/Campus'] : []), ...pages];
}

/** A page that must be there; waits for lists that come late. */
export async function openPage(site: TestSite, path: string): Promise<Element> {
  const response = await fetch(site.url + path);
  const html = await response.text();
  if (response.status !== 200) throw new Error(`${path} is ${response.status}`);
  return readPage(html);
}

type FetchedFile = { status: number; type: string; bytes: Buffer };

/** Fetches addresses of a site, each once, six at a time, as a browser does with its connections. */
export class Fetched {
  readonly #site: TestSite;
  readonly #agent = new Agent({ connections: 6 });
  readonly #responses = new Map<string, Promise<FetchedFile>>();

  constructor(site: TestSite) {
    this.#site = site;
  }

  get(address: string): Promise<FetchedFile> {
    const response = this.#responses.get(address) ?? this.#fetch(address);
    this.#responses.set(address, response);
    return response;
  }

  async #fetch(address: string): Promise<FetchedFile> {
    const url = new URL(address, this.#site.url);
    const { statusCode, headers, body } = await request(url, { dispatcher: this.#agent });
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, type: String(headers['content-type']), bytes };
  }

  /** Hashes of the originals behind the provider's pictures and links of an element. */
  async originals(element: Element): Promise<string[]> {
    const { pictures, links } = addressesOf(element);
    const own = [...pictures, ...links].filter((address) => address.startsWith('/api/image/'));
    const bare = new Set(own.map((address) => address.split('?')[0] ?? ''));
    const files = await Promise.all([...bare].map((address) => this.get(address)));
    return files.map(({ bytes }) => sha256(bytes));
  }
}
