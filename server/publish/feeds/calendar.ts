import ICAL from 'ical.js';
import { fileAddress, pageAddress, recordUuid, type FeedSite } from './feed.ts';
import { recordName } from '../../../shared/records/record-name.ts';
import { campusPath, type Campus } from '../../../shared/campuses.ts';
import { nameWithClasses } from '../../../shared/classes.ts';
import { dayInIndia, dayParts, daysAfter, type Day } from '../../../shared/dates.ts';
import { readEventTimes } from '../../../shared/event-times.ts';
import { calendarPath } from '../../../shared/records/feed-paths.ts';
import { kindRecords } from '../../../shared/records/kind-records.ts';
import { upcomingFirst } from '../../../shared/records/order.ts';
import { toSlug } from '../../../shared/records/record-paths.ts';
import type { ReadList } from '../../../shared/records/provider-lists.ts';
import { withAddresses } from '../../../shared/text-links.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

// The library counts the octets of a line without the blank that begins a continued one; 75 is the limit (3.1).
ICAL.foldLength = 74;

const ZONE = 'Asia/Kolkata';
/** RFC 7986, 5.7. */
const REFRESH_INTERVAL = 'PT1H';

/** Each event takes a third of a millisecond. */
const MAX_EVENTS = 300;
const PAST_DAYS = 366;

type DatedEvent = SchoolEvent & { day: Day };

export function datedEvents(read: ReadList): DatedEvent[] {
  return kindRecords('Events', read).filter((event): event is DatedEvent => event.day !== null);
}

/**
 * A calendar (RFC 5545) with the zone of India, its lines folded and its texts escaped: of one event, or of coming
 * events and those of the last year, the next ones first.
 */
export function calendarText(
  site: FeedSite,
  campus: Campus,
  { events, only }: { events: readonly DatedEvent[]; only: DatedEvent | null },
): string {
  const { content, siteUrl } = site;
  const now = site.now();
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//School website//Events//EN');
  calendar.addPropertyWithValue('calscale', 'GREGORIAN');
  if (only === null) {
    const name = `${content.site.name}, ${content.site.campuses[campus].label}`;
    const source = siteUrl + calendarPath(campus);
    // The library does not know the types of RFC 7986.
    calendar.addProperty(new ICAL.Property(['name', {}, 'text', plainText(name)]));
    // Calendars that do not know the names of RFC 7986 read these; their values have no type to say.
    calendar.addPropertyWithValue('x-wr-calname', escaped(name));
    calendar.addPropertyWithValue('x-wr-timezone', ZONE);
    calendar.addPropertyWithValue('x-published-ttl', REFRESH_INTERVAL);
    calendar.addProperty(new ICAL.Property(['refresh-interval', {}, 'duration', REFRESH_INTERVAL]));
    calendar.addPropertyWithValue('url', siteUrl + campusPath(campus, 'Events'));
    calendar.addProperty(new ICAL.Property(['source', {}, 'uri', source]));
  }
  calendar.addSubcomponent(zoneOfIndia());
  // Rows have no time of their last change. The time of this file is after it, for calendars that compare stamps.
  const stamp = ICAL.Time.fromJSDate(now, true);
  const today = dayInIndia(now);
  if (only === null) addHolidays(calendar, { site, campus, stamp });
  const shown = events.filter(({ day }) => day >= daysAfter(today, -PAST_DAYS));
  for (const event of only === null ? upcomingFirst(shown, today).slice(0, MAX_EVENTS) : [only]) {
    const component = eventComponent(site, campus, event);
    component.addPropertyWithValue('dtstamp', stamp);
    calendar.addSubcomponent(component);
  }
  return `${calendar.toString()}\r\n`;
}

type HolidayOptions = { site: FeedSite; campus: Campus; stamp: ICAL.Time };

/** Holidays and examinations, of whole days. */
function addHolidays(calendar: ICAL.Component, { site, campus, stamp }: HolidayOptions): void {
  const school = site.content.office.schoolDays?.[campus];
  for (const each of [...(school?.holidays ?? []), ...(school?.exams ?? [])]) {
    const { from, to = from } = each;
    const name = nameWithClasses(each, ENGLISH);
    const component = new ICAL.Component('vevent');
    const host = new URL(site.siteUrl).hostname;
    component.addPropertyWithValue('uid', `${campus}.${from}.${toSlug(name)}@${host}`);
    addDays(component, from, to);
    component.addPropertyWithValue('summary', plainText(name));
    component.addPropertyWithValue('dtstamp', stamp);
    calendar.addSubcomponent(component);
  }
}

/** All-day entries do not block the subscriber's days. */
function addDays(component: ICAL.Component, from: Day, to = from): void {
  component.addPropertyWithValue('dtstart', toIcalDate(from));
  component.addPropertyWithValue('dtend', toIcalDate(daysAfter(to, 1)));
  component.addPropertyWithValue('transp', 'TRANSPARENT');
}

/** India has had one time since 1945. */
function zoneOfIndia(): ICAL.Component {
  const zone = new ICAL.Component('vtimezone');
  zone.addPropertyWithValue('tzid', ZONE);
  const standard = new ICAL.Component('standard');
  standard.addPropertyWithValue('dtstart', toIcalTime('1970-01-01', 0));
  standard.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromString('+05:30'));
  standard.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromString('+05:30'));
  standard.addPropertyWithValue('tzname', 'IST');
  zone.addSubcomponent(standard);
  return zone;
}

function eventComponent(site: FeedSite, campus: Campus, event: DatedEvent): ICAL.Component {
  const item = { segment: 'Events', campus, record: event } as const;
  const url = pageAddress(site, item);
  const component = new ICAL.Component('vevent');
  component.addPropertyWithValue('uid', recordUuid(site, item));
  const times = readEventTimes(event.time);
  if (times === null) {
    addDays(component, event.day);
  } else {
    for (const [property, minutes] of [
      ['dtstart', times.start],
      ['dtend', times.end],
    ] as const) {
      component
        .addPropertyWithValue(property, toIcalTime(event.day, minutes))
        .setParameter('tzid', ZONE);
    }
  }
  component.addPropertyWithValue('summary', plainText(recordName(event, 'Event')));
  const description = [
    withAddresses(event.description, site.siteUrl),
    // A text with more than the start and the end.
    event.time === '' ? '' : `Time: ${event.time}`,
    event.link ?? '',
    url,
  ];
  const text = description.filter((part) => part !== '').join('\n\n');
  component.addPropertyWithValue('description', plainText(text));
  if (event.venue !== '') component.addPropertyWithValue('location', plainText(event.venue));
  component.addPropertyWithValue('url', url);
  if (event.attachment !== null)
    component.addPropertyWithValue('attach', fileAddress(event.attachment, site.siteUrl));
  return component;
}

function toIcalTime(day: Day, minutes: number): ICAL.Time {
  const { year, month, date } = dayParts(day);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return ICAL.Time.fromData({ year, month, day: date, hour, minute, second: 0, isDate: false });
}

function toIcalDate(day: Day): ICAL.Time {
  const { year, month, date } = dayParts(day);
  return ICAL.Time.fromData({ year, month, day: date, isDate: true });
}

/** The library escapes a text's commas, semicolons, backslashes and line feeds; no other control may be in it. */
function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\p{Cc}/gu, ' ');
}
