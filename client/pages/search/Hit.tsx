// oxlint-disable react/no-array-index-key -- the parts of a text never change places
import { KIND_LABELS } from './kind-labels.ts';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { MixedText } from '../../parts/MixedText.tsx';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { formatLong } from '../../../shared/dates.ts';
import type { SearchHit, TextPart } from '../../../shared/site-search.ts';

/** One result: its title leads to it. */
export function Hit({ hit }: { hit: SearchHit }) {
  const { kind, title, excerpt, href, day, files, campuses } = hit;
  const { site } = usePage().content;
  const { t, date, path } = useTranslation();
  return (
    <li>
      <h2 className="card-title">
        <a href={path(href)}>
          <Marked parts={title} />
        </a>
      </h2>
      <p className="search-facts">
        <span>{t(KIND_LABELS[kind].one)}</span>
        {day !== null && <time dateTime={day}>{date(formatLong(day))}</time>}
        <span>
          {campuses.length === CAMPUSES.length
            ? t('Both campuses')
            : campuses.map((campus) => site.campuses[campus].label).join(', ')}
        </span>
        {files !== '' && (
          <span>
            <MixedText text={files} />
          </span>
        )}
      </p>
      {excerpt.length > 0 && (
        <p>
          <Marked parts={excerpt} />
        </p>
      )}
    </li>
  );
}

function Marked({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      <mark key={index}>
        <MixedText text={text} />
      </mark>
    ) : (
      <span key={index}>
        <MixedText text={text} />
      </span>
    ),
  );
}
