import type { ComponentType, ReactNode } from 'react';
import type { ListCard, ListProps } from './FilteredList.tsx';
import { ListLayout } from './ListLayout.tsx';
import { definePage } from '../define-page.ts';
import { Island } from '../island.tsx';
import { usePage } from '../page-context.tsx';
import { pictureFocus, type Pictured } from './CardPicture.tsx';
import { useList } from '../queries.ts';
import type { Campus } from '../../shared/campuses.ts';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import { SHOW_STEP } from '../../shared/search.ts';
import { listsOf, type KindRecord } from '../../shared/records/kind-records.ts';
import { PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

type ListPageOptions<Segment extends RecordSegment, Card> = {
  segment: Segment;
  toCards: (records: readonly KindRecord<Segment>[], campus: Campus) => Card[];
  /** Name and component of the island that shows the cards. */
  island: string;
  component: ComponentType<ListProps<Card>>;
  /** What else belongs to the head of the page. */
  header?: ReactNode;
};

export function listPage<Segment extends RecordSegment, Card extends ListCard & Pictured>({
  segment,
  toCards,
  island,
  component,
  header,
}: ListPageOptions<Segment, Card>) {
  const [list] = listsOf(segment);

  function List() {
    const page = usePage();
    const { campus, schoolCode, search, today } = page;
    const { path, freshSeconds } = PROVIDER_LISTS[list];
    const source = { path: path(schoolCode, ''), campus, freshSeconds };
    // The lists of a kind have its records.
    const cards = toCards(useList(list) as KindRecord<Segment>[], campus);
    // Of the newest, as a page is made anew when more is known of pictures that it looked up.
    const focus = pictureFocus(cards.slice(0, SHOW_STEP), page);
    const props = { source, cards, focus, search, today };
    return <Island name={island} component={component} props={props} freshSeconds={freshSeconds} />;
  }

  return definePage({
    title: RECORD_KINDS[segment].title,
    lists: [list],
    searchKeys: ['year', 'month', 'q', 'show'],
    Component: () => (
      <ListLayout segment={segment} header={header}>
        <List />
      </ListLayout>
    ),
  });
}
