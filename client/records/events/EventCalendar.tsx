import {
  parseMonth,
  monthQuery,
  findNeighbours,
  TODAY_ID,
  weeksOf,
  type Month,
} from './event-month.ts';
import { Holidays, namesOn, weeklyHolidaysOn } from './Holidays.tsx';
import { ListLayout } from '../list-page.tsx';
import { definePage } from '../../define-page.ts';
import { usePage } from '../../page-context.tsx';
import { CampusLink } from '../../parts/CampusLink.tsx';
import { DayPart } from '../../parts/DayPart.tsx';
import { RecordLink } from '../../parts/RecordLink.tsx';
import { recordName } from '../../../shared/records/record-name.ts';
import { useList } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { dayParts, formatLong, MONTH_NAMES, type Day } from '../../../shared/dates.ts';
import { earliestFirst } from '../../../shared/records/order.ts';
import { recordPath } from '../../../shared/records/record-paths.ts';
import type { SchoolEvent } from '../../../shared/records/events.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Narrow screens show only days with events. */
export const eventCalendar = definePage({
  title: 'Events Calendar',
  lists: ['eventsAll'],
  searchKeys: ['year', 'month'],
  Component: () => (
    <ListLayout segment="Events" isBelow>
      <DayPart name="month">
        <EventMonth />
      </DayPart>
      <Holidays />
    </ListLayout>
  ),
});

function EventMonth() {
  const { search, today, content, campus } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const calendar = content.office.schoolDays?.[campus];
  const events = useList('eventsAll');
  const month = parseMonth(search, today);
  const weeks = weeksOf(month);
  const days = [
    today,
    ...events.flatMap(({ day }) => day ?? []),
    ...[...(calendar?.holidays ?? []), ...(calendar?.exams ?? [])].flatMap(
      ({ from, to = from }) => [from, to],
    ),
  ];
  const entriesOn = (day: Day) => ({
    names: namesOn(calendar, day, translation),
    events: earliestFirst(events.filter((event) => event.day === day)),
  });
  const ownDays = weeks.flat().filter((day) => day.startsWith(month));
  const isEmpty = ownDays.map(entriesOn).every((on) => on.names.length + on.events.length === 0);
  return (
    <>
      <MonthLinks month={month} days={days} />
      <table className="month" data-unsearched="">
        <caption>{date(formatMonth(month))}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" abbr={t(name)}>
                {t(name.slice(0, 3))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day, column) =>
                day.startsWith(month) ? (
                  <DayCell
                    key={day}
                    day={day}
                    weekday={WEEKDAYS[column] ?? ''}
                    weeklyHolidays={weeklyHolidaysOn(calendar, day, translation)}
                    {...entriesOn(day)}
                  />
                ) : (
                  <td key={day} className="no-day">
                    {date(String(dayParts(day).date))}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isEmpty && <p className="empty">{t('No events in this month.')}</p>}
    </>
  );
}

type DayCellOptions = {
  day: Day;
  weekday: string;
  /** Names of holidays and examinations. */
  names: readonly string[];
  weeklyHolidays: readonly string[];
  events: readonly SchoolEvent[];
};

function DayCell({ day, weekday, names, weeklyHolidays, events }: DayCellOptions) {
  const { campus, today } = usePage();
  const translation = useTranslation();
  const { t, date } = translation;
  const isToday = day === today;
  const texts = [...weeklyHolidays, ...names];
  return (
    <td
      id={isToday ? TODAY_ID : undefined}
      className={events.length + texts.length === 0 && !isToday ? 'wide-only' : undefined}
      aria-current={isToday ? 'date' : undefined}
    >
      {/* One text, else screen readers pause in it; and no element of its own, else Orca skips it. */}
      <time dateTime={day} role="none">
        <span className="month-date">
          {`${t(weekday)} ${date(formatLong(day).replace(/ \d+$/, ''))}`}
        </span>
        <span className="wide-only" aria-hidden="true">
          {date(String(dayParts(day).date))}
        </span>
      </time>
      {isToday && (
        <span className="tag" data-claim="">
          {t('Today')}
        </span>
      )}
      {texts.map((name) => (
        <p key={name} className="quiet">
          <MixedText text={name} />
        </p>
      ))}
      {events.length > 0 && (
        <ul>
          {events.map((event) => {
            const href = recordPath(campus, 'Events', event);
            const name = recordName(event, 'Event', translation);
            return (
              <li key={event.id}>
                <RecordLink href={href} text={name} />
                {event.time !== '' && (
                  <span className="quiet">
                    {' '}
                    <MixedText text={event.time} />
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </td>
  );
}

function MonthLinks({ month, days }: { month: Month; days: readonly Day[] }) {
  const { path, today } = usePage();
  const { t, date } = useTranslation();
  const { previous, next } = findNeighbours(month, days);
  return (
    <nav className="month-links" aria-label={t('Months')}>
      {previous !== null && (
        <a rel="prev" href={path + monthQuery(previous)}>
          <span aria-hidden="true">← </span>
          {date(formatMonth(previous))}
        </a>
      )}
      {!today.startsWith(month) && <a href={`${path}#${TODAY_ID}`}>{t('This month')}</a>}
      <CampusLink page="Events">{t('All events')}</CampusLink>
      {next !== null && (
        <a rel="next" href={path + monthQuery(next)}>
          {date(formatMonth(next))}
          <span aria-hidden="true"> →</span>
        </a>
      )}
    </nav>
  );
}

function formatMonth(of: Month): string {
  const { year, month } = dayParts(of);
  return `${MONTH_NAMES[month - 1] ?? ''} ${year}`;
}
