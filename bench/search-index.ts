import { resolve } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { createAddresses } from '../client/addresses.ts';
import { loadContent } from '../server/content.ts';
import { uncachedRenderer } from './uncached-renderer.ts';
import { pageAnswer } from '../server/pages/send-page.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { contentSources } from '../server/search/content-documents.ts';
import { loadDocumentTexts } from '../server/search/document-texts.ts';
import { recordSources } from '../server/search/record-documents.ts';
import { SiteSearch } from '../server/search/site-search.ts';
import { createLog } from '../server/web/log.ts';
import { FRAME_LISTS } from '../client/routes.tsx';
import { CAMPUSES, campusPath, type Campus } from '../shared/campuses.ts';
import { startTestProvider } from '../tests/support/providers/test-provider.ts';

/** Prints JSON: what the search of a large provider's records costs, in milliseconds of CPU. */
const SEARCHES = 300;
/** Searches before the measured ones, for the compiler. */
const WARMING = 50;
const DESCRIPTION_WORDS = 40;
const COMMON =
  'annual day sports meet science fair exhibition republic independence celebration teachers students parents meeting class result examination holiday notice winter summer vacation admission open bus route change library week hindi painting competition debate quiz house football cricket athletics music dance drama olympiad computer principal chairman guest prize farewell welcome workshop yoga health camp plantation drive children gandhi diwali holi christmas picnic tour वार्षिक उत्सव खेल दिवस परीक्षा परिणाम'.split(
    ' ',
  );

const OWN_WORDS =
  'school students certificate building water safety children education teachers sports'.split(' ');

/** The same numbers in each run, from 0 to below the limit. */
const random = { state: 1 };
function below(limit: number): number {
  random.state = (random.state * 16_807) % 2_147_483_647;
  return random.state % limit;
}

function common(): string {
  return COMMON[below(COMMON.length)] ?? '';
}

/** One word in five is one of 15,000. */
function textOf(length: number): string {
  return Array.from({ length }, () =>
    below(5) === 0 ? `w${below(15_000).toString(36)}` : common(),
  ).join(' ');
}

function records(kind: string, count: number, more: object = {}) {
  return Array.from({ length: count }, (_, index) => ({
    _id: `${kind}-${index}`,
    school: index % 2 === 0 ? 'FARRUKHABAD' : 'NEKPUR',
    title: `${common()} ${common()} ${common()} ${index}`,
    description: textOf(DESCRIPTION_WORDS),
    date: `${2016 + (index % 11)}-05-${10 + (index % 18)}`,
    fromDate: `${2016 + (index % 11)}-05-${10 + (index % 18)}`,
    ...more,
  }));
}

const provider = await startTestProvider({ has: 'nothing' });
const lists = {
  eventsAll: records('event', 2_000),
  newsAll: records('news', 5_000, { category: 'News' }),
  galleryAll: records('album', 300, { category: 'PhotoGallery' }),
  notification: records('notice', 300),
};
for (const name of ['events', 'news', 'gallery', 'principalMessage'] as const)
  provider.setList(name, []);
for (const name of ['eventsAll', 'newsAll', 'galleryAll', 'notification'] as const)
  provider.setList(name, lists[name]);
const titles = Object.values(lists)
  .flat()
  .map(({ title }) => title);

const log = createLog({ level: 'silent', destination: { write: () => undefined } });
const client = new HttpProvider({ url: provider.url, token: null, log });
const cache = new ListCache({
  provider: client,
  schoolCode: 'GISNUP',
  log,
  now: () => new Date(),
  snapshots: null,
});
const content = await loadContent(resolve('content'));
const addresses = createAddresses(content);
const sources = [
  ...contentSources({
    content,
    addresses,
    documentTexts: loadDocumentTexts(resolve('dist')),
  }),
  ...recordSources(content),
];
// The fetch and the reading of the lists are not what is measured.
await Promise.all(
  [...FRAME_LISTS, ...sources.flatMap((source) => source.lists)].map((name) => cache.get(name)),
);
globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const search = new SiteSearch({ lists: cache, sources, log });
const index = { isMade: false };
const longestTurn = longestTurnUntil(() => index.isMade);
const indexMs = (await cpuOf(() => search.update())).ms;
index.isMade = true;
const longestMs = await longestTurn;
globalThis.gc?.();
const mebibytes = (process.memoryUsage().heapUsed - heapBefore) / 1024 / 1024;

/** Without a letter, as fingers leave one out. */
function withError(word: string): string {
  return word.length > 4 ? word.slice(0, 2) + word.slice(3) : word;
}

const title = (): string => titles[below(titles.length)] ?? '';
const KINDS: Readonly<Record<string, () => string>> = {
  'a title': title,
  'a title with an error in each word': () => title().split(' ').map(withError).join(' '),
  'a common word': common,
  'the first three letters of a word': () => common().slice(0, 3),
  'eight common words': () => Array.from({ length: 8 }, common).join(' '),
  'seven common words and one that nothing has': () =>
    `${Array.from({ length: 7 }, common).join(' ')} qqqqqqqq`,
  'two letters, three times': () => Array.from({ length: 3 }, () => common().slice(0, 2)).join(' '),
  "a word of the school's own texts": () => OWN_WORDS[below(OWN_WORDS.length)] ?? '',
};

const renderer = uncachedRenderer({
  lists: cache,
  siteSearch: search,
  addresses,
  content,
  log,
});

/** The page of a search as it is sent: found, rendered, and compressed. */
async function pageOf(q: string, campus: Campus): Promise<void> {
  const address = addresses.pageAt(campusPath(campus, 'Search'));
  if (address === undefined) throw new Error('no search page');
  const prepared = await renderer.prepare(address, { q }, 'bench');
  if (prepared.kind !== 'complete') throw new Error('a list was missing');
  const answer = pageAnswer({ ...prepared, encoding: 'br', headers: {} });
  if (answer.body.length === 0) throw new Error('an empty page');
}

async function timesOf(query: () => string, work: (q: string) => Promise<unknown>) {
  const times: number[] = [];
  for (let count = -WARMING; count < SEARCHES; count += 1) {
    const q = query();
    // Visitors come with turns between them, in which what a page has left is freed.
    await setTimeout(0);
    const { ms } = await cpuOf(() => work(q));
    if (count >= 0) times.push(ms);
  }
  return times;
}

function summaryOf(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)];
  return { p50: at(0.5), p99: at(0.99), most: sorted.at(-1) };
}

const searches = [];
for (const campus of CAMPUSES) {
  const all: { results: number[]; alone: number[]; page: number[] } = {
    results: [],
    alone: [],
    page: [],
  };
  for (const [name, query] of Object.entries(KINDS)) {
    const results: number[] = [];
    const alone = await timesOf(query, async (q) => {
      results.push((await search.find({ q }, { campus, language: 'en' })).total);
    });
    const page = await timesOf(query, (q) => pageOf(q, campus));
    searches.push(rowOf(name, campus, { results, alone, page }));
    all.results.push(...results);
    all.alone.push(...alone);
    all.page.push(...page);
  }
  searches.push(rowOf('all of these', campus, all));
}

function rowOf(
  name: string,
  campus: Campus,
  { results, alone, page }: Record<'results' | 'alone' | 'page', readonly number[]>,
) {
  return {
    name,
    campus,
    results: Math.max(...results),
    alone: summaryOf(alone),
    page: summaryOf(page),
  };
}

/** Every record is found by its title, or the figures are of something else. */
for (const list of Object.values(lists))
  for (const { title: q } of list.filter((_, position) => position % 97 === 0)) {
    const { hits } = await search.find({ q }, { campus: 'FARRUKHABAD', language: 'en' });
    if (hits[0]?.title.map(({ text }) => text).join('') !== q)
      throw new Error(`not found by its title: ${q}`);
  }

/** How long a request has to wait for its turn at most, in CPU. */
async function longestTurnUntil(isOver: () => boolean): Promise<number> {
  let longest = 0;
  while (!isOver()) longest = Math.max(longest, (await cpuOf(() => setImmediate())).ms);
  return longest;
}

async function cpuOf<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, value };
}

console.log(JSON.stringify({ ...search.size(), indexMs, longestMs, mebibytes, searches }));
await client.close();
await provider.stop();
