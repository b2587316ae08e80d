import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startProcess } from '../support/process.ts';
import { startTestProvider, type TestProvider } from '../support/providers/test-provider.ts';
import type { Campus } from '../../shared/campuses.ts';
import { recordPath, type RecordSegment } from '../../shared/record-paths.ts';
import { RUNS } from '../support/effort.ts';

/** Record addresses that are opened one after the other. */
const VISITS = 2_000 * RUNS;
/** A busy machine renders 10 pages a second; one that is not, hundreds. */
const LIMIT_MS = 400_000 + VISITS * 100;
const SAMPLE = 300;
const CONNECTIONS = 4;
const MIB = 1024 * 1024;
/** docs/promises.md#c11: finished pages in memory. */
const MAX_PAGES_BYTES = 32 * MIB;

/** Ids as no tidy provider would give them. */
const ODD_IDS = [
  '2026/11/a',
  'वार्षिक-१',
  `it's "quoted" & <b>`,
  'y'.repeat(200),
  'a b+c%20d',
  '%2F',
];

type Planted = { segment: RecordSegment; campus: Campus; row: { _id: string; title: string } };

const CAMPUSES: readonly Campus[] = ['FARRUKHABAD', 'NEKPUR'];
const planted: Planted[] = [];

function plant(segment: RecordSegment, count: number, more: (index: number) => object): object[] {
  return Array.from({ length: count }, (_, index) => {
    const campus = CAMPUSES[index % 2] ?? 'NEKPUR';
    const row = {
      _id: ODD_IDS[index] ?? `${segment}-${index}`,
      school: campus,
      title: `${segment} number ${index}`,
      description: `Mark${segment}${index}. Children show what they have learnt this year.`,
      ...more(index),
    };
    planted.push({ segment, campus, row });
    return row;
  });
}

function dayOf(index: number): string {
  return `${2020 + (index % 6)}-${String(1 + (index % 12)).padStart(2, '0')}-05`;
}

let provider: TestProvider;
let site: Awaited<ReturnType<typeof startProcess>>;
let endSite: () => Promise<void>;
let adminPort: number;
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });

beforeAll(async () => {
  provider = await startTestProvider({ has: 'nothing' });
  provider.setList(
    'eventsAll',
    plant('Events', 2_000, (index) => ({ date: dayOf(index) })),
  );
  provider.setList(
    'newsAll',
    plant('News', 5_000, (index) => ({ category: 'News', fromDate: dayOf(index) })),
  );
  const albums = plant('Gallery', 300, (index) => ({
    category: 'PhotoGallery',
    date: dayOf(index),
    attachments: [`photos/${index}.jpg`],
  }));
  provider.setList('galleryAll', albums);
  for (const album of albums as Planted['row'][]) provider.albums.set(album._id, album);
  for (const list of ['events', 'news', 'gallery'] as const) provider.setList(list, []);
  adminPort = await freePort();
  site = await startProcess(
    { PROVIDER_URL: provider.url, ADMIN_PORT: String(adminPort) },
    { atEnd: (end) => void (endSite = end) },
  );
});
afterAll(async () => {
  agent.destroy();
  await endSite();
  await provider.stop();
});

async function get(path: string): Promise<{ status: number; text: string }> {
  const request = http.get({ port: site.port, host: '127.0.0.1', path, agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks = await response.toArray();
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() };
}

async function eachAtOnce<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const item of waiting) await run(item);
    }),
  );
}

function addressOf({ segment, campus, row }: Planted): string {
  const path = recordPath(campus, segment, { id: row._id, title: row.title });
  if (path === null) throw new Error(`${row._id} makes no address`);
  return path;
}

function randomOf<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from(
    { length: count },
    () => items[Math.floor(Math.random() * items.length)],
  ).filter((item) => item !== undefined);
}

test('every record of a large provider is in the sitemaps, once in each language', async () => {
  const { text: index } = await get('/sitemap.xml');
  const files = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, file = '']) => new URL(file));
  const locations: string[] = [];
  for (const { pathname } of files) {
    if (pathname === '/sitemaps/pages.xml') continue;
    const startedAt = performance.now();
    const { text, status } = await get(pathname);
    expect(status).toBe(200);
    const found = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url);
    console.log(
      `${pathname}: ${found.length} addresses, ${Math.round(text.length / 1024)} KiB, ${Math.round(performance.now() - startedAt)} ms`,
    );
    locations.push(...found.map((url) => new URL(url.replaceAll('&apos;', "'")).pathname));
  }
  expect(new Set(locations).size).toBe(locations.length);
  const expected = planted
    .map((record) => new URL(addressOf(record), 'http://x').pathname)
    .flatMap((path) => [path, `/hi${path}`]);
  expect(locations.toSorted()).toEqual(expected.toSorted());
});

test(`odd ids and ${SAMPLE} random records: each has its page, which another slug redirects to`, async () => {
  const odd = planted.filter(({ row }) => ODD_IDS.includes(row._id));
  expect(odd).toHaveLength(3 * ODD_IDS.length);
  const wrong: string[] = [];
  await eachAtOnce([...odd, ...randomOf(planted, SAMPLE)], async (record) => {
    const address = addressOf(record);
    const { status, text } = await get(address);
    if (status !== 200 || !text.includes(`<h1>${record.row.title}</h1>`))
      wrong.push(`${address}: ${status}`);
    const other = `${address.slice(0, address.lastIndexOf('/'))}/another-name`;
    const redirect = await get(other);
    if (redirect.status !== 301) wrong.push(`${other}: ${redirect.status}`);
  });
  expect(wrong).toEqual([]);
});

test(
  `C11: ${VISITS} addresses of records keep the finished pages within their bound`,
  async () => {
    let bytes = 0;
    await eachAtOnce(randomOf(planted, VISITS), async (record) => {
      const { text } = await get(addressOf(record));
      bytes += Buffer.byteLength(text);
    });
    const health: unknown = await (await fetch(`http://127.0.0.1:${adminPort}/health`)).json();
    const { pages } = health as { pages: number };
    const identity = bytes / VISITS;
    console.log(`${VISITS} visits, ${Math.round(identity)} bytes each: ${pages} pages in memory`);
    expect(pages).toBeGreaterThan(100);
    // Each is also kept in two compressed forms, which are not counted here.
    expect(pages * identity).toBeLessThan(MAX_PAGES_BYTES);
  },
  LIMIT_MS,
);
