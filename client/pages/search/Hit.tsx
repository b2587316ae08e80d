// oxlint-disable react/no-array-index-key -- the parts of a text never change places
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { formatLong } from '../../../shared/dates.ts';
import { fileType } from '../../../shared/documents.ts';
import type { FileId } from '../../../shared/links.ts';
import { RECORD_KINDS, type RecordKey } from '../../../shared/records/registry.ts';
import type { SearchHit, SearchKind, TextPart } from '../../../shared/site-search.ts';
import { baseDirection } from '../../../shared/script-runs.ts';

type Labels = { all: string; one: string };

export const KIND_LABELS: Readonly<Record<SearchKind, Labels>> = {
  ...(Object.fromEntries(
    Object.values(RECORD_KINDS).map(({ key, plural, name }) => [key, { all: plural, one: name }]),
  ) as Record<RecordKey, Labels>),
  pages: { all: 'Pages', one: 'Page' },
  documents: { all: 'Documents', one: 'Document' },
  leaders: { all: 'Messages', one: 'Message' },
};

export function Hit({ hit, id }: { hit: SearchHit; id: string }) {
  const { kind, title, section, excerpt, href, day, facts, campuses, attachments } = hit;
  const { site } = usePage().content;
  const { t, date, path } = useTranslation();
  return (
    <li id={id}>
      <h2 className="card-title" dir={directionOf(title)}>
        <a href={path(href)}>
          <Marked parts={title} />
        </a>
      </h2>
      <p className="search-facts">
        <span>{t(KIND_LABELS[kind].one)}</span>
        {day !== null && <time dateTime={day}>{date(formatLong(day))}</time>}
        <span>
          {campuses.length === CAMPUSES.length
            ? t('All campuses')
            : campuses.map((campus) => site.campuses[campus].label).join(', ')}
        </span>
        {section !== '' && (
          <span>
            <MixedText text={section} />
          </span>
        )}
        {facts !== '' && <span>{facts}</span>}
        {attachments.length > 0 && <Attachments files={attachments} />}
      </p>
      {excerpt.length > 0 && (
        <p dir={directionOf(excerpt)}>
          <Marked parts={excerpt} />
        </p>
      )}
    </li>
  );
}

/** "With attachment (PDF)"; the provider gives no sizes. */
function Attachments({ files }: { files: readonly FileId[] }) {
  const { t } = useTranslation();
  const types = [...new Set(files.map(fileType))]
    .filter((type) => type !== null)
    .map((type) => t(type));
  const count =
    files.length === 1
      ? t('With attachment')
      : t('With {count} attachments', { count: files.length });
  return <span>{count + (types.length === 0 ? '' : ` (${types.join(', ')})`)}</span>;
}

function directionOf(parts: readonly TextPart[]) {
  return baseDirection(parts.map(({ text }) => text).join(''));
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, index) => {
    const Tag = isMatch ? 'mark' : 'span';
    return (
      <Tag key={index}>
        <MixedText text={text} />
      </Tag>
    );
  });
}
