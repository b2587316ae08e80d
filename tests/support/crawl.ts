import { UNCOMPRESSED } from './read-page.ts';

type CrawlOptions = {
  /** Addresses to begin at. */
  from: readonly string[];
  /** How many addresses that match are followed. */
  limits?: readonly { match: RegExp; count: number }[];
};

/** Follows every link of a site: what was seen, and dead links. */
export async function crawl(url: string, { from, limits = [] }: CrawlOptions) {
  const seen = new Set<string>();
  const waiting = [...from];
  const dead: string[] = [];
  const left = limits.map(({ match, count }) => ({ match, count }));
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (seen.has(address)) continue;
    seen.add(address);
    const limit = left.find(({ match }) => match.test(address));
    if (limit !== undefined && (limit.count -= 1) < 0) continue;
    const response = await fetch(url + address, UNCOMPRESSED);
    if (response.status !== 200) dead.push(`${address}: ${response.status}`);
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      const { targets, missing } = linksOf(await response.text(), new URL(address, url));
      waiting.push(...targets);
      dead.push(...missing.map((what) => `${address}${what}`));
    } else {
      await response.body?.cancel();
    }
  }
  return { seen, dead };
}

/** Addresses of this site that a page links to, with what within itself it names and does not have. */
function linksOf(body: string, here: URL): { targets: string[]; missing: string[] } {
  const targets: string[] = [];
  const missing: string[] = [];
  for (const [, target = ''] of body.matchAll(
    /<(?:a|link|script|iframe|img)\b[^>]*?(?:href|src)="([^"]+)"/g,
  )) {
    const url = new URL(target.replaceAll('&amp;', '&'), here);
    if (url.origin !== here.origin) continue;
    targets.push(url.pathname + url.search);
    const isInside = url.href.startsWith(`${here.href}#`);
    if (isInside && !body.includes(`id="${url.hash.slice(1)}"`)) missing.push(url.hash);
  }
  for (const [, id = ''] of body.matchAll(/ id="([\w-]+-title)"/g))
    if (!body.includes(`aria-labelledby="${id}"`)) missing.push(`: ${id} names nothing`);
  return { targets, missing };
}
