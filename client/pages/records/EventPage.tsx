import { DateFact } from './Facts.tsx';
import { recordPage } from './record-page.tsx';
import { AddToCalendar } from '../../parts/AddToCalendar.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { newestFirst } from '../../../shared/filters.ts';
import { RECORD_KINDS } from '../../../shared/record-kinds.ts';
import type { SchoolEvent } from '../../../shared/records.ts';

/** One event of a campus. */
export const eventPage = recordPage<SchoolEvent>({
  segment: 'Events',
  recordsIn: (read) => newestFirst(RECORD_KINDS.Events.recordsIn(read)),
  thingOf: ({ day, venue }) => ({ type: 'Event', day, venue }),
  factsOf: ({ day, time, venue }) => [
    ...(day === null ? [] : [{ name: 'Date', value: <DateFact day={day} /> }]),
    ...(time === '' ? [] : [{ name: 'Time', value: <MixedText text={time} /> }]),
    ...(venue === '' ? [] : [{ name: 'Venue', value: <MixedText text={venue} /> }]),
  ],
  Actions: ({ record }) => <AddToCalendar event={record} />,
});
