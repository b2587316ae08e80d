import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { ListCard, ListProps } from './FilteredList.tsx';
import { definePage } from '../define-page.ts';
import { Island } from '../island.tsx';
import { usePage } from '../page-context.tsx';
import { pictureFocus } from './CardPicture.tsx';
import { cardText } from './CardText.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Loading } from '../parts/Loading.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useList } from '../queries.ts';
import { useTranslation } from '../translation.tsx';
import type { Campus } from '../../shared/campuses.ts';
import { calendarPath, FEED_TYPE, feedPath } from '../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS, RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import { SHOW_STEP } from '../../shared/query-params.ts';
import { listsOf, type KindRecord } from '../../shared/records/kind-records.ts';
import { PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';

/** Element id of the heading above feeds and calendars. */
export const SUBSCRIBE_ID = 'subscribe';

type ListPageOptions<Segment extends RecordSegment, Card> = {
  toCards: (records: readonly KindRecord<Segment>[], campus: Campus) => Card[];
  /** Name and component of the island that shows the cards. */
  island: string;
  component: ComponentType<ListProps<Card>>;
  /** What else belongs to the head of the page. */
  header?: ReactNode;
};

export function listPage<Segment extends RecordSegment, Card extends ListCard>(
  segment: Segment,
  { toCards, island, component, header }: ListPageOptions<Segment, Card>,
) {
  const [list] = listsOf(segment);

  function List() {
    const page = usePage();
    const { campus, schoolCode, search, today } = page;
    const { path, freshSeconds } = PROVIDER_LISTS[list];
    const source = { path: path(schoolCode, ''), campus, freshSeconds };
    // The lists of a kind have its records.
    const cards = toCards(useList(list) as KindRecord<Segment>[], campus).map((card) => ({
      ...card,
      description: cardText(card),
    }));
    // Only the newest are looked up: a page is made anew when more is known of its pictures.
    const focus = pictureFocus(cards.slice(0, SHOW_STEP), page);
    const props = { source, cards, focus, search, today };
    return <Island name={island} component={component} props={props} freshSeconds={freshSeconds} />;
  }

  return definePage({
    title: RECORD_KINDS[segment].title,
    lists: [list],
    searchKeys: ['year', 'month', 'q', 'show'],
    Component: () => (
      <ListLayout segment={segment} header={header}>
        <List />
      </ListLayout>
    ),
  });
}

type ListLayoutOptions = {
  segment: RecordSegment;
  /** The page is below the list's. */
  isBelow?: true;
  /** What else belongs to the head of the page. */
  header?: ReactNode;
  children: ReactNode;
};

/** A page of records, which may be streamed after the heading, and their feeds. */
export function ListLayout({ segment, isBelow, header, children }: ListLayoutOptions) {
  return (
    <>
      <PageHeader parent={isBelow && segment}>{header}</PageHeader>
      <Section look="list-section">
        <Suspense fallback={<Loading />}>{children}</Suspense>
        {FEED_SEGMENTS.includes(segment) && <Subscribe segment={segment} />}
      </Section>
    </>
  );
}

function Subscribe({ segment }: { segment: RecordSegment }) {
  const { campus, siteUrl } = usePage();
  const { t } = useTranslation();
  const calendar = siteUrl + calendarPath(campus);
  const webcal = calendar.replace(/^https?:/, 'webcal:');
  return (
    <section className="subscribe" aria-labelledby={SUBSCRIBE_ID}>
      <h2 id={SUBSCRIBE_ID}>
        {segment === 'Events' ? t('Add these dates to your calendar') : t('Get updates')}
      </h2>
      {segment === 'Events' && (
        <>
          <p>
            {t('Subscribe once, and new and changed events appear in the calendar of your phone.')}
          </p>
          <ul className="row">
            <li>
              <a className="button" href={webcal}>
                <Icon name="calendar" />
                {t('Subscribe to the calendar')}
              </a>
            </li>
            <li>
              <a
                href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`}
                target="_blank"
                rel="noopener nofollow"
              >
                {t('In Google Calendar')}
              </a>
            </li>
            <li>
              <a href={calendar} type="text/calendar">
                {t('Calendar file (.ics)')}
              </a>
            </li>
          </ul>
        </>
      )}
      <ul className="row">
        <li className="quiet">{t('For feed readers:')}</li>
        <li>
          <a href={feedPath(campus, segment)} type={FEED_TYPE}>
            RSS
          </a>
        </li>
      </ul>
    </section>
  );
}
