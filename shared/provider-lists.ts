import type * as z from 'zod/mini';
import { CAMPUSES, type Campus } from './campuses.ts';
import {
  albumRule,
  campusRecords,
  eventRule,
  isShown,
  newsRule,
  withOwnIds,
  type CampusRule,
  type Owned,
} from './campus-records.ts';
import { parseDay } from './parse-day.ts';
import { RAW } from './raw-rows.ts';
import { isLeader, toBirthday, toLeader, toNotice, toTitled } from './records.ts';

/** Pages load no picture from elsewhere (`img-src 'self'`); to a document elsewhere there is a link. */
export type FileUse = 'picture' | 'document';

/** What a list says of itself; a type of its own for each of the provider's shapes. */
type ListFields<Raw, Rec> = CampusRule<Raw, Rec> & {
  path: (schoolCode: string, id: string) => string;
  row: z.ZodMiniType<Raw>;
  /** Fields that name files. */
  files: Partial<Record<keyof Raw & string, FileUse>>;
  /** Field with the address of something else. */
  link?: keyof Raw & string;
  date?: keyof Raw & string;
  /** The answer is about the day on which it was given, so it is never shown after midnight in India. */
  expiresAtMidnight?: true;
  /** The list is asked for by an id; without one it is empty. */
  needsId?: true;
};

/** How a list is fetched; a row may say otherwise. */
const FETCH = {
  /** Whether the call carries the token. */
  withToken: false,
  freshSeconds: 60,
  /** How long an old answer may stand in while the provider is down (docs/promises.md#c1). */
  staleSeconds: 7 * 24 * 60 * 60,
};

type ListRow<Raw, Rec> = ListFields<Raw, Rec> & typeof FETCH;

function list<Raw extends Owned, Rec>(
  row: ListFields<Raw, Rec> & Partial<typeof FETCH>,
): ListRow<Raw, Rec> {
  return { ...FETCH, ...row };
}

const newsFields = {
  row: RAW.news,
  files: { attachments: 'document' },
  date: 'fromDate',
  ...newsRule,
} as const;

const eventFields = {
  row: RAW.event,
  files: { images: 'picture', attachments: 'document' },
  link: 'url',
  date: 'date',
  ...eventRule,
} as const;

const albumFields = {
  row: RAW.album,
  files: { attachments: 'picture' },
  link: 'url',
  date: 'date',
  ...albumRule,
} as const;

const titledFields = {
  row: RAW.titled,
  files: { attachments: 'document' },
  to: toTitled,
} as const;

/** One row per list of the provider, with the exact letter case of its path. */
export const PROVIDER_LISTS = {
  birthdays: list({
    path: (code) => `/api/birthdays/${code}`,
    row: RAW.birthday,
    files: { attachments: 'picture' },
    shows: (raw) => raw.category === 'Teacher' || raw.category === 'Student',
    to: toBirthday,
    expiresAtMidnight: true,
  }),
  news: list({ path: (code) => `/api/news/${code}`, ...newsFields }),
  newsAll: list({ path: (code) => `/api/news/all/${code}`, ...newsFields }),
  events: list({ path: (code) => `/api/events/${code}`, ...eventFields }),
  eventsAll: list({ path: (code) => `/api/events/All/${code}`, ...eventFields }),
  gallery: list({ path: (code) => `/api/gallery/${code}`, ...albumFields }),
  galleryAll: list({ path: (code) => `/api/gallery/All/${code}`, ...albumFields }),
  subGallery: list({
    path: (_code, id) => `/api/subGallery?id=${encodeURIComponent(id)}`,
    ...albumFields,
    shows: () => true,
    sharedWithoutSchool: true,
    needsId: true,
  }),
  notification: list({
    path: (code) => `/api/notification/${code}`,
    withToken: true,
    row: RAW.notification,
    files: { image: 'picture', attachments: 'document' },
    link: 'url',
    sharedWithoutSchool: true,
    to: toNotice,
  }),
  onlineRegistration: list({
    path: (code) => `/api/onlineRegistration/${code}`,
    withToken: true,
    ...titledFields,
  }),
  principalMessage: list({
    path: (code) => `/api/principalMessage/${code}`,
    withToken: true,
    row: RAW.leader,
    files: { attachments: 'picture' },
    shows: isLeader,
    to: toLeader,
  }),
  highlight: list({
    path: (code) => `/api/highlight/${code}`,
    ...titledFields,
  }),
} as const;

export type ListName = keyof typeof PROVIDER_LISTS;

export const LIST_NAMES = Object.keys(PROVIDER_LISTS) as readonly ListName[];

export type RecordOf<Name extends ListName> = ReturnType<(typeof PROVIDER_LISTS)[Name]['to']>;

/** The provider's row of a list, after its schema. */
export type RawOf<Name extends ListName> = Parameters<(typeof PROVIDER_LISTS)[Name]['to']>[0];

/** The records of a list that one campus shows, in the provider's order. */
export function recordsFor<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): RecordOf<Name>[] {
  return campusRecords(listRow(name), rows, campus);
}

/** The same, a row at each step. */
export function* recordsInSteps<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): Generator<void, RecordOf<Name>[]> {
  const row = listRow(name);
  const records: RecordOf<Name>[] = [];
  for (const raw of rows) {
    if (isShown(row, raw, campus)) records.push(row.to(raw));
    yield;
  }
  return row.isAddressedById ? records : withOwnIds(records);
}

/** Rows that neither campus shows, because of their school or their category. */
export function hiddenRows<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
): RawOf<Name>[] {
  const row = listRow(name);
  return rows.filter((raw) => !CAMPUSES.some((campus) => isShown(row, raw, campus)));
}

/** Rows whose date nobody can read; those without a date are not among them. */
export function undatedRows<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
): RawOf<Name>[] {
  const { date } = listRow(name);
  if (date === undefined) return [];
  return rows.filter((raw) => raw[date] !== '' && parseDay(String(raw[date])) === null);
}

function listRow<Name extends ListName>(name: Name): ListRow<RawOf<Name>, RecordOf<Name>> {
  // TypeScript cannot see that a list's functions and its rows belong together.
  return PROVIDER_LISTS[name] as unknown as ListRow<RawOf<Name>, RecordOf<Name>>;
}
