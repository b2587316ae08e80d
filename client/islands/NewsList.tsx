import { FilteredList, type ListProps } from '../lists/FilteredList.tsx';
import { NewsCard, type NewsCardData } from '../lists/NewsCard.tsx';

/** The news page's list and its filters. */
export function NewsList(props: ListProps<NewsCardData>) {
  return (
    <FilteredList
      {...props}
      Card={NewsCard}
      kind="news"
      countLabel="Total Count"
      months="numbers"
      emptyText="No news for this choice."
    />
  );
}
