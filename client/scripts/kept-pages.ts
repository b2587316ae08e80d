import { keptPages, type KeptPage } from './offline/page-store.ts';
import { OFFLINE_LIMITS, OFFLINE_PAGE } from './offline/offline-limits.ts';

/** Lists the visited pages that open offline. */
export function enhance(section: HTMLElement): void {
  // Storage may be blocked: then nothing is kept.
  if ('caches' in window) fill(section).catch(() => undefined);
}

async function fill(section: HTMLElement): Promise<void> {
  const oldest = Date.now() - OFFLINE_LIMITS.pageMs;
  const visited = (await keptPages()).filter(
    ({ url, at }) => !url.endsWith(`/${OFFLINE_PAGE}`) && at > oldest,
  );
  const links = await Promise.all(visited.map(createLink));
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

async function createLink({ cache, url }: KeptPage): Promise<HTMLAnchorElement> {
  const html = await (await cache.match(url, { ignoreVary: true }))?.text();
  const link = document.createElement('a');
  link.href = url;
  const [head = ''] = /<title>.*?<\/title>/s.exec(html ?? '') ?? [];
  const { title } = new DOMParser().parseFromString(head, 'text/html');
  link.textContent = title || link.pathname;
  return link;
}
