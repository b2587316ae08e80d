import { EventCard, type EventCardData } from '../lists/EventCard.tsx';
import { FilteredList, type ListProps } from '../lists/FilteredList.tsx';

/** The events page's list and its filters. */
export function EventList(props: ListProps<EventCardData>) {
  return (
    <FilteredList
      {...props}
      Card={EventCard}
      kind="events"
      countLabel="Total Count"
      months="names"
      emptyText="No events for this choice."
    />
  );
}
