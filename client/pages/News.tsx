import { definePage } from '../define-page.ts';
import { Island } from '../island.tsx';
import { NewsList } from '../islands/NewsList.tsx';
import { ListPage, useListSource } from '../lists/ListPage.tsx';
import { toNewsCards } from '../lists/NewsCard.tsx';
import { usePage } from '../page-context.tsx';
import { useList } from '../queries.ts';

export const news = definePage({
  title: 'Latest News',
  lists: ['newsAll'],
  searchKeys: ['year', 'month', 'q', 'show'],
  Component: News,
});

function News() {
  return (
    <ListPage>
      <FilteredNews />
    </ListPage>
  );
}

function FilteredNews() {
  const { search, today } = usePage();
  const source = useListSource('newsAll');
  const cards = toNewsCards(useList('newsAll'));
  return (
    <Island
      name="NewsList"
      component={NewsList}
      props={{ source, cards, search, today }}
      freshSeconds={source.freshSeconds}
    />
  );
}
