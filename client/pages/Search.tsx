import { definePage } from '../define-page.ts';
import { Choices } from './search/Choices.tsx';
import { Hit } from './search/Hit.tsx';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import { useTranslation } from '../translation.tsx';
import type { Translation } from '../../shared/translation.ts';
import { MixedText } from '../parts/MixedText.tsx';
import { campusPath, otherCampuses } from '../../shared/campuses.ts';
import { callLink } from '../../shared/links.ts';
import { RECORD_KINDS } from '../../shared/records/registry.ts';
import { MAX_QUERY, searchString } from '../../shared/query-params.ts';
import { MAX_RESULTS, RESULTS_STEP, type SearchResults } from '../../shared/site-search.ts';

const LISTS = [
  ...Object.entries(RECORD_KINDS).map(([segment, { plural }]) => [segment, plural] as const),
  ['MandatoryDisclosure', 'School documents'],
  ['Admission', 'Admission enquiry'],
] as const;

/**
 * Records, pages and documents of all campuses. The form is plain HTML, as are the filters; scripts/search.ts
 * lets the parts that are marked for it follow what is typed.
 */
export const search = definePage({
  title: 'Search',
  searchKeys: ['q', 'kind', 'campus', 'year', 'page'],
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
        <output className="search-summary" data-search-part="">
          {results !== null && <Summary results={results} />}
        </output>
        <div data-search-part="">
          {results === null ? (
            <WaysOn />
          ) : (
            <>
              <Choices choices={results.choices} />
              {results.total === 0 ? <NothingFound /> : <Hits results={results} />}
            </>
          )}
        </div>
      </Section>
    </>
  );
}

function SearchForm() {
  const { path, search: query } = usePage();
  const { t } = useTranslation();
  return (
    <search>
      <form
        className="search-form"
        method="get"
        action={path}
        data-enhance="search"
        data-failure={t('The results could not be loaded. Please try again.')}
      >
        <label className="filters-field">
          {t('Search the whole website')}
          <input
            type="search"
            name="q"
            dir="auto"
            defaultValue={query.q}
            maxLength={MAX_QUERY}
            required
          />
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
    <>
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
    </>
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
        <p className="search-pages row">
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

function WaysOn() {
  const { campus } = usePage();
  const { t, path } = useTranslation();
  return (
    <nav className="search-ways" aria-label={t('Other pages to try')}>
      <ul className="row">
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
  const { search: query, path, campus, content } = usePage();
  const { t } = useTranslation();
  const { q, kind, campus: chosenCampus, year } = query;
  const isNarrowed = [kind, chosenCampus, year].some((filter) => filter !== undefined);
  const { campuses } = content.site;
  const phone = [campus, ...otherCampuses(campus)]
    .map((each) => campuses[each].phone)
    .find((number) => number !== undefined);
  return (
    <div className="search-nothing stack">
      {isNarrowed && (
        <p>
          <a href={path + searchString({ q })}>{t('Search all kinds, campuses and years')}</a>
        </p>
      )}
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
