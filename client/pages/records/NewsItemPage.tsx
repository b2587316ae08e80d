import { DateFact } from './Facts.tsx';
import { recordPage } from './record-page.tsx';
import { newestFirst } from '../../../shared/filters.ts';
import { RECORD_KINDS } from '../../../shared/record-kinds.ts';
import type { NewsItem } from '../../../shared/records.ts';

/** One news item of a campus. */
export const newsItemPage = recordPage<NewsItem>({
  segment: 'News',
  recordsIn: (read) => newestFirst(RECORD_KINDS.News.recordsIn(read)),
  thingOf: ({ day }) => ({ type: 'NewsArticle', day }),
  factsOf: ({ day }) => (day === null ? [] : [{ name: 'Date', value: <DateFact day={day} /> }]),
});
