import type { ComponentType, ReactNode } from 'react';
import { Facts, type Fact } from './Facts.tsx';
import { RecordFiles } from './RecordFiles.tsx';
import { RecordNeighbours } from './RecordNeighbours.tsx';
import { RecordPhotos } from './RecordPhotos.tsx';
import { definePage, type Description, type PageModule } from '../../define-page.ts';
import { usePage } from '../../page-context.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { recordName } from '../../parts/record-name.ts';
import { RecordText } from '../../parts/RecordText.tsx';
import { Section } from '../../parts/Section.tsx';
import { Share } from '../../parts/Share.tsx';
import { useLists } from '../../queries.ts';
import { useTranslation } from '../../translation.tsx';
import { campusPath } from '../../../shared/campuses.ts';
import type { Day } from '../../../shared/dates.ts';
import type { FileId } from '../../../shared/links.ts';
import { RECORD_KINDS, type ReadList } from '../../../shared/record-kinds.ts';
import { recordPath, type RecordSegment } from '../../../shared/record-paths.ts';

/** What every record with a page of its own has, and what some have. */
type PagedRecord = {
  id: string;
  title: string;
  description: string;
  day?: Day | null;
  images?: readonly FileId[];
  attachments: readonly FileId[];
  link?: string | null;
};

type RecordPageOptions<Rec extends PagedRecord> = {
  segment: RecordSegment;
  /** All records of the kind, in the order in which "previous" and "next" walk through them. */
  recordsIn: (read: ReadList) => readonly Rec[];
  /** What it is, for search engines. */
  thingOf: (record: Rec) => Description['thing'];
  factsOf: (record: Rec) => readonly Fact[];
  /** What a visitor can do with it, besides handing it on. */
  Actions?: ComponentType<{ record: Rec }>;
};

/** The page of one event, news item or notice, found by the id in its address. */
export function recordPage<Rec extends PagedRecord>(given: RecordPageOptions<Rec>): PageModule {
  const options = { ...given, recordsIn: remembered(given) };
  const { segment, recordsIn, thingOf } = options;
  const { name, title, lists } = RECORD_KINDS[segment];
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
          thing: thingOf(record),
        };
      },
    },
    Component: () => <RecordPage {...options} />,
  });
}

/** Thousands of records are brought into their order once for all of their pages, as long as their lists stay the same. */
function remembered<Rec extends PagedRecord>({
  segment,
  recordsIn,
}: RecordPageOptions<Rec>): (read: ReadList) => readonly Rec[] {
  const { lists } = RECORD_KINDS[segment];
  const known = new WeakMap<object, { all: readonly object[]; records: readonly Rec[] }>();
  return (read) => {
    const all = lists.map((name) => read(name));
    const [first] = all;
    const before = first && known.get(first);
    if (before?.all.every((list, index) => list === all[index])) return before.records;
    const records = recordsIn(read);
    if (first) known.set(first, { all, records });
    return records;
  };
}

function RecordPage<Rec extends PagedRecord>(options: RecordPageOptions<Rec>) {
  const { segment, recordsIn, factsOf, Actions } = options;
  const { name, title, lists } = RECORD_KINDS[segment];
  const { campus, search } = usePage();
  const translation = useTranslation();
  const { t, path } = translation;
  const records = recordsIn(useLists(lists));
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
          facts={factsOf(record)}
          actions={Actions && <Actions record={record} />}
        />
        <RecordNeighbours segment={segment} records={records} current={record.id} />
        <p className="record-back">
          <a className="more" href={path(campusPath(campus, segment))}>
            {t('All of {title}', { title: t(title) })}
          </a>
        </p>
      </Section>
    </>
  );
}

type RecordViewOptions = {
  record: PagedRecord;
  name: string;
  facts: readonly Fact[];
  actions: ReactNode;
};

/** In the order of a phone: when and where, pictures, text, files, keeping it and handing it on. */
function RecordView({ record, name, facts, actions }: RecordViewOptions) {
  const { description, images = [], attachments, link = null } = record;
  const hasBody = description !== '' || images.length + attachments.length > 0 || link !== null;
  return (
    <div className={hasBody ? 'record' : 'record record-bare'}>
      {facts.length > 0 && <Facts facts={facts} />}
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

/** Shown with status 404 for an id that no record has, 410 for one that had, and 503 while it cannot be known. */
export function RecordNotFound({ segment }: { segment: RecordSegment }) {
  const { name, title } = RECORD_KINDS[segment];
  const { t, path } = useTranslation();
  return (
    <PageHeader
      title={t('{kind} not found', { kind: t(name) })}
      parent={{ segment, title }}
      lede={t(
        'It may have been taken down, or it is out of reach for a moment. All that this campus has published is in its list.',
      )}
    >
      <a className="back-link" href={path(campusPath(usePage().campus, segment))}>
        <Icon name="back" />
        {t(title)}
      </a>
    </PageHeader>
  );
}
