import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadContent } from '../server/content.ts';
import { PageRenderer } from '../server/pages/page-renderer.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { startSampleProvider } from '../sample/provider.ts';
import { SiteSearch } from '../server/search/site-search.ts';
import { loadAssets } from '../server/web/assets.ts';
import { createLog } from '../server/web/log.ts';
import { createAddresses } from '../client/addresses.ts';
import { FRAME_LISTS } from '../client/routes.tsx';

/** Prints JSON: CPU of rendering a page from known lists, without compression, in milliseconds. */
const [path = '/HomeFr', rounds = '7', perRound = '150'] = process.argv.slice(2);
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
const renderer = new PageRenderer({
  lists,
  siteSearch: new SiteSearch(lists, []),
  pages: { get: () => undefined, set: () => undefined, size: () => 0 },
  addresses,
  content,
  assets: loadAssets(resolve('dist')),
  schoolCode: 'GISNUP',
  siteUrl: 'http://localhost:3000',
  isSample: false,
  imageMetadata: () => undefined,
  log,
  now,
  finish: (html) => ({
    bodies: { identity: html, br: html, gzip: html },
    etags: { identity: '', br: '', gzip: '' },
  }),
});
const times: number[] = [];
let bytes = 0;
for (let round = 0; round < Number(rounds) + 2; round += 1) {
  const before = process.cpuUsage();
  for (let index = 0; index < Number(perRound); index += 1) {
    const prepared = await renderer.prepare(address, {}, 'bench');
    if (prepared.kind !== 'complete') throw new Error('a list was missing');
    bytes = prepared.page.bodies.identity.length;
  }
  const { user, system } = process.cpuUsage(before);
  // The first two rounds warm the compiler.
  if (round >= 2) times.push((user + system) / 1000 / Number(perRound));
}
times.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    node: process.version,
    path,
    bytes,
    minMs: times[0],
    medianMs: times[Math.floor(times.length / 2)],
    maxMs: times.at(-1),
  }),
);
await provider.close();
await sample.stop();
rmSync(dataDir, { recursive: true, force: true });
