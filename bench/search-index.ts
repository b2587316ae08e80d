import { monitorEventLoopDelay } from 'node:perf_hooks';
import { resolve } from 'node:path';
import { createAddresses } from '../client/addresses.ts';
import { loadContent } from '../server/content.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { contentSources } from '../server/search/content-documents.ts';
import { loadDocumentTexts } from '../server/search/document-texts.ts';
import { recordSources } from '../server/search/record-documents.ts';
import { SiteSearch } from '../server/search/site-search.ts';
import { createLog } from '../server/web/log.ts';
import { startTestProvider } from '../tests/providers/test-provider.ts';

/** Prints JSON: what the search of a large provider's records costs, in milliseconds of CPU. */
const SEARCHES = 1_000;
const DESCRIPTION_WORDS = 40;
const COMMON =
  'annual day sports meet science fair exhibition republic independence celebration teachers students parents meeting class result examination holiday notice winter summer vacation admission open bus route change library week hindi painting competition debate quiz house football cricket athletics music dance drama olympiad computer principal chairman guest prize farewell welcome workshop yoga health camp plantation drive children gandhi diwali holi christmas picnic tour वार्षिक उत्सव खेल दिवस परीक्षा परिणाम'.split(
    ' ',
  );

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
const sources = [
  ...contentSources({
    content,
    addresses: createAddresses(content),
    documentTexts: loadDocumentTexts(resolve('dist')),
  }),
  ...recordSources(content),
];
// The fetch and the reading of the lists are not what is measured.
await Promise.all(sources.flatMap((source) => source.lists.map((name) => cache.get(name))));
globalThis.gc?.();
const heapBefore = process.memoryUsage().heapUsed;
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const search = new SiteSearch(cache, sources);
const indexMs = (await cpuOf(() => search.update())).ms;
delay.disable();
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
};

const searches = [];
for (const [name, query] of Object.entries(KINDS)) {
  const times: number[] = [];
  let results = 0;
  for (let index = 0; index < SEARCHES; index += 1) {
    const q = query();
    const { ms, value } = await cpuOf(() => search.find({ q }, 'FARRUKHABAD'));
    times.push(ms);
    results = Math.max(results, value.total);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)];
  searches.push({ name, p50: at(0.5), p99: at(0.99), most: times.at(-1), results });
}

/** Every record is found by its title, or the figures are of something else. */
for (const list of Object.values(lists))
  for (const { title: q } of list.filter((_, index) => index % 97 === 0)) {
    const { hits } = await search.find({ q }, 'FARRUKHABAD');
    if (hits[0]?.title.map(({ text }) => text).join('') !== q)
      throw new Error(`not found by its title: ${q}`);
  }

async function cpuOf<Value>(work: () => Promise<Value>): Promise<{ ms: number; value: Value }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, value };
}

console.log(
  JSON.stringify({ ...search.size(), indexMs, longestMs: delay.max / 1e6, mebibytes, searches }),
);
await client.close();
await provider.stop();
