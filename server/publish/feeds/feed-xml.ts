import { element, xml, XML_DECLARATION } from '../xml.ts';
import { FEED_TYPES, type FeedFormat } from '../../../shared/records/feed-paths.ts';

export type FeedItem = {
  uuid: string;
  title: string;
  text: string;
  url: string;
  updatedAt: Date;
  publishedAt: Date | null;
  enclosures: readonly { url: string; type: string }[];
};

type FeedOptions = {
  uuid: string;
  title: string;
  description: string;
  url: string;
  self: string;
  author: string;
  updatedAt: Date;
  items: readonly FeedItem[];
};

/** How long a reader may keep an RSS feed, in minutes. */
const RSS_TTL = 60;

/** Writes a feed in each format: Atom (RFC 4287) and RSS 2.0. */
export const FEED_WRITERS: Readonly<Record<FeedFormat, (feed: FeedOptions) => string>> = {
  atom: atomText,
  rss: rssText,
};

function atomText(feed: FeedOptions): string {
  const entries = feed.items.map((item) =>
    element(
      'entry',
      {},
      element('id', {}, xml(`urn:uuid:${item.uuid}`)),
      element('title', {}, xml(item.title)),
      element('link', { rel: 'alternate', type: 'text/html', href: item.url }),
      element('updated', {}, atomDate(item.updatedAt)),
      item.publishedAt === null ? '' : element('published', {}, atomDate(item.publishedAt)),
      element('summary', {}, xml(item.text)),
      ...item.enclosures.map(({ url, type }) =>
        element('link', { rel: 'enclosure', type, href: url }),
      ),
    ),
  );
  return (
    XML_DECLARATION +
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en-IN' },
      element('id', {}, xml(`urn:uuid:${feed.uuid}`)),
      element('title', {}, xml(feed.title)),
      element('subtitle', {}, xml(feed.description)),
      element('author', {}, element('name', {}, xml(feed.author))),
      element('link', { rel: 'self', type: FEED_TYPES.atom, href: feed.self }),
      element('link', { rel: 'alternate', type: 'text/html', href: feed.url }),
      element('updated', {}, atomDate(feed.updatedAt)),
      ...entries,
    )
  );
}

function rssText(feed: FeedOptions): string {
  const items = feed.items.map((item) =>
    element(
      'item',
      {},
      element('title', {}, xml(item.title)),
      element('link', {}, xml(item.url)),
      element('guid', { isPermaLink: 'false' }, xml(`urn:uuid:${item.uuid}`)),
      // RSS readers take it for HTML: a text that looks like a tag must not become one.
      element('description', {}, xml(xml(item.text).replaceAll('\n', '<br>'))),
      item.publishedAt === null ? '' : element('pubDate', {}, item.publishedAt.toUTCString()),
      // One at most; its length is not known, for which RSS has no other word than 0.
      ...item.enclosures
        .slice(0, 1)
        .map(({ url, type }) => element('enclosure', { url, length: '0', type })),
    ),
  );
  return (
    XML_DECLARATION +
    element(
      'rss',
      { version: '2.0', 'xmlns:atom': 'http://www.w3.org/2005/Atom' },
      element(
        'channel',
        {},
        element('title', {}, xml(feed.title)),
        element('link', {}, xml(feed.url)),
        element('description', {}, xml(feed.description)),
        element('language', {}, 'en-IN'),
        element('lastBuildDate', {}, feed.updatedAt.toUTCString()),
        element('ttl', {}, String(RSS_TTL)),
        element('atom:link', { rel: 'self', type: FEED_TYPES.rss, href: feed.self }),
        ...items,
      ),
    )
  );
}

function atomDate(instant: Date): string {
  return instant.toISOString().replace('.000Z', 'Z');
}
