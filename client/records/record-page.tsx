import type { ComponentProps, ComponentType } from 'react';
import { definePage, type Description, type PageModule } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { CampusLink } from '../parts/CampusLink.tsx';
import { DefinitionList, type Definition } from '../parts/DefinitionList.tsx';
import { AttachmentLink, FileLink } from '../parts/FileLink.tsx';
import { Icon } from '../parts/Icon.tsx';
import { LinkedText } from '../parts/LinkedText.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { nearestRatio, Picture, ratioClass } from '../parts/Picture.tsx';
import { recordName } from '../../shared/records/record-name.ts';
import { RecordText } from '../parts/RichText.tsx';
import { Section } from '../parts/Section.tsx';
import { Share } from '../parts/Share.tsx';
import { useLists } from '../queries.ts';
import { useTranslation } from '../translation.tsx';
import type { Translation } from '../../shared/translation.ts';
import type { Campus } from '../../shared/campuses.ts';
import { fileUrl, type FileId } from '../../shared/links.ts';
import {
  inListOrder,
  listsOf,
  kindRecords,
  type KindRecord,
} from '../../shared/records/kind-records.ts';
import { earliestFirst } from '../../shared/records/order.ts';
import type { PagedRecord } from '../../shared/records/record-kind.ts';
import { recordPath } from '../../shared/records/record-paths.ts';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';

/** @param Actions what a visitor can do with a record, besides sharing it */
export function recordPage<Segment extends RecordSegment>(
  segment: Segment,
  Actions?: ComponentType<{ record: KindRecord<Segment> }>,
): PageModule {
  const lists = listsOf(segment);
  const { name, title, all } = RECORD_KINDS[segment];

  function RecordPage() {
    const { search } = usePage();
    const translation = useTranslation();
    const records = inListOrder(segment, useLists(lists));
    const record = records.find(({ id }) => id === search.id);
    if (record === undefined) return <RecordNotFound segment={segment} />;
    const { description, images = [], attachments = [], link = null } = record;
    const hasBody = description !== '' || images.length + attachments.length > 0 || link !== null;
    const heading = recordName(record, name, translation);
    const facts = buildFacts(record, translation);
    return (
      <>
        <PageHeader title={heading} parent={segment} day={record.day} />
        <Section look="list-section">
          <div className={hasBody ? 'record record-full' : 'record'}>
            {facts.length > 0 && <DefinitionList entries={facts} className="record-facts" />}
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
          <RecordNeighbours segment={segment} records={records} />
          <p className="record-back">
            <CampusLink page={segment} className="more">
              {translation.t(all)}
            </CampusLink>
          </p>
        </Section>
      </>
    );
  }

  return definePage({
    title,
    lists,
    subject: {
      lists,
      namedIn: 'path',
      describe(read, { id, campus }) {
        const record = kindRecords(segment, read).find((one) => one.id === id);
        return record && describeRecord(segment, record, campus);
      },
    },
    Component: RecordPage,
  });
}

export function describeRecord(
  segment: RecordSegment,
  record: PagedRecord,
  campus: Campus,
): Description {
  const { name, title, schemaType } = RECORD_KINDS[segment];
  const { description, day = null, time = '', venue = '', images = [] } = record;
  return {
    name: recordName(record, name),
    path: recordPath(campus, segment, record),
    text: description,
    pictures: images,
    parent: { segment, title },
    thing: { type: schemaType, day, time, venue },
  };
}

function buildFacts({ time = '', venue = '' }: PagedRecord, { t }: Translation): Definition[] {
  return [
    { name: t('Time'), value: time !== '' && <MixedText text={time} /> },
    { name: t('Venue'), value: venue !== '' && <LinkedText text={venue} /> },
  ].filter((fact) => fact.value !== false);
}

/** `about` is the name of the record. The first picture is not cropped: posters would lose words. */
function RecordPhotos({ files, about }: { files: readonly FileId[]; about: string }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  const count = files.length;
  return (
    <Photos
      className="photos record-photos"
      files={files}
      pictureAt={(index) => ({
        alt:
          count === 1
            ? about
            : t('{record}, picture {number} of {count}', {
                record: about,
                number: index + 1,
                count,
              }),
        sizes: index === 0 ? '(min-width: 62rem) 44rem, 92vw' : '(min-width: 62rem) 14rem, 46vw',
        isWhole: index === 0,
        widest: index === 0 ? 1280 : 640,
        priority: index === 0,
      })}
    />
  );
}

type PhotosOptions = {
  className: string;
  files: readonly FileId[];
  /** Those that are not whole are cut to the shape that is nearest to their own. */
  pictureAt: (
    index: number,
  ) => Omit<ComponentProps<typeof Picture>, 'file' | 'ratio'> & { isWhole?: boolean };
  /** The lightbox is loaded at once. */
  when?: 'now';
};

/** A document among them opens in a new tab. */
export function Photos({ className, files, pictureAt, when }: PhotosOptions) {
  const { isDocument, imageMetadata } = usePage();
  return (
    <ul className={className} data-enhance="lightbox" data-when={when}>
      {files.map((file, index) => {
        const { isWhole = false, ...picture } = pictureAt(index);
        const metadata = imageMetadata(file);
        const ratio = metadata ? nearestRatio(metadata) : '4:3';
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a record may name a picture twice
          <li key={index} className={isWhole ? undefined : ratioClass(ratio)}>
            <a href={fileUrl(file)} target={isDocument(file) ? '_blank' : undefined}>
              <Picture file={file} {...picture} {...(!isWhole && { ratio })} />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

type RecordFilesOptions = { attachments: readonly FileId[]; link: string | null; about: string };

function RecordFiles({ attachments, link, about }: RecordFilesOptions) {
  const { t } = useTranslation();
  if (attachments.length === 0 && link === null) return null;
  return (
    <ul className="record-files">
      {attachments.map((file, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record may name a file twice
        <li key={index}>
          <AttachmentLink
            file={file}
            label={
              attachments.length === 1
                ? undefined
                : t('View Attachment {number}', { number: index + 1 })
            }
            about={about}
          />
        </li>
      ))}
      {link !== null && (
        <li>
          <FileLink href={link} label={t('Click Here')} icon="outside" about={about} />
        </li>
      )}
    </ul>
  );
}

type RecordNeighboursOptions = { segment: RecordSegment; records: readonly PagedRecord[] };

/** Links to the records beside the page's: by date, else in the order of `records`. */
export function RecordNeighbours({ segment, records }: RecordNeighboursOptions) {
  const { campus, search } = usePage();
  const translation = useTranslation();
  const { t, path } = translation;
  const dated = earliestFirst(
    records.flatMap(({ day = null, time = '', ...record }) =>
      day === null ? [] : { day, time, ...record },
    ),
  );
  const isDated = dated.some(({ id }) => id === search.id);
  const ordered: readonly PagedRecord[] = isDated ? dated : records;
  const at = ordered.findIndex(({ id }) => id === search.id);
  if (at === -1) return null;
  const links = [
    { rel: 'prev', label: isDated ? 'Earlier' : 'Previous', record: ordered[at - 1] },
    { rel: 'next', label: isDated ? 'Later' : 'Next', record: ordered[at + 1] },
  ].flatMap(({ record, ...link }) => {
    const href = record === undefined ? null : recordPath(campus, segment, record);
    return record === undefined || href === null ? [] : { ...link, record, href };
  });
  if (links.length === 0) return null;
  return (
    <nav className="neighbours" aria-label={t(RECORD_KINDS[segment].others)}>
      {links.map(({ rel, label, record, href }) => (
        <a key={rel} rel={rel} href={path(href)}>
          <span className="neighbours-label">{t(label)}</span>{' '}
          <MixedText text={recordName(record, RECORD_KINDS[segment].name, translation)} />
        </a>
      ))}
    </nav>
  );
}

/** Shown with status 404 for an unknown id, with 503 while the lists are unavailable. */
export function RecordNotFound({ segment }: { segment: RecordSegment }) {
  const { name, title } = RECORD_KINDS[segment];
  const { t } = useTranslation();
  return (
    <PageHeader
      title={t('{kind} not found', { kind: t(name) })}
      parent={segment}
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
