import type { Row, RowFields } from './entity.ts';
import type { RecordKind } from './record-kind.ts';
import { newestFirst } from './order.ts';
import { parseDay } from '../parse-day.ts';

const fields = {
  category: ['News'],
  title: 'line',
  description: 'text',
  fromDate: 'date',
  attachments: 'documents',
} as const satisfies RowFields;

export type NewsItem = ReturnType<typeof toNewsItem>;

function toNewsItem(raw: Row<typeof fields>) {
  return {
    id: raw._id || `${raw.title}:${raw.fromDate}`,
    title: raw.title,
    description: raw.description,
    day: parseDay(raw.fromDate),
    attachment: raw.attachments[0] ?? null,
    attachments: raw.attachments,
  };
}

export const newsRule = {
  shows: (raw: { category: string }) => raw.category === 'News',
  toRecord: toNewsItem,
} as const;

export const news = {
  key: 'news',
  name: 'News',
  plural: 'News',
  title: 'Latest News',
  others: 'Other news',
  all: 'All news',
  searchWords: 'news',
  fields,
  rule: newsRule,
  lists: {
    newsAll: { path: (code: string) => `/api/news/all/${code}` },
    news: { path: (code: string) => `/api/news/${code}` },
  },
  listOrder: newestFirst,
  feedOrder: newestFirst,
  schemaType: 'NewsArticle',
} as const satisfies RecordKind<NewsItem>;
