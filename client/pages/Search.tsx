import { definePage } from '../define-page.ts';
import { Choices } from './search/Choices.tsx';
import { Hit } from './search/Hit.tsx';
import { NothingFound, WaysOn } from './search/WaysOn.tsx';
import { usePage } from '../page-context.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Section } from '../parts/Section.tsx';
import type { Translation } from '../texts.ts';
import { useTranslation } from '../translation.tsx';
import { MixedText } from '../parts/MixedText.tsx';
import { MAX_QUERY, searchString } from '../../shared/search.ts';
import { RESULTS_PER_PAGE, type SearchResults } from '../../shared/site-search.ts';

/**
 * Records, pages and documents of both campuses. The form is plain HTML, as are the filters; enhance/search.ts
 * lets the parts that are marked for it follow what is typed.
 */
export const search = definePage({
  title: 'Search',
  searchKeys: ['q', 'kind', 'campus', 'year', 'page'],
  showsResults: true,
  isIndexed: false,
  Component: () => (
    <>
      <PageHeader />
      <Section look="list-section">
        <SearchForm />
        <SearchOutcome />
      </Section>
    </>
  ),
});

function SearchForm() {
  const { path, search: asked } = usePage();
  const { t } = useTranslation();
  return (
    <search>
      <form className="search-form" method="get" action={path} data-enhance="search">
        <label className="filters-field">
          {t('Search the website of both campuses')}
          <input type="search" name="q" defaultValue={asked.q} maxLength={MAX_QUERY} required />
        </label>
        <button className="button" type="submit">
          {t('Search')}
        </button>
      </form>
    </search>
  );
}

function SearchOutcome() {
  const { results } = usePage();
  return (
    <>
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
    </>
  );
}

/** What was found, in words. */
function Summary({ results: { total, hasSomeWords, isComplete } }: { results: SearchResults }) {
  const { q = '' } = usePage().search;
  const { t } = useTranslation();
  return (
    <>
      <MixedText text={found(total, q, t)} />
      {hasSomeWords && total > 0 && (
        <span className="quiet">
          {t('Nothing has all of these words. Below is what has most of them.')}
        </span>
      )}
      {!isComplete && (
        <span className="quiet">
          {t('Not everything could be searched just now. Please try again in a minute.')}
        </span>
      )}
    </>
  );
}

function found(total: number, q: string, t: Translation['t']): string {
  if (total === 0) return t('Nothing for “{q}”', { q });
  return total === 1
    ? t('One result for “{q}”', { q })
    : t('{total} results for “{q}”', { total, q });
}

function Hits({ results: { hits, total } }: { results: SearchResults }) {
  const { path, search: asked } = usePage();
  const { t } = useTranslation();
  const page = Number(asked.page ?? 1);
  const last = (page - 1) * RESULTS_PER_PAGE + hits.length;
  const pageHref = (number: number) =>
    path + searchString({ ...asked, page: number === 1 ? undefined : String(number) });
  return (
    <>
      <ol className="search-hits" start={last - hits.length + 1}>
        {hits.map((hit) => (
          <Hit key={`${hit.kind} ${hit.href}`} hit={hit} />
        ))}
      </ol>
      <p className="search-pages">
        {page > 1 && (
          <a className="button button-quiet" href={pageHref(page - 1)} rel="prev">
            {t('Show previous')}
          </a>
        )}
        {hits.length > 0 && last < total && (
          <a className="button button-quiet" href={pageHref(page + 1)} rel="next">
            {t('Show more')}
          </a>
        )}
        {total > RESULTS_PER_PAGE && hits.length > 0 && (
          <span className="quiet">
            {t('{first} to {last} of {total}', { first: last - hits.length + 1, last, total })}
          </span>
        )}
      </p>
    </>
  );
}
