import type { ComponentType } from 'react';
import { Facts, type Fact } from './Facts.tsx';
import { RecordFiles } from './RecordFiles.tsx';
import { RecordNeighbours } from './RecordNeighbours.tsx';
import { RecordPhotos } from './RecordPhotos.tsx';
import { definePage, type Description, type PageModule } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { CampusLink } from '../parts/CampusLink.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { recordName } from '../parts/record-name.ts';
import { RecordText } from '../parts/RecordText.tsx';
import { Section } from '../parts/Section.tsx';
import { Share } from '../parts/Share.tsx';
import { useLists } from '../queries.ts';
import { useTranslation, type Translation } from '../translation.tsx';
import type { Campus } from '../../shared/campuses.ts';
import { formatWithWeekday } from '../../shared/dates.ts';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import {
  inListOrder,
  listsOf,
  recordsOf,
  type KindRecord,
} from '../../shared/records/kind-records.ts';
import type { PagedRecord } from '../../shared/records/record-kind.ts';
import { recordPath } from '../../shared/records/record-paths.ts';

type RecordPageOptions<Segment extends RecordSegment> = {
  segment: Segment;
  /** What a visitor can do with a record, besides sharing it. */
  Actions?: ComponentType<{ record: KindRecord<Segment> }>;
};

export function recordPage<Segment extends RecordSegment>({
  segment,
  Actions,
}: RecordPageOptions<Segment>): PageModule {
  const lists = listsOf(segment);
  return definePage({
    title: RECORD_KINDS[segment].title,
    lists,
    subject: {
      lists,
      namedIn: 'path',
      describe(read, { id, campus }) {
        const record = recordsOf(segment, read).find((one) => one.id === id);
        return record && descriptionOf(segment, record, campus);
      },
    },
    Component: () => <RecordPage segment={segment} Actions={Actions} />,
  });
}

export function descriptionOf(
  segment: RecordSegment,
  record: PagedRecord,
  campus: Campus,
): Description {
  const { name, title, schemaType } = RECORD_KINDS[segment];
  const { description, day = null, venue = '', images = [] } = record;
  return {
    name: recordName(record, name),
    path: recordPath(campus, segment, record),
    text: description,
    pictures: images,
    parent: { segment, title },
    thing: { type: schemaType, day, venue },
  };
}

function RecordPage<Segment extends RecordSegment>({
  segment,
  Actions,
}: RecordPageOptions<Segment>) {
  const { name, title } = RECORD_KINDS[segment];
  const { search } = usePage();
  const translation = useTranslation();
  const { t } = translation;
  const records = inListOrder(segment, useLists(listsOf(segment)));
  const record = records.find(({ id }) => id === search.id);
  if (record === undefined) return <RecordNotFound segment={segment} />;
  const { description, images = [], attachments = [], link = null } = record;
  const hasBody = description !== '' || images.length + attachments.length > 0 || link !== null;
  const heading = recordName(record, name, translation);
  const facts = factsOf(record, translation);
  return (
    <>
      <PageHeader title={heading} parent={{ segment, title }} />
      <Section look="list-section">
        <div className={hasBody ? 'record' : 'record record-bare'}>
          {facts.length > 0 && <Facts facts={facts} className="record-facts" />}
          {hasBody && (
            <div className="record-body">
              <RecordPhotos files={images} about={heading} />
              <RecordText text={description} />
              <RecordFiles attachments={attachments} link={link} about={heading} />
            </div>
          )}
          {Actions && <Actions record={record} />}
          <Share title={heading} />
        </div>
        <RecordNeighbours segment={segment} records={records} current={record.id} />
        <p className="record-back">
          <CampusLink page={segment} className="more">
            {t(RECORD_KINDS[segment].all)}
          </CampusLink>
        </p>
      </Section>
    </>
  );
}

function factsOf(
  { day = null, time = '', venue = '' }: PagedRecord,
  { date }: Translation,
): Fact[] {
  const value = day !== null && <time dateTime={day}>{date(formatWithWeekday(day))}</time>;
  return [
    ...(day === null ? [] : [{ name: 'Date', value }]),
    ...(time === '' ? [] : [{ name: 'Time', value: <MixedText text={time} /> }]),
    ...(venue === '' ? [] : [{ name: 'Venue', value: <MixedText text={venue} /> }]),
  ];
}

/** Shown with status 404 for an unknown id, with 503 while the lists are unavailable. */
export function RecordNotFound({ segment }: { segment: RecordSegment }) {
  const { name, title } = RECORD_KINDS[segment];
  const { t } = useTranslation();
  return (
    <PageHeader
      title={t('{kind} not found', { kind: t(name) })}
      parent={{ segment, title }}
      lede={t(
        'It may have been removed, or it is not available just now. The list has everything that this campus has published.',
      )}
    >
      <CampusLink page={segment} className="back-link">
        <Icon name="back" />
        {t(title)}
      </CampusLink>
    </PageHeader>
  );
}
