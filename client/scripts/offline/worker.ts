import { CACHE_PREFIX, cacheNames, KEPT_AT, keptPages } from './page-store.ts';
import { OFFLINE_LIMITS } from './offline-limits.ts';
import { WAITING_FORMS } from './form-store.ts';
import { sendWaitingForms } from './waiting-forms.ts';
import { after } from '../../after.ts';
import { savesData } from '../../connection.ts';
import { parseLanguage } from '../../../shared/languages.ts';

/** Prepended to this code (server/http/service-worker.ts). */
export type Build = {
  version: string;
  /** What every page is made of: styles, fonts, scripts, logo. */
  frame: readonly string[];
  /** What is shown where there is no network. The first whose `paths`, a regular expression, match the requested one counts. */
  offlinePages: readonly { path: string; paths: string }[];
  /** Query parameters that select a page. */
  searchKeys: readonly string[];
};

export type PageMessage = { assets: readonly string[]; isControlled: boolean };

declare const self: ServiceWorkerGlobalScope & { BUILD: Build };

const { version, frame, offlinePages, searchKeys } = self.BUILD;
const CACHE = CACHE_PREFIX + version;
const STAND_INS = offlinePages.map(({ path }) => path);
/** Cached for visitors of Hindi pages. */
const HINDI_STAND_INS = STAND_INS.map((path) => `/hi${path}`);
/** Pages of an older build use assets of its cache. */
const ANYWHERE = { ignoreVary: true };
/** The HTTP cache may respond with an older copy (stale-while-revalidate). */
const NEWEST = { cache: 'no-cache' } as const;

/** Age of a shown copy by its address, until the page asks: the client of a prefetched page is not that of its request. */
const shown = new Map<string, number>();

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  if (event.source instanceof Client) afterwards(event, onPageMessage(event.source, event.data));
});
self.addEventListener('sync', (event) => {
  const isOurs = 'tag' in event && event.tag === WAITING_FORMS;
  if (isOurs && event instanceof ExtendableEvent) event.waitUntil(sendWaitingForms());
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(pageResponse(event));
  else if (isCode(pathname)) event.respondWith(assetResponse(event));
  // Pictures are not kept by us: the browser's own cache may still have them.
  else if (!navigator.onLine && /^\/(api\/image|assets)\//.test(pathname))
    event.respondWith(fetch(request.url, { cache: 'force-cache' }));
});

/** The page's own assets are in the HTTP cache already. */
async function install(): Promise<void> {
  // The previous worker stays: nothing is fetched for a visitor who has begun to save data.
  if (savesData()) throw new Error('saveData');
  await Promise.all(frame.map(fetchAsset));
  await Promise.all(STAND_INS.map(keepStandIn));
  await self.skipWaiting();
}

/** The build that was visited last stays, after a rollback too; the others go. */
async function activate(): Promise<void> {
  const last = (await keptPages()).find(({ name }) => name !== CACHE)?.name;
  for (const name of await cacheNames())
    if (name !== CACHE && name !== last) await caches.delete(name);
  // Safari before 15.4 has none.
  if ('navigationPreload' in self.registration) {
    const { navigationPreload } = self.registration;
    // Offline, Firefox 153 shows its own error for a preloaded page, whatever the worker responds.
    const failsWithPreload = navigator.userAgent.includes('Firefox/');
    await (failsWithPreload ? navigationPreload.disable() : navigationPreload.enable());
  }
  await self.clients.claim();
}

/** Network first; the cached copy on failure, delay or a server error. */
async function pageResponse(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  shown.delete(pageAddress(url));
  const network = fromNetwork(event).catch(() => null);
  event.waitUntil(network);
  // Storage may be blocked or damaged; the network is there all the same.
  const kept = await findPage(url).catch(() => undefined);
  if (kept === undefined) return (await network) ?? (await offlinePage(url));
  const response = await Promise.race([network, after(OFFLINE_LIMITS.networkMs)]);
  if (response !== null && response.status < 500) return response;
  shown.set(pageAddress(url), Number(kept.headers.get(KEPT_AT)));
  return kept;
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  const response = preloaded ?? (await fetch(event.request));
  const { url } = event.request;
  // What the school has taken down is taken down here too.
  if ([404, 410].includes(response.status)) afterwards(event, forget(url));
  if (savesData()) return response;
  if (mayKeep(response)) afterwards(event, store(url, response.clone()));
  return response;
}

/** May fail, for example on a full device: the response is already sent. */
function afterwards(event: ExtendableEvent, work: Promise<void>): void {
  event.waitUntil(work.catch(() => undefined));
}

/** Also while streamed: nothing else can be shown. */
function keepStandIn(path: string): Promise<void> {
  return keepPage(path, ({ ok }) => ok);
}

/** @throws Error when it cannot be fetched or must not be cached. */
async function keepPage(url: string, isFit = mayKeep): Promise<void> {
  const response = await fetch(url, NEWEST);
  if (!isFit(response)) throw new Error(`${url} cannot be kept`);
  await store(url, response);
}

async function store(address: string, response: Response): Promise<void> {
  const body = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, String(Date.now()));
  const cache = await caches.open(CACHE);
  await cache.put(pageAddress(address), new Response(body, { headers }));
  for (const old of await makeRoom()) await keepPage(old).catch(() => undefined);
}

/**
 * Whether a response may be cached. Responses to forms and searches, the page after a form, errors and pages
 * that lack a list have `no-store`.
 */
function mayKeep(response: Response): boolean {
  const caching = response.headers.get('Cache-Control') ?? '';
  return response.ok && isHtml(response) && !caching.includes('no-store');
}

function isHtml({ headers }: Response): boolean {
  return (headers.get('Content-Type') ?? '').startsWith('text/html');
}

/** A cached page that is not too old, of this build if it has one. */
async function findPage(url: string): Promise<Response | undefined> {
  const address = pageAddress(url);
  const current = await (await caches.open(CACHE)).match(address, ANYWHERE);
  const kept = current ?? (await caches.match(address, ANYWHERE));
  const age = Date.now() - Number(kept?.headers.get(KEPT_AT));
  return age < OFFLINE_LIMITS.pageMs ? kept : undefined;
}

/** Without what selects no page: its fragment, and what other sites add to links to this one. */
function pageAddress(url: string): string {
  const address = new URL(url, location.origin);
  address.hash = '';
  const keys = [...address.searchParams.keys()];
  for (const key of keys) if (!searchKeys.includes(key)) address.searchParams.delete(key);
  return address.href;
}

async function forget(url: string): Promise<void> {
  for (const name of await cacheNames())
    await (await caches.open(name)).delete(pageAddress(url), ANYWHERE);
}

/**
 * Holds the visited pages to their limits; the offline pages always stay.
 * Resolves to those of them that are old.
 */
async function makeRoom(): Promise<string[]> {
  const { pages, pageMs, offlinePageMs } = OFFLINE_LIMITS;
  const seen = new Set<string>();
  const old: string[] = [];
  let count = 0;
  for (const { cache, url, at } of await keptPages()) {
    const isNewest = !seen.has(url);
    // A copy from the future was made while the clock of the device was ahead.
    const age = Math.abs(Date.now() - at);
    seen.add(url);
    if (isNewest && STAND_INS.concat(HINDI_STAND_INS).includes(new URL(url).pathname)) {
      if (age > offlinePageMs) old.push(url);
      continue;
    }
    if (age <= pageMs) count += 1;
    if (!isNewest || count > pages || age > pageMs) await cache.delete(url, ANYWHERE);
  }
  return old;
}

async function offlinePage(url: string): Promise<Response> {
  const { pathname } = new URL(url);
  const { path = '' } =
    offlinePages.find(({ paths }) => new RegExp(paths, 'i').test(pathname)) ?? {};
  const kept = async (own: string): Promise<Response | undefined> =>
    (await caches.open(CACHE)).match(own, ANYWHERE).catch(() => undefined);
  const hindi = parseLanguage(pathname) === 'hi' ? await kept(`/hi${path}`) : undefined;
  return hindi ?? (await kept(path)) ?? Response.error();
}

/** Assets are immutable. */
async function assetResponse(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const kept = await caches.match(request, ANYWHERE).catch(() => undefined);
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (!savesData()) afterwards(event, keepAsset(request.url, response.clone()));
  return response;
}

async function fetchAsset(url: string): Promise<void> {
  await keepAsset(url, await fetch(url));
}

/** @throws Error when it is no asset: a network or a proxy may respond with a page of its own, and 200. */
async function keepAsset(url: string, response: Response): Promise<void> {
  if (!response.ok || isHtml(response)) throw new Error(`${url} cannot be kept`);
  await (await caches.open(CACHE)).put(url, response);
}

async function onPageMessage(page: Client, { assets, isControlled }: PageMessage): Promise<void> {
  const address = pageAddress(page.url);
  const keptAt = shown.get(address);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client's has none
  if (keptAt !== undefined) page.postMessage(keptAt);
  shown.delete(address);
  if (savesData()) return;
  const cache = await caches.open(CACHE);
  for (const asset of assets)
    if (isCode(new URL(asset).pathname) && !(await caches.match(asset, ANYWHERE)))
      await fetchAsset(asset).catch(() => undefined);
  if (!isControlled) await keepPage(page.url);
  if (parseLanguage(new URL(page.url).pathname) === 'en') return;
  for (const path of HINDI_STAND_INS)
    if ((await cache.match(path, ANYWHERE)) === undefined) await keepStandIn(path);
}

function isCode(path: string): boolean {
  return /^\/assets\/[\w-]+\.(js|css|woff2)$/.test(path);
}
