import { NewsList } from '../islands/NewsList.tsx';
import { toNewsCards } from '../lists/NewsCard.tsx';
import { listPage } from '../lists/list-page.tsx';
import { RECORD_KINDS } from '../../shared/records/registry.ts';

export const news = listPage({
  title: RECORD_KINDS.News.title,
  list: 'newsAll',
  toCards: toNewsCards,
  name: 'NewsList',
  component: NewsList,
  feed: 'News',
});
