import type { Row, RowFields } from './entity.ts';
import type { RecordKind } from './record-kind.ts';
import { newestFirst, upcomingFirst } from './order.ts';
import { parseDay } from '../parse-day.ts';

const fields = {
  title: 'line',
  description: 'text',
  date: 'date',
  time: 'time',
  venue: 'line',
  images: 'pictures',
  attachments: 'documents',
  url: 'link',
} as const satisfies RowFields;

export type SchoolEvent = ReturnType<typeof toSchoolEvent>;

function toSchoolEvent(raw: Row<typeof fields>) {
  return {
    id: raw._id || `${raw.title}:${raw.date}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    time: raw.time,
    venue: raw.venue,
    image: raw.images[0] ?? null,
    images: raw.images,
    attachment: raw.attachments[0] ?? null,
    attachments: raw.attachments,
    link: raw.url || null,
  };
}

export const eventRule = { toRecord: toSchoolEvent } as const;

export const events = {
  key: 'events',
  name: 'Event',
  plural: 'Events',
  title: 'Upcoming Events',
  others: 'Other events',
  all: 'All events',
  searchWords: 'event events',
  fields,
  rule: eventRule,
  lists: {
    eventsAll: { path: (code: string) => `/api/events/All/${code}` },
    events: { path: (code: string) => `/api/events/${code}` },
  },
  listOrder: newestFirst,
  feedOrder: upcomingFirst,
  schemaType: 'Event',
} as const satisfies RecordKind<SchoolEvent>;
