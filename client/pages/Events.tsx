import { definePage } from '../define-page.ts';
import { Island } from '../island.tsx';
import { EventList } from '../islands/EventList.tsx';
import { toEventCards } from '../lists/EventCard.tsx';
import { ListPage, useListSource } from '../lists/ListPage.tsx';
import { usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';

export const events = definePage({
  title: 'Upcoming Events',
  lists: ['eventsAll'],
  searchKeys: ['year', 'month', 'q', 'show'],
  Component: Events,
});

function Events() {
  return (
    <ListPage>
      <FilteredEvents />
    </ListPage>
  );
}

function FilteredEvents() {
  const { search, today } = usePage();
  const source = useListSource('eventsAll');
  const cards = toEventCards(useList('eventsAll'));
  return (
    <Island
      name="EventList"
      component={EventList}
      props={{ source, cards, search, today }}
      freshSeconds={source.freshSeconds}
    />
  );
}
