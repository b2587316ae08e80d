import { NewsCard, toNewsCards, type NewsCardData } from '../lists/NewsCard.tsx';
import { FilteredList, type ListProps } from '../lists/FilteredList.tsx';
import { LiveList } from '../lists/LiveList.tsx';
import { campusRecords, newsRule } from '../../shared/campus-records.ts';
import type { Campus } from '../../shared/campuses.ts';
import type { RawNews } from '../../shared/to-records.ts';

/** The news page's list and its filters. */
export function NewsList({ source, cards, ...filters }: ListProps<NewsCardData>) {
  return (
    <LiveList source={source} cards={cards} toCards={toCards}>
      {(current) => (
        <FilteredList
          {...filters}
          cards={current}
          Card={NewsCard}
          kind="news"
          countLabel="Total Count"
          months="numbers"
          emptyText="No news for this choice."
        />
      )}
    </LiveList>
  );
}

function toCards(rows: readonly RawNews[], campus: Campus): NewsCardData[] {
  return toNewsCards(campusRecords(newsRule, rows, campus));
}
