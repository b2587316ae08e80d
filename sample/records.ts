import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { dayInIndia, daysAfter, startOfDay, type Day } from '../shared/dates.ts';

/** Most records of a campus in the short lists of events, news and albums. */
const SHORT_LIST_LENGTH = 12;
/** Most of them that are still to come. */
const SHORT_LIST_UPCOMING = 7;

/**
 * A record of sample/records: fields of the provider, and instead of a date its distance from
 * today in India. `nearest` (`MM-DD`) moves it to that day of the year nearest to the distance.
 */
const template = z.looseObject({
  _id: z.string().check(z.minLength(1)),
  school: z.optional(z.string()),
  daysFromToday: z.optional(z.int()),
  nearest: z.optional(z.string().check(z.regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/))),
});

type Template = z.infer<typeof template>;
type Row = Record<string, unknown> & { _id: string; school?: string | undefined };
type DatedRow = { row: Row; day: Day };

type Templates = Awaited<ReturnType<typeof loadTemplates>>;

/** The sample's records on one day, as the provider sends them. */
export type SampleRecords = ReturnType<typeof recordsOf>;

/**
 * Reads the sample's records from `folder`; returns a function that makes the records of a day.
 * @throws Error that names file and field when a file is missing or wrong.
 */
export async function loadSampleRecords(folder: string): Promise<(now: Date) => SampleRecords> {
  const templates = await loadTemplates(folder);
  let made: { day: Day; records: SampleRecords } | null = null;
  return (now) => {
    const day = dayInIndia(now);
    if (made?.day !== day) made = { day, records: recordsOf(templates, day) };
    return made.records;
  };
}

async function loadTemplates(folder: string) {
  const load = (name: string) => readTemplates(join(folder, `${name}.json`));
  return {
    birthdays: await load('birthdays'),
    news: await load('news'),
    events: await load('events'),
    gallery: await load('gallery'),
    notification: await load('notifications'),
    onlineRegistration: await load('registrations'),
    principalMessage: await load('leaders'),
    highlight: await load('highlights'),
  };
}

function recordsOf(templates: Templates, today: Day) {
  const news = dated(templates.news, today, 'fromDate');
  const events = dated(templates.events, today, 'date');
  const gallery = dated(templates.gallery, today, 'date');
  return {
    ...templates,
    news: shortList(news, today),
    newsAll: news.map(({ row }) => row),
    events: shortList(events, today),
    eventsAll: events.map(({ row }) => row),
    gallery: shortList(gallery, today),
    galleryAll: gallery.map(({ row }) => row),
  };
}

async function readTemplates(file: string): Promise<Template[]> {
  const parsed = z.array(template).safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${file}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
  );
}

/** Rows with their date in `field`, newest first. The date is midnight in India as an instant, as databases send it. */
function dated(templates: readonly Template[], today: Day, field: 'date' | 'fromDate'): DatedRow[] {
  return templates
    .map(({ daysFromToday = 0, nearest, ...fields }) => {
      const distant = daysAfter(today, daysFromToday);
      const day = nearest === undefined ? distant : nearestDay(nearest, distant);
      return { day, row: { ...fields, [field]: startOfDay(day).toISOString() } };
    })
    .toSorted((a, b) => b.day.localeCompare(a.day));
}

/** The coming and the latest records of each campus, newest first. */
function shortList(rows: readonly DatedRow[], today: Day): Row[] {
  const chosen = new Set<Row>();
  for (const school of new Set(rows.map(({ row }) => row.school))) {
    const own = rows.filter(({ row }) => row.school === school);
    const upcoming = own.filter(({ day }) => day >= today).slice(-SHORT_LIST_UPCOMING);
    const past = own.filter(({ day }) => day < today).slice(0, SHORT_LIST_LENGTH - upcoming.length);
    for (const { row } of [...upcoming, ...past]) chosen.add(row);
  }
  return rows.map(({ row }) => row).filter((row) => chosen.has(row));
}

/** The `MM-DD` of the year in which it lies nearest to a day. */
function nearestDay(monthAndDate: string, day: Day): Day {
  const year = Number(day.slice(0, 4));
  const at = (candidate: Day) => Math.abs(Date.parse(candidate) - Date.parse(day));
  const candidates = [year - 1, year, year + 1].map((candidate) => `${candidate}-${monthAndDate}`);
  return candidates.toSorted((a, b) => at(a) - at(b))[0] ?? day;
}
