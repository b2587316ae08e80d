import { EventCard, toEventCards, type EventCardData } from '../lists/EventCard.tsx';
import { FilteredList, type ListProps } from '../lists/FilteredList.tsx';
import { LiveList } from '../lists/LiveList.tsx';
import { campusRecords, eventRule } from '../../shared/campus-records.ts';
import type { Campus } from '../../shared/campuses.ts';
import type { RawEvent } from '../../shared/to-records.ts';

/** The events page's list and its filters. */
export function EventList({ source, cards, ...filters }: ListProps<EventCardData>) {
  return (
    <LiveList source={source} cards={cards} toCards={toCards}>
      {(current) => (
        <FilteredList
          {...filters}
          cards={current}
          Card={EventCard}
          kind="events"
          countLabel="Total Count"
          months="names"
          emptyText="No events for this choice."
        />
      )}
    </LiveList>
  );
}

function toCards(rows: readonly RawEvent[], campus: Campus): EventCardData[] {
  return toEventCards(campusRecords(eventRule, rows, campus));
}
