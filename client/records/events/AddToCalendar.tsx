import { About } from '../../parts/FileLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { daysAfter, type Day } from '../../../shared/dates.ts';
import { instantText, readEventTimes } from '../../../shared/event-times.ts';
import { cutText } from '../../../shared/provider-text.ts';
import { eventFilePath } from '../../../shared/records/feed-paths.ts';
import { isPast } from '../../../shared/records/order.ts';
import { withAddresses } from '../../../shared/text-links.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

/** Characters: servers reject addresses over 8 KB. */
const MAX_DETAILS = 500;

export function AddToCalendar({ record: event }: { record: SchoolEvent }) {
  const { campus, siteUrl, path, today } = usePage();
  const translation = useTranslation();
  const { t } = translation;
  const { day } = event;
  const file = eventFilePath(campus, event.id);
  if (day === null || isPast(day, today) || file === null) return null;
  const about = recordName(event, 'Event', translation);
  const google = googleEventUrl(event, day, { name: about, page: siteUrl + path, siteUrl });
  return (
    <p className="calendar-links row" data-day-part="calendar-links">
      <a className="button" href={file}>
        <Icon name="calendar" />
        {t('Add to calendar')}
        <About text={about} />
      </a>
      <a className="file-link" href={google} target="_blank" rel="noopener nofollow">
        <Icon name="outside" />
        {t('Google Calendar')}
        <About text={about} />
      </a>
    </p>
  );
}

function googleEventUrl(
  { time, venue, ...event }: SchoolEvent,
  day: Day,
  { name, page, siteUrl }: { name: string; page: string; siteUrl: string },
): string {
  const times = readEventTimes(time);
  const dates =
    times === null
      ? `${plain(day)}/${plain(daysAfter(day, 1))}`
      : `${instant(day, times.start)}/${instant(day, times.end)}`;
  const description = withAddresses(event.description, siteUrl);
  const text =
    description.length > MAX_DETAILS ? `${cutText(description, MAX_DETAILS)} …` : description;
  const details = [text, time === '' ? '' : `Time: ${time}`, page];
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: cutText(name, MAX_DETAILS),
    dates,
    ctz: 'Asia/Kolkata',
    details: details.filter((part) => part !== '').join('\n\n'),
    ...(venue === '' ? {} : { location: cutText(venue, MAX_DETAILS) }),
  });
  return `https://calendar.google.com/calendar/render?${query.toString()}`;
}

function plain(day: Day): string {
  return day.replaceAll('-', '');
}

function instant(day: Day, minutes: number): string {
  return instantText(day, minutes).slice(0, 19).replace(/[-:]/g, '');
}
