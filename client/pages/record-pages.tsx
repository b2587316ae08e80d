import type { PageModule } from '../define-page.ts';
import { EventList } from '../islands/EventList.tsx';
import { GalleryList } from '../islands/GalleryList.tsx';
import { NewsList } from '../islands/NewsList.tsx';
import { CampusLink } from '../parts/CampusLink.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useTranslation } from '../translation.tsx';
import { AddToCalendar } from '../records/events/AddToCalendar.tsx';
import { toEventCards } from '../records/events/EventCard.tsx';
import { TODAY_ID } from '../records/events/event-month.ts';
import { toAlbumCards } from '../records/gallery/AlbumCard.tsx';
import { albumPage } from '../records/gallery/AlbumPage.tsx';
import { listPage, SUBSCRIBE_ID } from '../records/list-page.tsx';
import { toNewsCards } from '../records/news/NewsCard.tsx';
import { notices } from '../records/notices/Notices.tsx';
import { recordPage } from '../records/record-page.tsx';
import type { RecordSegment } from '../../shared/records/registry.ts';

export const RECORD_PAGES: Readonly<
  Record<RecordSegment, { list: PageModule; record: PageModule }>
> = {
  News: {
    list: listPage('News', { toCards: toNewsCards, island: 'NewsList', component: NewsList }),
    record: recordPage('News'),
  },
  Events: {
    list: listPage('Events', {
      toCards: toEventCards,
      island: 'EventList',
      component: EventList,
      header: <CalendarLinks />,
    }),
    record: recordPage('Events', AddToCalendar),
  },
  Notices: { list: notices, record: recordPage('Notices') },
  Gallery: {
    list: listPage('Gallery', {
      toCards: toAlbumCards,
      island: 'GalleryList',
      component: GalleryList,
    }),
    record: albumPage,
  },
};

function CalendarLinks() {
  const { t } = useTranslation();
  return (
    <p className="row">
      <CampusLink page={`Events/Calendar#${TODAY_ID}`} className="back-link">
        <Icon name="calendar" />
        {t('View calendar')}
      </CampusLink>
      <a href={`#${SUBSCRIBE_ID}`} className="back-link">
        {t('Subscribe')}
      </a>
    </p>
  );
}
