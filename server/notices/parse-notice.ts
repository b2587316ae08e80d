import { parseInWords } from '../content/content-words.ts';
import { formatFinding } from '../content/problem.ts';
import { CLASSES, type SchoolClass } from '../../shared/classes.ts';
import { dayInIndia } from '../../shared/dates.ts';
import { readEventTimes } from '../../shared/event-times.ts';
import { fillText } from '../../shared/fill-text.ts';
import { cleanLine } from '../../shared/forms/text.ts';
import { parseClasses } from '../../shared/parse-classes.ts';
import { noticeSchema, type StoredNotice } from '../../shared/urgent-notices.ts';

export const NOTICE_OPTIONS = {
  until: { type: 'string' },
  campus: { type: 'string' },
  closed: { type: 'string' },
  classes: { type: 'string' },
  opens: { type: 'string' },
  from: { type: 'string' },
  hi: { type: 'string' },
} as const;

type NoticeValues = { [Name in keyof typeof NOTICE_OPTIONS]?: string | undefined };

type ParsedNotice = { notice: Omit<StoredNotice, 'id'> } | { errors: readonly string[] };

/** The notice of a command, or what is wrong with its options. */
export function parseNotice(values: NoticeValues, text: string, now: Date): ParsedNotice {
  const classes = readClasses(values.classes);
  const opens = readTime(values.opens);
  const errors = [classes, opens].flatMap((read) => ('error' in read ? read.error : []));
  if ('error' in classes || 'error' in opens) return { errors };
  const today = dayInIndia(now);
  const { value, errors: found } = parseInWords(noticeSchema, {
    text: cleanLine(text),
    hindi: values.hi === undefined ? null : cleanLine(values.hi),
    campus: values.campus?.toUpperCase() ?? null,
    issued: now.toISOString(),
    until: values.until,
    closedFrom: values.closed ?? null,
    classes: classes.value,
    opens: opens.value,
    opensFrom:
      opens.value === undefined || values.closed !== undefined
        ? values.from
        : (values.from ?? today),
  });
  if (value === null)
    return {
      errors: found.map((each) => formatFinding({ ...each, place: optionOf(each.place ?? '') })),
    };
  const error = findContradiction(value, today);
  return error === null ? { notice: value } : { errors: [error] };
}

function optionOf(field: string): string {
  if (field === 'closedFrom') return 'closed';
  if (field === 'opensFrom') return 'from';
  return field === 'hindi' ? 'hi' : field;
}

/** A notice that names all classes is stored as one that names none. */
function readClasses(text: string | undefined): { value: SchoolClass[] | undefined } | Wrong {
  if (text === undefined) return { value: undefined };
  const parsed = parseClasses(text);
  if ('text' in parsed) return { error: `classes: ${fillText(parsed.text, parsed.values)}` };
  return { value: parsed.classes.length === CLASSES.length ? undefined : parsed.classes };
}

type Wrong = { error: string };

/** `10:00` of a text such as `10 AM`. */
function readTime(text: string | undefined): { value: string | undefined } | Wrong {
  if (text === undefined) return { value: undefined };
  const times = SEVERAL_TIMES.test(text) ? null : readEventTimes(text);
  if (times === null)
    return {
      error: `opens: must be a time such as 10:00 or "10 AM", but is ${JSON.stringify(text)}`,
    };
  const [hours, minutes] = [Math.floor(times.start / 60), times.start % 60];
  return { value: [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':') };
}

const SEVERAL_TIMES = /\p{Pd}|\b(?:to|till?|until)\b|से/u;

/** What each option allows alone, and not together. */
function findContradiction(notice: Omit<StoredNotice, 'id'>, today: string): string | null {
  const { until, closedFrom, classes, opens, opensFrom } = notice;
  if (until < today) return `until: is over: today is ${today}`;
  if (closedFrom !== null && closedFrom > until) return 'closed: must not be after until';
  if (classes !== undefined && closedFrom === null && opens === undefined)
    return 'classes: needs --closed or --opens, which say what changes for them';
  if (opens !== undefined && closedFrom !== null && classes === undefined)
    return 'opens: with --closed needs --classes: these are closed, and the others open at this time';
  if (opensFrom !== undefined && (opens === undefined || closedFrom !== null))
    return 'from: is for --opens without --closed, whose day is the first for both';
  if (opensFrom !== undefined && opensFrom > until) return 'from: must not be after until';
  return null;
}
