import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadContent } from '../server/content/content.ts';
import { HttpProvider } from '../server/provider/http-provider.ts';
import { ListCache } from '../server/provider/list-cache.ts';
import { startSampleProvider } from '../sample/provider.ts';
import { localTexts } from '../server/pages/local-texts.ts';
import { PageRenderer } from '../server/pages/page-renderer.ts';
import { loadPublication } from '../server/publication/publication.ts';
import { createInlineStyles } from '../server/pages/styles/inline-styles.ts';
import { createSecurityHeaders } from '../server/http/security-headers.ts';
import { loadAssets } from '../server/http/assets.ts';
import { SiteSearch } from '../server/publish/search/site-search.ts';
import { createLog } from '../server/log/log.ts';
import { createAddresses } from '../client/addresses.ts';

const [path = '/HomeFr', rounds = '200', perRound = '4'] = process.argv.slice(2);
const log = createLog({ level: 'silent', destination: { write: () => undefined } });
const sample = await startSampleProvider({ folder: resolve('sample'), dataDir: null });
const provider = new HttpProvider({ url: sample.url, token: null, log });
const now = () => new Date();
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
const lists = new ListCache({ provider, schoolCode: 'GISNUP', log, now, folder });
const content = await loadContent(resolve('content'));
const addresses = createAddresses(content);
const address = addresses.pageAt(path);
if (address === undefined) throw new Error(`no page at ${path}`);
await Promise.all(address.page.lists.map((name) => lists.get(name)));
const assets = loadAssets(resolve('dist'), loadPublication(resolve('dist')).folder);
const noCache = { get: () => undefined, set: () => undefined, size: () => 0 };
const security = createSecurityHeaders({
  siteUrl: 'http://localhost:3000',
  hstsSeconds: 0,
  frameOrigins: [],
});
const renderer = new PageRenderer({
  pages: noCache,
  notFoundPages: noCache,
  assets,
  settings: { schoolCode: 'GISNUP', siteUrl: 'http://localhost:3000', hasWorker: false },
  isSample: false,
  pictures: { metadata: () => undefined, isDocument: () => false },
  documentTexts: new Map(),
  notices: { current: () => [], revision: () => 0 },
  texts: localTexts(content, assets.manifest),
  now,
  lists,
  siteSearch: new SiteSearch({ lists, sources: [], meaning: () => null, log, now }),
  addresses,
  content,
  inlineStyles: createInlineStyles(assets, security),
  log,
});
const WARM_UP = 60;

/** The page as after a post of another form: no cache takes it, and it is not compressed. */
async function renderPage(): Promise<Buffer> {
  if (address === undefined) throw new Error(`no page at ${path}`);
  return renderer.renderForm(address, { form: 'career', outcome: 'failed' }, 'bench');
}

async function millisecondsOf(render: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < Number(perRound); index += 1) await render();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / Number(perRound);
}

const html = await renderPage();
const milliseconds: number[] = [];
for (let round = -WARM_UP; round < Number(rounds); round += 1) {
  const time = await millisecondsOf(renderPage);
  if (round >= 0) milliseconds.push(time);
}
const sorted = milliseconds.toSorted((a, b) => a - b);
const [lower, middle, upper] = [0.25, 0.5, 0.75].map((share) =>
  sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(2),
);
console.log(`| ${path} | ${html.length} | ${middle} (${lower} to ${upper}) |`);
await provider.close();
await sample.stop();
