import * as z from 'zod/mini';
import type { Campus } from './campuses.ts';
import { parseDay } from './dates.ts';
import { safeLink } from './links.ts';
import type {
  Album,
  Birthday,
  FileRef,
  Highlight,
  Leader,
  LeaderRole,
  NewsItem,
  Notice,
  Registration,
  SchoolEvent,
} from './records.ts';

/** Longest text that is kept of one provider field, in characters; the rest is cut. */
const MAX_TEXT = 20_000;
/** Longest HTML of a leader's message, in characters (RELIABILITY S3: 64 kB). */
const MAX_HTML = 64_000;
/** Most files of one record: an album may have thousands of photos. */
const MAX_FILES = 10_000;

const text = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) =>
    wellFormed(String(value ?? ''))
      .trim()
      .slice(0, MAX_TEXT),
  ),
);

const html = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => wellFormed(value ?? '').slice(0, MAX_HTML)),
);

/** Lone surrogates make the UTF-8 of a page differ from its text. */
function wellFormed(value: string): string {
  return value.replace(/\p{Surrogate}/gu, '\ufffd');
}

const requiredText = text.check(z.minLength(1));

/** A file is a text, or an object with `path` or `_id`; entries that are neither are left out. */
const files = z.pipe(
  z.nullish(z.union([z.array(z.unknown()), z.string(), z.looseObject({})])),
  z.transform((value): FileRef[] =>
    (Array.isArray(value) ? value : [value])
      .slice(0, MAX_FILES)
      .map(fileRef)
      .filter((ref) => ref !== null),
  ),
);

function fileRef(value: unknown): FileRef | null {
  if (typeof value === 'string') return wellFormed(value).trim() || null;
  if (typeof value !== 'object' || value === null) return null;
  return (
    ('path' in value && typeof value.path === 'string' ? fileRef(value.path) : null) ??
    ('_id' in value && typeof value._id === 'string' ? fileRef(value._id) : null)
  );
}

const common = { _id: text, school: text };

/** The provider's entities (SPEC §3), by their own names. Fields that SPEC §3 does not name are dropped. */
export const RAW = {
  birthday: z.object({
    ...common,
    category: z.enum(['Teacher', 'Student']),
    name: requiredText,
    class: text,
    attachments: files,
  }),
  news: z.object({
    ...common,
    category: text,
    title: requiredText,
    description: text,
    fromDate: text,
    attachments: files,
  }),
  event: z.object({
    ...common,
    title: requiredText,
    description: text,
    date: text,
    time: text,
    venue: text,
    images: files,
    attachments: files,
    url: text,
  }),
  album: z.object({
    ...common,
    category: text,
    title: requiredText,
    description: text,
    date: text,
    url: text,
    attachments: files,
  }),
  notification: z.object({
    ...common,
    title: requiredText,
    description: text,
    image: files,
    attachments: files,
    url: text,
  }),
  titled: z.object({ ...common, title: requiredText, attachments: files }),
  leader: z.object({
    ...common,
    category: text,
    name: text,
    designation: text,
    message: html,
    attachments: files,
  }),
};

/** SPEC §3: how the provider's categories of leaders are shown. */
const LEADER_ROLES: ReadonlyMap<string, LeaderRole> = new Map([
  ['Chairman', 'Chairman'],
  ['Vice Principal', 'Chairperson'],
  ['Manager', 'AcademicHead'],
  ['Principal', 'Principal'],
]);

/**
 * One row per list of SPEC §7: the path with its exact letter case, whether the call carries the
 * token, the provider's shape, which rows a campus shows and what they become, and how long an
 * answer is fresh and may be served stale.
 */
type ListRow<Raw, Rec> = {
  path: (schoolCode: string, id: string) => string;
  withToken: boolean;
  row: z.ZodMiniType<Raw>;
  /** Campus and category rule of SPEC §3; `school` was compared before unless `sharedWithoutSchool`. */
  shows?: (raw: Raw) => boolean;
  /** Rows without a school are shown on both campuses (notifications). */
  sharedWithoutSchool?: true;
  to: (raw: Raw) => Rec;
  freshSeconds: number;
  /** How long an old answer may stand in while the provider is down (RELIABILITY C1: at least 24 h). */
  staleSeconds: number;
  /** The answer is about the day on which it was given, so it is never shown on another. */
  aboutToday?: true;
  /** The list is asked for by an id; without one it is empty. */
  needsId?: true;
};

const DAY_SECONDS = 24 * 60 * 60;
const policy = { freshSeconds: 60, staleSeconds: 7 * DAY_SECONDS };

type Owned = { school: string };

function list<Raw extends Owned, Rec>(row: ListRow<Raw, Rec>): ListRow<Raw, Rec> {
  return row;
}

const isPhotoAlbum = (raw: { category: string }) => raw.category === 'PhotoGallery';
const isNews = (raw: { category: string }) => raw.category === 'News';

export const PROVIDER_LISTS = {
  birthdays: list({
    path: (code) => `/api/birthdays/${code}`,
    withToken: false,
    row: RAW.birthday,
    to: toBirthday,
    aboutToday: true,
    ...policy,
  }),
  news: list({
    path: (code) => `/api/news/${code}`,
    withToken: false,
    row: RAW.news,
    shows: isNews,
    to: toNewsItem,
    ...policy,
  }),
  newsAll: list({
    path: (code) => `/api/news/all/${code}`,
    withToken: false,
    row: RAW.news,
    shows: isNews,
    to: toNewsItem,
    ...policy,
  }),
  events: list({
    path: (code) => `/api/events/${code}`,
    withToken: false,
    row: RAW.event,
    to: toSchoolEvent,
    ...policy,
  }),
  eventsAll: list({
    path: (code) => `/api/events/All/${code}`,
    withToken: false,
    row: RAW.event,
    to: toSchoolEvent,
    ...policy,
  }),
  gallery: list({
    path: (code) => `/api/gallery/${code}`,
    withToken: false,
    row: RAW.album,
    shows: isPhotoAlbum,
    to: toAlbum,
    ...policy,
  }),
  galleryAll: list({
    path: (code) => `/api/gallery/All/${code}`,
    withToken: false,
    row: RAW.album,
    shows: isPhotoAlbum,
    to: toAlbum,
    ...policy,
  }),
  subGallery: list({
    path: (_code, id) => `/api/subGallery?id=${encodeURIComponent(id)}`,
    withToken: false,
    row: RAW.album,
    sharedWithoutSchool: true,
    needsId: true,
    to: toAlbum,
    ...policy,
  }),
  notification: list({
    path: (code) => `/api/notification/${code}`,
    withToken: true,
    row: RAW.notification,
    sharedWithoutSchool: true,
    to: toNotice,
    ...policy,
  }),
  onlineRegistration: list({
    path: (code) => `/api/onlineRegistration/${code}`,
    withToken: true,
    row: RAW.titled,
    to: toTitled,
    ...policy,
  }),
  principalMessage: list({
    path: (code) => `/api/principalMessage/${code}`,
    withToken: true,
    row: RAW.leader,
    shows: (raw) => LEADER_ROLES.has(raw.category),
    to: toLeader,
    ...policy,
  }),
  highlight: list({
    path: (code) => `/api/highlight/${code}`,
    withToken: false,
    row: RAW.titled,
    to: toTitled,
    ...policy,
  }),
} as const;

export type ListName = keyof typeof PROVIDER_LISTS;

export const LIST_NAMES = Object.keys(PROVIDER_LISTS) as readonly ListName[];

/** What a list's records are on a page. */
export type RecordOf<Name extends ListName> = ReturnType<(typeof PROVIDER_LISTS)[Name]['to']>;

/** The provider's row of a list, after its schema. */
export type RawOf<Name extends ListName> = Parameters<(typeof PROVIDER_LISTS)[Name]['to']>[0];

/**
 * The records of one campus: rows whose `school` equals the campus (SPEC §3) and whose category the
 * list shows, in the provider's order. Pure, and the same on both sides.
 */
export function recordsFor<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  campus: Campus,
): RecordOf<Name>[] {
  // TypeScript cannot see that name and rows belong together; the signature is what ties them.
  const row = PROVIDER_LISTS[name] as unknown as ListRow<RawOf<Name>, RecordOf<Name>>;
  return rows
    .filter(
      (raw) => raw.school === campus || (row.sharedWithoutSchool === true && raw.school === ''),
    )
    .filter((raw) => row.shows?.(raw) ?? true)
    .map((raw) => row.to(raw));
}

function toBirthday(raw: z.infer<typeof RAW.birthday>): Birthday {
  return {
    id: raw._id || `${raw.category}:${raw.name}:${raw.class}`,
    category: raw.category,
    name: raw.name,
    className: raw.class,
    photo: raw.attachments[0] ?? null,
  };
}

function toNewsItem(raw: z.infer<typeof RAW.news>): NewsItem {
  return {
    id: raw._id || `${raw.title}:${raw.fromDate}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.fromDate),
    attachment: raw.attachments[0] ?? null,
  };
}

function toSchoolEvent(raw: z.infer<typeof RAW.event>): SchoolEvent {
  return {
    id: raw._id || `${raw.title}:${raw.date}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    time: raw.time,
    venue: raw.venue,
    image: raw.images[0] ?? null,
    attachment: raw.attachments[0] ?? null,
    link: safeLink(raw.url),
  };
}

function toAlbum(raw: z.infer<typeof RAW.album>): Album {
  return {
    id: raw._id,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    download: safeLink(raw.url),
    photos: raw.attachments,
  };
}

function toNotice(raw: z.infer<typeof RAW.notification>): Notice {
  return {
    id: raw._id || raw.title,
    title: raw.title,
    description: raw.description,
    image: raw.image[0] ?? null,
    attachment: raw.attachments[0] ?? null,
    link: safeLink(raw.url),
  };
}

function toTitled(raw: z.infer<typeof RAW.titled>): Registration & Highlight {
  return { id: raw._id || raw.title, title: raw.title, attachment: raw.attachments[0] ?? null };
}

function toLeader(raw: z.infer<typeof RAW.leader>): Leader {
  return {
    role: LEADER_ROLES.get(raw.category) ?? 'Principal',
    name: raw.name,
    designation: raw.designation,
    messageHtml: raw.message,
    photo: raw.attachments[0] ?? null,
  };
}
