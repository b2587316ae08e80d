import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bareElements } from './bare-elements.ts';
import { loadContent } from '../server/content.ts';
import { uncachedRenderer } from './uncached-renderer.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { startSampleProvider } from '../sample/provider.ts';
import { SiteSearch } from '../server/search/site-search.ts';
import { createLog } from '../server/web/log.ts';
import { createAddresses } from '../client/addresses.ts';
import { FRAME_LISTS } from '../client/routes.tsx';

/**
 * Prints JSON: CPU of rendering a page from known lists, without compression, in milliseconds, and in
 * multiples of what React takes for its bare elements. Rounds of both are short and take turns, so that
 * what else a shared machine does meets both alike.
 */
const [path = '/HomeFr', rounds = '200', perRound = '4'] = process.argv.slice(2);
const log = createLog({ level: 'silent', destination: { write: () => undefined } });
const dataDir = mkdtempSync(join(tmpdir(), 'gis-bench-'));
const sample = await startSampleProvider({ folder: resolve('sample'), dataDir: null });
const provider = new HttpProvider({ url: sample.url, token: null, log });
const now = () => new Date();
const lists = new ListCache({ provider, schoolCode: 'GISNUP', log, now, snapshots: null });
const content = await loadContent(resolve('content'));
const addresses = createAddresses(content);
const address = addresses.pageAt(path);
if (address === undefined) throw new Error(`no page at ${path}`);
await Promise.all([...FRAME_LISTS, ...address.page.lists].map((name) => lists.get(name)));
const renderer = uncachedRenderer({
  lists,
  siteSearch: new SiteSearch({ lists, sources: [], log }),
  addresses,
  content,
  log,
  finish: (html) => ({
    bodies: { identity: html, br: html, gzip: html },
    etags: { identity: '', br: '', gzip: '' },
  }),
});
/** Rounds that warm the compiler. */
const WARM_UP = 60;

async function renderPage(): Promise<Buffer> {
  if (address === undefined) throw new Error(`no page at ${path}`);
  const prepared = await renderer.prepare(address, {}, 'bench');
  if (prepared.kind !== 'complete') throw new Error('a list was missing');
  return prepared.page.bodies.identity;
}

async function millisecondsOf(render: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < Number(perRound); index += 1) await render();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / Number(perRound);
}

const html = await renderPage();
const renderBare = bareElements(html.toString());
const milliseconds: number[] = [];
const multiples: number[] = [];
for (let round = -WARM_UP; round < Number(rounds); round += 1) {
  const page = await millisecondsOf(renderPage);
  const bare = await millisecondsOf(renderBare);
  if (round < 0) continue;
  milliseconds.push(page);
  multiples.push(page / bare);
}

function quartiles(values: readonly number[]): (number | undefined)[] {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.floor((sorted.length - 1) * share)]);
}

console.log(
  JSON.stringify({
    path,
    bytes: html.length,
    milliseconds: quartiles(milliseconds),
    multiples: quartiles(multiples),
  }),
);
await provider.close();
await sample.stop();
rmSync(dataDir, { recursive: true, force: true });
