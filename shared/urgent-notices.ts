import * as z from 'zod/mini';
import { CAMPUSES, type Campus } from './campuses.ts';
import { CLASSES } from './classes.ts';
import { day, line, textThat } from './content-fields.ts';
import type { Site } from './content.ts';
import { dayInIndia, type Day } from './dates.ts';
import type { Language } from './languages.ts';
import { readUrgentText } from './read-urgent-text.ts';
import type { SchoolChange } from './school-days.ts';

/** `07:30`. */
const timeOfDay = textThat(
  'must be a time of day from 00:00 to 23:59, such as 07:30',
  /^(?:[01]\d|2[0-3]):[0-5]\d$/,
);

/** A few lines on a phone. */
export const MAX_NOTICE_CHARACTERS = 300;

const noticeText = line.check(
  z.maxLength(MAX_NOTICE_CHARACTERS, `must have ${MAX_NOTICE_CHARACTERS} characters at most`),
);

/** A notice of `npm run notice`, as it is stored. Fields of later releases are left out. */
export const noticeSchema = z.object({
  text: noticeText,
  hindi: z.nullable(noticeText),
  /** Null for a notice of all campuses. */
  campus: z.nullable(z.enum(CAMPUSES)),
  /** ISO 8601. */
  issued: z.iso.datetime(),
  /** The last day on which it is shown. */
  until: day,
  /** The first day on which school is closed, up to `until`. */
  closedFrom: z.nullable(day),
  /** Who is closed, else who opens later; all without it. */
  classes: z.optional(z.array(z.enum(CLASSES)).check(z.minLength(1))),
  /** When the others open, or those of `classes` where none are closed. */
  opens: z.optional(timeOfDay),
  /** The first day of `opens` where none are closed. */
  opensFrom: z.optional(day),
});

export type StoredNotice = z.infer<typeof noticeSchema> & { id: string };

export type UrgentNotice = {
  id: string;
  text: string;
  issued: Date | null;
  changes: SchoolChange[];
};

type UrgentNoticesOptions = {
  stored: readonly StoredNotice[];
  /** The campus's highlights of the platform. */
  highlights: readonly { id: string; title: string }[];
  rule: Site['urgentNotices'];
  campus: Campus;
  language: Language;
  today: Day;
};

/** What a stored notice changes. */
export function noticeChanges(notice: StoredNotice): SchoolChange[] {
  const { until: to, closedFrom, classes = CLASSES, opens = null, opensFrom } = notice;
  const others = CLASSES.filter((each) => !classes.includes(each));
  if (closedFrom !== null) {
    const days = { from: closedFrom, to };
    const opening = opens === null ? [] : [{ classes: others, days, opens }];
    return [{ classes, days, opens: null }, ...opening];
  }
  return opensFrom === undefined || opens === null
    ? []
    : [{ classes, days: { from: opensFrom, to }, opens }];
}

/** What a campus shows at the top of its pages on a day. */
export function selectUrgentNotices(options: UrgentNoticesOptions): UrgentNotice[] {
  const { stored, highlights, rule, campus, language, today } = options;
  const own = stored
    .filter((each) => today <= each.until && (each.campus ?? campus) === campus)
    .map((notice) => ({
      id: notice.id,
      text: language === 'hi' ? (notice.hindi ?? notice.text) : notice.text,
      issued: new Date(notice.issued),
      changes: noticeChanges(notice),
    }));
  const ofPlatform = highlights.flatMap(({ id, title }): UrgentNotice[] => {
    const word = rule?.words.find((each) => startsWith(title, each));
    if (word === undefined) return [];
    const text = title.slice(word.length).trim();
    const issued = parseIdTime(id);
    const changes = readUrgentText(text, {
      closing: rule?.closing ?? [],
      today,
      issued: issued && dayInIndia(issued),
    });
    return [{ id, text, issued, changes }];
  });
  return [...own, ...ofPlatform];
}

function startsWith(title: string, word: string): boolean {
  return title.toLowerCase().startsWith(word.toLowerCase());
}

/** MongoDB's ids begin with the second in which they were made. */
function parseIdTime(id: string): Date | null {
  return /^[0-9a-f]{24}$/.test(id) ? new Date(parseInt(id.slice(0, 8), 16) * 1_000) : null;
}
