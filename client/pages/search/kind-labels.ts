import type { SearchKind } from '../../../shared/site-search.ts';

/** What the kinds are called: as a choice, and beside a result. */
export const KIND_LABELS: Readonly<Record<SearchKind, { all: string; one: string }>> = {
  events: { all: 'Events', one: 'Event' },
  news: { all: 'News', one: 'News' },
  notices: { all: 'Notices', one: 'Notice' },
  albums: { all: 'Photo albums', one: 'Photo album' },
  pages: { all: 'Pages', one: 'Page' },
  documents: { all: 'Documents', one: 'Document' },
  leaders: { all: 'Messages', one: 'Message' },
};
