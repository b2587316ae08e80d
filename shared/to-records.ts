import type * as z from 'zod/mini';
import { safeLink } from './links.ts';
import { parseDay } from './parse-day.ts';
import type { RAW } from './raw-rows.ts';
import type {
  Album,
  Birthday,
  Highlight,
  Leader,
  LeaderRole,
  NewsItem,
  Notice,
  Registration,
  SchoolEvent,
} from './records.ts';

/** How the provider's categories of leaders are shown. */
const LEADER_ROLES: ReadonlyMap<string, LeaderRole> = new Map([
  ['Chairman', 'Chairman'],
  ['Vice Principal', 'Chairperson'],
  ['Manager', 'AcademicHead'],
  ['Principal', 'Principal'],
]);

/** Whether a leader's category is one of those that pages show. */
export type RawNews = z.infer<typeof RAW.news>;
export type RawEvent = z.infer<typeof RAW.event>;
export type RawAlbum = z.infer<typeof RAW.album>;

export function isLeader(raw: { category: string }): boolean {
  return LEADER_ROLES.has(raw.category);
}

export function toBirthday(raw: z.infer<typeof RAW.birthday>): Birthday {
  return {
    id: raw._id || `${raw.category}:${raw.name}:${raw.class}`,
    category: raw.category === 'Teacher' ? 'Teacher' : 'Student',
    name: raw.name,
    className: raw.class,
    photo: raw.attachments[0] ?? null,
  };
}

export function toNewsItem(raw: RawNews): NewsItem {
  return {
    id: raw._id || `${raw.title}:${raw.fromDate}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.fromDate),
    attachment: raw.attachments[0] ?? null,
  };
}

export function toSchoolEvent(raw: RawEvent): SchoolEvent {
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

export function toAlbum(raw: RawAlbum): Album {
  return {
    id: raw._id,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.date),
    download: safeLink(raw.url),
    photos: raw.attachments,
  };
}

export function toNotice(raw: z.infer<typeof RAW.notification>): Notice {
  return {
    id: raw._id || raw.title,
    title: raw.title,
    description: raw.description,
    image: raw.image[0] ?? null,
    attachment: raw.attachments[0] ?? null,
    link: safeLink(raw.url),
  };
}

export function toTitled(raw: z.infer<typeof RAW.titled>): Registration & Highlight {
  return { id: raw._id || raw.title, title: raw.title, attachment: raw.attachments[0] ?? null };
}

export function toLeader(raw: z.infer<typeof RAW.leader>): Leader {
  return {
    role: LEADER_ROLES.get(raw.category) ?? 'Principal',
    name: raw.name,
    designation: raw.designation,
    messageHtml: raw.message,
    photo: raw.attachments[0] ?? null,
  };
}
