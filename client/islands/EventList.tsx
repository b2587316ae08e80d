import { EventCard, eventGroups, toEventCards } from '../records/events/EventCard.tsx';
import { LaterYears } from '../records/events/LaterYears.tsx';
import { listIsland } from '../records/list-island.tsx';
import { eventRule } from '../../shared/records/events.ts';

export const EventList = listIsland({
  rule: eventRule,
  toCards: toEventCards,
  Card: EventCard,
  kind: 'events',
  yearLabel: 'Events in {year}',
  countLabel: 'Total Count',
  months: 'names',
  emptyTexts: {
    none: 'There are no events at the moment.',
    inYear: 'No events in {year}.',
    filtered: 'No events match these filters.',
  },
  toGroups: eventGroups,
  After: LaterYears,
});
