import { NewsList } from '../../islands/NewsList.tsx';
import { toNewsCards } from './NewsCard.tsx';
import { listPage } from '../list-page.tsx';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';

export const news = listPage({
  title: RECORD_KINDS.News.title,
  list: 'newsAll',
  toCards: toNewsCards,
  name: 'NewsList',
  component: NewsList,
  feed: 'News',
});
