import type * as z from 'zod/mini';
import { CAMPUSES, type Campus } from './campuses.ts';
import {
  albumRule,
  campusRecords,
  eventRule,
  isShown,
  newsRule,
  type CampusRule,
} from './campus-records.ts';
import { parseDay } from './parse-day.ts';
import { RAW } from './raw-rows.ts';
import { isLeader, toBirthday, toLeader, toNotice, toTitled } from './to-records.ts';

/**
 * How the files of a field are used. A picture must be the provider's, as pages load none from elsewhere
 * (`img-src 'self'`); to a document elsewhere there is a link.
 */
export type FileUse = 'picture' | 'document';

/**
 * One row per list of the provider: the path with its exact letter case, whether the
 * call carries the token, the provider's shape, which rows a campus shows and what they become, and how
 * long an answer is fresh and may be served stale.
 */
type ListRow<Raw, Rec> = CampusRule<Raw, Rec> & {
  path: (schoolCode: string, id: string) => string;
  withToken: boolean;
  row: z.ZodMiniType<Raw>;
  /** Fields that name files. */
  files: Partial<Record<keyof Raw & string, FileUse>>;
  /** Field with the address of something else. */
  link?: keyof Raw & string;
  /** Field with the date. */
  date?: keyof Raw & string;
  freshSeconds: number;
  /** How long an old answer may stand in while the provider is down (docs/promises.md#c1). */
  staleSeconds: number;
  /** The answer is about the day on which it was given, so it is never shown after midnight in India. */
  expiresAtMidnight?: true;
  /** The list is asked for by an id; without one it is empty. */
  needsId?: true;
};

const DAY_SECONDS = 24 * 60 * 60;
const policy = { freshSeconds: 60, staleSeconds: 7 * DAY_SECONDS };

type Owned = { school: string };

function list<Raw extends Owned, Rec>(row: ListRow<Raw, Rec>): ListRow<Raw, Rec> {
  return row;
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

export const PROVIDER_LISTS = {
  birthdays: list({
    path: (code) => `/api/birthdays/${code}`,
    withToken: false,
    row: RAW.birthday,
    files: { attachments: 'picture' },
    shows: (raw) => raw.category === 'Teacher' || raw.category === 'Student',
    to: toBirthday,
    expiresAtMidnight: true,
    ...policy,
  }),
  news: list({
    path: (code) => `/api/news/${code}`,
    withToken: false,
    ...newsFields,
    ...policy,
  }),
  newsAll: list({
    path: (code) => `/api/news/all/${code}`,
    withToken: false,
    ...newsFields,
    ...policy,
  }),
  events: list({
    path: (code) => `/api/events/${code}`,
    withToken: false,
    ...eventFields,
    ...policy,
  }),
  eventsAll: list({
    path: (code) => `/api/events/All/${code}`,
    withToken: false,
    ...eventFields,
    ...policy,
  }),
  gallery: list({
    path: (code) => `/api/gallery/${code}`,
    withToken: false,
    ...albumFields,
    ...policy,
  }),
  galleryAll: list({
    path: (code) => `/api/gallery/All/${code}`,
    withToken: false,
    ...albumFields,
    ...policy,
  }),
  subGallery: list({
    path: (_code, id) => `/api/subGallery?id=${encodeURIComponent(id)}`,
    withToken: false,
    ...albumFields,
    shows: () => true,
    sharedWithoutSchool: true,
    needsId: true,
    ...policy,
  }),
  notification: list({
    path: (code) => `/api/notification/${code}`,
    withToken: true,
    row: RAW.notification,
    files: { image: 'picture', attachments: 'document' },
    link: 'url',
    sharedWithoutSchool: true,
    to: toNotice,
    ...policy,
  }),
  onlineRegistration: list({
    path: (code) => `/api/onlineRegistration/${code}`,
    withToken: true,
    ...titledFields,
    ...policy,
  }),
  principalMessage: list({
    path: (code) => `/api/principalMessage/${code}`,
    withToken: true,
    row: RAW.leader,
    files: { attachments: 'picture' },
    shows: isLeader,
    to: toLeader,
    ...policy,
  }),
  highlight: list({
    path: (code) => `/api/highlight/${code}`,
    withToken: false,
    ...titledFields,
    ...policy,
  }),
} as const;

export type ListName = keyof typeof PROVIDER_LISTS;

export const LIST_NAMES = Object.keys(PROVIDER_LISTS) as readonly ListName[];

/** What a list's records are on a page. */
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
  const field = listRow(name).date;
  if (field === undefined) return [];
  return rows.filter((raw) => {
    const text = String(raw[field]);
    return text !== '' && parseDay(text) === null;
  });
}

function listRow<Name extends ListName>(name: Name): ListRow<RawOf<Name>, RecordOf<Name>> {
  // TypeScript cannot see that a list's functions and its rows belong together; the signature is what ties them.
  return PROVIDER_LISTS[name] as unknown as ListRow<RawOf<Name>, RecordOf<Name>>;
}
