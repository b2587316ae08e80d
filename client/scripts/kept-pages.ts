import { keptPages, type KeptPage } from './offline/kept-pages.ts';

/** The offline pages are no visited pages; the same in client/routes.tsx. */
const OFFLINE_PAGE = '/Offline';

/** As much of a page as its title is in, in characters. */
const HEAD = 4_000;

/** Fills the list of the visited pages that open without a network; it stays hidden where there is none. */
export function enhance(section: HTMLElement): void {
  // Storage may be blocked: then nothing is kept.
  if ('caches' in window) fill(section).catch(() => undefined);
}

async function fill(section: HTMLElement): Promise<void> {
  const visited = (await keptPages()).filter(({ url }) => !url.endsWith(OFFLINE_PAGE));
  const links = await Promise.all(visited.map(linkOf));
  const list = section.querySelector('ul');
  list?.append(
    ...links.map((link) => {
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  section.hidden = links.length === 0;
}

async function linkOf({ cache, url }: KeptPage): Promise<HTMLAnchorElement> {
  const html = await (await cache.match(url, { ignoreVary: true }))?.text();
  const link = document.createElement('a');
  link.href = url;
  const { title } = new DOMParser().parseFromString(html?.slice(0, HEAD) ?? '', 'text/html');
  link.textContent = title || link.pathname;
  return link;
}
