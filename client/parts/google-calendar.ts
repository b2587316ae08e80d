import { daysAfter, type Day } from '../../shared/dates.ts';
import { cutText } from '../../shared/provider-text.ts';
import { readEventTimes } from '../../shared/event-times.ts';

/** Characters: servers reject addresses over 8 KB. */
const MAX_DETAILS = 500;

type GoogleEvent = {
  day: Day;
  time: string;
  name: string;
  venue: string;
  description: string;
  /** Address of the event's page. */
  page: string;
};

export function googleEventUrl({ day, time, name, venue, description, page }: GoogleEvent): string {
  const times = readEventTimes(time);
  const dates =
    times === null
      ? `${plain(day)}/${plain(daysAfter(day, 1))}`
      : `${instant(day, times.start)}/${instant(day, times.end)}`;
  const text =
    description.length > MAX_DETAILS ? `${cutText(description, MAX_DETAILS)} …` : description;
  const details = [text, time === '' ? '' : `Time: ${time}`, page];
  const url = new URL('https://calendar.google.com/calendar/render');
  url.search = new URLSearchParams({
    action: 'TEMPLATE',
    text: cutText(name, MAX_DETAILS),
    dates,
    ctz: 'Asia/Kolkata',
    details: details.filter((part) => part !== '').join('\n\n'),
    ...(venue === '' ? {} : { location: cutText(venue, MAX_DETAILS) }),
  }).toString();
  return url.href;
}

function plain(day: Day): string {
  return day.replaceAll('-', '');
}

function instant(day: Day, minutes: number): string {
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${plain(day)}T${clock.join('')}00`;
}
