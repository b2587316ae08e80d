import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageProvider, usePage, type Page } from '../../page-context.tsx';
import type { ListName, RecordOf } from '../../../shared/provider-lists.ts';
import { RAW } from '../../../shared/raw-rows.ts';
import {
  toSchoolEvent,
  type Album,
  type NewsItem,
  type SchoolEvent,
} from '../../../shared/records.ts';

/** Parts by name, each with its states. */
export type PartStates = Readonly<Record<string, Readonly<Record<string, ReactNode>>>>;

export const SHORT = 'Sports Day';
export const LONG =
  'Annual Inter-House Athletics, Kabaddi and Kho-Kho Championship of the Senior and Junior Wings with Prize Distribution by the District Magistrate';
export const HINDI = 'हिन्दी दिवस समारोह, कविता-पाठ एवं वाद-विवाद प्रतियोगिता';
/** A word that has no place to break at. */
export const UNBROKEN = `https://example.org/${'notice-of-the-school-'.repeat(6)}`;
export const PARAGRAPHS = `${HINDI}।\n\n${`${LONG}. `.repeat(5)}`;

/** A picture of the sample provider; at another provider it is missing too. */
export const PICTURE = 'drawings/kabaddi-1.webp';
export const MISSING_PICTURE = 'drawings/no-such-picture.webp';
export const DOCUMENT = 'documents/ptm-slots-classes-6-to-12.pdf';

/** As a provider's row becomes one, so that a new field needs nothing here. */
function eventOf(row: Record<string, unknown>): SchoolEvent {
  return toSchoolEvent(RAW.event.parse(row));
}

export const EVENT = eventOf({
  _id: 'event',
  title: SHORT,
  description: 'Parents are welcome from 8:30.',
  date: '2026-03-09',
  time: '8:30 AM to 1:00 PM',
  venue: 'Playground',
  images: [PICTURE],
  attachments: [DOCUMENT],
});

export const LONG_EVENT: SchoolEvent = {
  ...EVENT,
  title: LONG,
  description: PARAGRAPHS,
  venue: LONG,
  image: MISSING_PICTURE,
};

/** A provider may leave out all that is not required. */
export const BARE_EVENT = eventOf({ _id: 'bare', description: HINDI });

export const HINDI_EVENT: SchoolEvent = { ...EVENT, title: HINDI, description: PARAGRAPHS };

export const EVENTS = [EVENT, LONG_EVENT, HINDI_EVENT, BARE_EVENT];

export const NEWS: NewsItem[] = EVENTS;

export const ALBUM: Album = {
  ...EVENT,
  download: 'https://example.org/photos.zip',
  photos: [PICTURE],
};

export const ALBUMS: Album[] = EVENTS.map((event) => ({
  ...event,
  download: null,
  photos: event.image === null ? [] : [event.image, PICTURE],
}));

type ExampleOptions = {
  lists?: { readonly [Name in ListName]?: readonly RecordOf<Name>[] };
  /** What is otherwise on the page. */
  change?: (page: Page) => Page;
  children: ReactNode;
};

/** Parts that read lists or the page, over others than this page's. */
export function Example({ lists = {}, change = (page) => page, children }: ExampleOptions) {
  const page = usePage();
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, queryFn: () => [] } },
  });
  for (const [name, records] of Object.entries(lists))
    client.setQueryData([name, page.campus, ''], records);
  return (
    <QueryClientProvider client={client}>
      <PageProvider value={change(page)}>{children}</PageProvider>
    </QueryClientProvider>
  );
}

/** A page whose content/site.json says something else. */
export function withSite(more: Partial<Page['content']['site']>): (page: Page) => Page {
  return (page) => ({
    ...page,
    content: { ...page.content, site: { ...page.content.site, ...more } },
  });
}
