// oxlint-disable react/no-array-index-key -- the parts of a text never change places
import { definePage } from '../define-page.ts';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import type { Translation } from '../../shared/translation.ts';
import { MixedText } from '../parts/MixedText.tsx';
import { CAMPUSES, campusPath, otherCampus } from '../../shared/campuses.ts';
import { formatLong } from '../../shared/dates.ts';
import { fileType } from '../../shared/documents.ts';
import { callLink, type FileId } from '../../shared/links.ts';
import { RECORD_KINDS, type RecordKey } from '../../shared/records/registry.ts';
import { MAX_QUERY, searchString } from '../../shared/query-params.ts';
import {
  MAX_RESULTS,
  RESULTS_STEP,
  type SearchHit,
  type SearchKind,
  type SearchResults,
  type TextPart,
} from '../../shared/site-search.ts';

const LISTS = [
  ...Object.entries(RECORD_KINDS).map(([segment, { plural }]) => [segment, plural] as const),
  ['MandatoryDisclosure', 'School documents'],
  ['Admission', 'Admission enquiry'],
] as const;

/** Records, pages and documents of both campuses. */
export const search = definePage({
  title: 'Search',
  searchKeys: ['q', 'page'],
  showsResults: true,
  isIndexed: false,
  Component: Search,
});

function Search() {
  const { results } = usePage();
  return (
    <>
      <PageHeader />
      <Section look="list-section">
        <SearchForm />
        {results === null ? (
          <WaysOn />
        ) : (
          <>
            <Summary results={results} />
            {results.total === 0 ? <NothingFound /> : <Hits results={results} />}
          </>
        )}
      </Section>
    </>
  );
}

function SearchForm() {
  const { path, search: query } = usePage();
  const { t } = useTranslation();
  return (
    <search>
      <form className="search-form" method="get" action={path}>
        <label className="filters-field">
          {t('Search the website of both campuses')}
          <input type="search" name="q" defaultValue={query.q} maxLength={MAX_QUERY} required />
        </label>
        <button className="button" type="submit">
          {t('Search')}
        </button>
      </form>
    </search>
  );
}

function Summary({ results: { total, hasSomeWords, isComplete } }: { results: SearchResults }) {
  const { q = '' } = usePage().search;
  const { t } = useTranslation();
  return (
    <output className="search-summary">
      <MixedText text={found(total, q, t)} />
      {hasSomeWords && total > 0 && (
        <span className="quiet">
          {t('No results have all of these words. These have most of them.')}
        </span>
      )}
      {!isComplete && (
        <span className="quiet">
          {t('Some of the website could not be searched. Please try again in a minute.')}
        </span>
      )}
    </output>
  );
}

function found(total: number, q: string, t: Translation['t']): string {
  if (total === 0) return t('No results for “{q}”', { q });
  return total === 1
    ? t('One result for “{q}”', { q })
    : t('{total} results for “{q}”', { total, q });
}

function Hits({ results: { hits, total } }: { results: SearchResults }) {
  const { path, search: query } = usePage();
  const { t } = useTranslation();
  const next = String(Math.ceil(hits.length / RESULTS_STEP) + 1);
  return (
    <>
      <ol className="search-hits">
        {hits.map((hit, index) => (
          <Hit key={`${hit.kind} ${hit.href}`} hit={hit} id={`result-${index + 1}`} />
        ))}
      </ol>
      {hits.length < Math.min(total, MAX_RESULTS) && (
        <p className="search-pages">
          {/* The fragment is the first result that the link adds. */}
          <a
            className="button button-quiet"
            href={`${path}${searchString({ ...query, page: next })}#result-${hits.length + 1}`}
            rel="next"
          >
            {t('Show more')}
          </a>
          <span className="quiet">{t('{shown} of {total}', { shown: hits.length, total })}</span>
        </p>
      )}
    </>
  );
}

const KIND_NAMES: Readonly<Record<SearchKind, string>> = {
  ...(Object.fromEntries(Object.values(RECORD_KINDS).map(({ key, name }) => [key, name])) as Record<
    RecordKey,
    string
  >),
  pages: 'Page',
  documents: 'Document',
  leaders: 'Message',
};

function Hit({ hit, id }: { hit: SearchHit; id: string }) {
  const { kind, title, excerpt, href, day, facts, campuses, attachments } = hit;
  const { site } = usePage().content;
  const { t, date, path } = useTranslation();
  return (
    <li id={id}>
      <h2 className="card-title">
        <a href={path(href)}>
          <Marked parts={title} />
        </a>
      </h2>
      <p className="search-facts">
        <span>{t(KIND_NAMES[kind])}</span>
        {day !== null && <time dateTime={day}>{date(formatLong(day))}</time>}
        <span>
          {campuses.length === CAMPUSES.length
            ? t('Both campuses')
            : campuses.map((campus) => site.campuses[campus].label).join(', ')}
        </span>
        {facts !== '' && <span>{facts}</span>}
        {attachments.length > 0 && <Attachments files={attachments} />}
      </p>
      {excerpt.length > 0 && (
        <p>
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

function WaysOn() {
  const { campus } = usePage();
  const { t, path } = useTranslation();
  return (
    <nav className="search-ways" aria-label={t('Other pages to try')}>
      <ul>
        {LISTS.map(([segment, label]) => (
          <li key={segment}>
            <a className="button button-quiet" href={path(campusPath(campus, segment))}>
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NothingFound() {
  const { campus, content } = usePage();
  const { t } = useTranslation();
  const { campuses } = content.site;
  const phone = campuses[campus].phone ?? campuses[otherCampus(campus)].phone;
  return (
    <div className="search-nothing">
      <p>{t('Try fewer words, or another spelling. Or try one of these pages:')}</p>
      <WaysOn />
      {phone !== undefined && (
        <p>
          {t('Or call the office:')} <a href={callLink(phone)}>{phone}</a>
        </p>
      )}
    </div>
  );
}
