import { EventList } from '../../islands/EventList.tsx';
import { toEventCards } from './EventCard.tsx';
import { listPage } from '../list-page.tsx';
import { usePage } from '../../page-context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { useTranslation } from '../../translation.tsx';
import { campusPath } from '../../../shared/campuses.ts';
import { RECORD_KINDS } from '../../../shared/records/registry.ts';

export const events = listPage({
  title: RECORD_KINDS.Events.title,
  list: 'eventsAll',
  toCards: toEventCards,
  pictureOf: ({ image }) => image,
  name: 'EventList',
  component: EventList,
  feed: 'Events',
  header: <CalendarLink />,
});

function CalendarLink() {
  const { t, path } = useTranslation();
  return (
    <a className="back-link" href={path(campusPath(usePage().campus, 'Events/Calendar'))}>
      <Icon name="calendar" />
      {t('View calendar')}
    </a>
  );
}
