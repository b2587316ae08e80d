import type * as z from 'zod/mini';
import { safeLink } from './links.ts';
import { parseDay } from './parse-day.ts';
import type { RAW } from './raw-rows.ts';

/**
 * The records as pages use them: plain JSON, made of the provider's rows (raw-rows.ts). A card shows the
 * first picture and the first file (`image`, `attachment`), the record's own page all of them.
 */

export type LeaderRole = 'Chairman' | 'Chairperson' | 'AcademicHead' | 'Principal';

/** How the provider's categories of leaders are shown; others are not. */
const LEADER_ROLES: ReadonlyMap<string, LeaderRole> = new Map([
  ['Chairman', 'Chairman'],
  ['Vice Principal', 'Chairperson'],
  ['Manager', 'AcademicHead'],
  ['Principal', 'Principal'],
]);

export type RawNews = z.infer<typeof RAW.news>;
export type RawEvent = z.infer<typeof RAW.event>;
export type RawAlbum = z.infer<typeof RAW.album>;

export type Birthday = ReturnType<typeof toBirthday>;
export type NewsItem = ReturnType<typeof toNewsItem>;
export type SchoolEvent = ReturnType<typeof toSchoolEvent>;
export type Album = ReturnType<typeof toAlbum>;
export type Notice = ReturnType<typeof toNotice>;
export type Leader = ReturnType<typeof toLeader>;

export function toBirthday(raw: z.infer<typeof RAW.birthday>) {
  return {
    id: raw._id || `${raw.category}:${raw.name}:${raw.class}`,
    category: raw.category,
    name: raw.name,
    className: raw.class,
    photo: firstOf(raw.attachments),
  };
}

export function toNewsItem(raw: RawNews) {
  return {
    id: raw._id || `${raw.title}:${raw.fromDate}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.fromDate),
    attachment: firstOf(raw.attachments),
    attachments: raw.attachments,
  };
}

export function toSchoolEvent(raw: RawEvent) {
  return {
    id: raw._id || `${raw.title}:${raw.date}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    time: raw.time,
    venue: raw.venue,
    image: firstOf(raw.images),
    images: raw.images,
    attachment: firstOf(raw.attachments),
    attachments: raw.attachments,
    link: safeLink(raw.url),
  };
}

export function toAlbum(raw: RawAlbum) {
  return {
    id: raw._id,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    download: safeLink(raw.url),
    photos: raw.attachments,
  };
}

export function toNotice(raw: z.infer<typeof RAW.notification>) {
  return {
    id: raw._id || raw.title,
    title: raw.title,
    description: raw.description,
    image: firstOf(raw.image),
    images: raw.image,
    attachment: firstOf(raw.attachments),
    attachments: raw.attachments,
    link: safeLink(raw.url),
  };
}

/** A highlight, or something that can be registered for. */
export function toTitled(raw: z.infer<typeof RAW.titled>) {
  return { id: raw._id || raw.title, title: raw.title, attachment: firstOf(raw.attachments) };
}

export function isLeader(raw: { category: string }): boolean {
  return LEADER_ROLES.has(raw.category);
}

export function toLeader(raw: z.infer<typeof RAW.leader>) {
  const role: LeaderRole = LEADER_ROLES.get(raw.category) ?? 'Principal';
  return {
    role,
    name: raw.name,
    designation: raw.designation,
    /** HTML of the provider, not yet sanitised: only ProviderHtml may render it. */
    messageHtml: raw.message,
    photo: firstOf(raw.attachments),
  };
}

function firstOf(files: readonly string[]): string | null {
  return files[0] ?? null;
}
