import { listIsland } from '../records/list-island.tsx';
import { NewsCard, toNewsCards } from '../records/news/NewsCard.tsx';
import { newsRule } from '../../shared/records/news.ts';

export const NewsList = listIsland({
  rule: newsRule,
  toCards: toNewsCards,
  Card: NewsCard,
  kind: 'news',
  yearLabel: 'News of {year}',
  countLabel: 'Total Count',
  months: 'numbers',
  emptyTexts: {
    none: 'There is no news at the moment.',
    inYear: 'No news in {year}.',
    filtered: 'No news matches these filters.',
  },
});
