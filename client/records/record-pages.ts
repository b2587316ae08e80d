import { AddToCalendar } from './events/AddToCalendar.tsx';
import { events } from './events/Events.tsx';
import { albumPage } from './gallery/AlbumPage.tsx';
import { gallery } from './gallery/Gallery.tsx';
import { news } from './news/News.tsx';
import { notices } from './notices/Notices.tsx';
import { recordPage } from './record-page.tsx';
import type { PageModule } from '../define-page.ts';
import type { RecordSegment } from '../../shared/records/registry.ts';

export const RECORD_PAGES: Readonly<
  Record<RecordSegment, { list: PageModule; record: PageModule }>
> = {
  News: { list: news, record: recordPage({ segment: 'News' }) },
  Events: { list: events, record: recordPage({ segment: 'Events', Actions: AddToCalendar }) },
  Notices: { list: notices, record: recordPage({ segment: 'Notices' }) },
  Gallery: { list: gallery, record: albumPage },
};
