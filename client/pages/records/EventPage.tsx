import { recordPage } from './record-page.tsx';
import { AddToCalendar } from '../../parts/AddToCalendar.tsx';
import { formatWithWeekday } from '../../../shared/dates.ts';
import { newestFirst } from '../../../shared/filters.ts';
import { RECORD_KINDS } from '../../../shared/record-kinds.ts';
import type { SchoolEvent } from '../../../shared/records.ts';

/** One event of a campus. */
export const eventPage = recordPage<SchoolEvent>({
  segment: 'Events',
  recordsIn: (read) => newestFirst(RECORD_KINDS.Events.recordsIn(read)),
  thingOf: ({ day, venue }) => ({ type: 'Event', day, venue }),
  factsOf: ({ day, time, venue }) => [
    ...(day === null
      ? []
      : [{ name: 'Date', value: <time dateTime={day}>{formatWithWeekday(day)}</time> }]),
    ...(time === '' ? [] : [{ name: 'Time', value: time }]),
    ...(venue === '' ? [] : [{ name: 'Venue', value: venue }]),
  ],
  Actions: ({ record }) => <AddToCalendar event={record} />,
});
