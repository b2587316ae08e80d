import { element, xml, XML_DECLARATION } from '../xml.ts';
import { FEED_TYPE } from '../../../shared/records/feed-paths.ts';

export type FeedItem = {
  uuid: string;
  title: string;
  text: string;
  url: string;
  publishedAt: Date | null;
  enclosure: { url: string; type: string } | null;
};

type FeedOptions = {
  title: string;
  description: string;
  url: string;
  self: string;
  items: readonly FeedItem[];
};

/** How long a reader may keep a feed, in minutes. */
const TTL_MINUTES = 60;

/** A feed in RSS 2.0. */
export function feedXml(feed: FeedOptions): string {
  const items = feed.items.map(({ uuid, title, text, url, publishedAt, enclosure }) =>
    element(
      'item',
      {},
      element('title', {}, xml(title)),
      element('link', {}, xml(url)),
      element('guid', { isPermaLink: 'false' }, xml(`urn:uuid:${uuid}`)),
      // Readers take it for HTML: a text that looks like a tag must not become one.
      element('description', {}, xml(xml(text).replaceAll('\n', '<br>'))),
      publishedAt === null ? '' : element('pubDate', {}, publishedAt.toUTCString()),
      // The length of the file is not known; RSS requires one.
      enclosure === null ? '' : element('enclosure', { ...enclosure, length: '0' }),
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
        element('ttl', {}, String(TTL_MINUTES)),
        element('atom:link', { rel: 'self', type: FEED_TYPE, href: feed.self }),
        ...items,
      ),
    )
  );
}
