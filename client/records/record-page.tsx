import type { ComponentType, ReactNode } from 'react';
import { Facts, type Fact } from './Facts.tsx';
import { RecordFiles } from './RecordFiles.tsx';
import { RecordNeighbours } from './RecordNeighbours.tsx';
import { RecordPhotos } from './RecordPhotos.tsx';
import { definePage, type PageModule } from '../define-page.ts';
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
import type { Translation } from '../texts.ts';
import { useTranslation } from '../translation.tsx';
import { formatWithWeekday } from '../../shared/dates.ts';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import { inListOrder, listsOf, type KindRecord } from '../../shared/records/kind-records.ts';
import type { PagedRecord } from '../../shared/records/record-kind.ts';
import type { ReadList } from '../../shared/records/provider-lists.ts';
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
  const { name, title, schemaType } = RECORD_KINDS[segment];
  const lists = listsOf(segment);
  const recordsIn = memoizedListOrder(segment);
  return definePage({
    title,
    lists,
    subject: {
      lists,
      namedIn: 'path',
      describe(read, { id, campus }) {
        const record = recordsIn(read).find((one) => one.id === id);
        if (record === undefined) return undefined;
        return {
          name: recordName(record, name),
          path: recordPath(campus, segment, record),
          text: record.description,
          pictures: record.images ?? [],
          parent: { segment, title },
          thing: { type: schemaType, day: record.day ?? null, venue: record.venue ?? '' },
        };
      },
    },
    Component: () => <RecordPage segment={segment} recordsIn={recordsIn} Actions={Actions} />,
  });
}

/** Sorts thousands of records once per version of their lists. */
function memoizedListOrder<Segment extends RecordSegment>(segment: Segment) {
  const lists = listsOf(segment);
  type Known = { all: readonly object[]; records: readonly KindRecord<Segment>[] };
  const cache = new WeakMap<object, Known>();
  return (read: ReadList): readonly KindRecord<Segment>[] => {
    const all = lists.map((name) => read(name));
    const [first] = all;
    const cached = first && cache.get(first);
    if (cached?.all.every((list, index) => list === all[index])) return cached.records;
    const records = inListOrder(segment, read);
    if (first) cache.set(first, { all, records });
    return records;
  };
}

type RecordPageProps<Segment extends RecordSegment> = RecordPageOptions<Segment> & {
  recordsIn: (read: ReadList) => readonly KindRecord<Segment>[];
};

function RecordPage<Segment extends RecordSegment>({
  segment,
  recordsIn,
  Actions,
}: RecordPageProps<Segment>) {
  const { name, title } = RECORD_KINDS[segment];
  const { search } = usePage();
  const translation = useTranslation();
  const { t } = translation;
  const records = recordsIn(useLists(listsOf(segment)));
  const record = records.find(({ id }) => id === search.id);
  if (record === undefined) return <RecordNotFound segment={segment} />;
  const heading = recordName(record, name, translation);
  return (
    <>
      <PageHeader title={heading} parent={{ segment, title }} />
      <Section look="list-section">
        <RecordView
          record={record}
          name={heading}
          facts={factsOf(record, translation)}
          actions={Actions && <Actions record={record} />}
        />
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

type RecordViewOptions = {
  record: PagedRecord;
  name: string;
  facts: readonly Fact[];
  actions: ReactNode;
};

function RecordView({ record, name, facts, actions }: RecordViewOptions) {
  const { description, images = [], attachments = [], link = null } = record;
  const hasBody = description !== '' || images.length + attachments.length > 0 || link !== null;
  return (
    <div className={hasBody ? 'record' : 'record record-bare'}>
      {facts.length > 0 && <Facts facts={facts} className="record-facts" />}
      {hasBody && (
        <div className="record-body">
          <RecordPhotos files={images} about={name} />
          <RecordText text={description} />
          <RecordFiles attachments={attachments} link={link} about={name} />
        </div>
      )}
      {actions}
      <Share title={name} />
    </div>
  );
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
