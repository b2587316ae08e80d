import { usePage } from '../page-context.tsx';
import { recordName } from '../parts/record-name.ts';
import { useTranslation } from '../translation.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { RECORD_KINDS, type RecordSegment } from '../../shared/records/registry.ts';
import type { PagedRecord } from '../../shared/records/record-kind.ts';
import { recordPath } from '../../shared/records/record-paths.ts';
import { earliestFirst } from '../../shared/records/order.ts';

type RecordNeighboursOptions = {
  segment: RecordSegment;
  /** In the order of their list. */
  records: readonly PagedRecord[];
  /** Id of the record whose neighbours they are. */
  current: string;
};

/** By date, else by list order. */
export function RecordNeighbours({ segment, records, current }: RecordNeighboursOptions) {
  const { campus } = usePage();
  const translation = useTranslation();
  const { t, path } = translation;
  const dated = earliestFirst(
    records.flatMap(({ day = null, time = '', ...record }) =>
      day === null ? [] : { day, time, ...record },
    ),
  );
  const isDated = dated.some(({ id }) => id === current);
  const ordered: readonly PagedRecord[] = isDated ? dated : records;
  const at = ordered.findIndex(({ id }) => id === current);
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
