import { KIND_LABELS } from './kind-labels.ts';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { searchString, type Search } from '../../../shared/search.ts';
import { SEARCH_KINDS, type SearchChoices } from '../../../shared/site-search.ts';

type ChoiceKey = 'kind' | 'campus' | 'year';

/** `value` is undefined for "all". */
type Choice = { value: string | undefined; label: string; count: number };

/** Closed at first: results begin on a phone's first screen. */
export function Choices({ choices }: { choices: SearchChoices }) {
  const { search, content } = usePage();
  const { t, number } = useTranslation();
  const kinds = SEARCH_KINDS.map((kind) => ({
    value: kind,
    label: t(KIND_LABELS[kind].all),
    count: choices.kind.get(kind) ?? 0,
  }));
  const campuses = CAMPUSES.map((campus) => ({
    value: campus,
    label: content.site.campuses[campus].label,
    count: choices.campus.get(campus) ?? 0,
  }));
  const years = [...choices.year]
    .toSorted(([one], [other]) => other - one)
    .map(([year, count]) => ({ value: String(year), label: number(year), count }));
  const { kind, campus, year = 'All' } = search;
  const rows = [
    { name: 'Kind', choiceKey: 'kind', values: kinds, current: kind },
    { name: 'Campus', choiceKey: 'campus', values: campuses, current: campus },
    { name: 'Year', choiceKey: 'year', values: years, current: year === 'All' ? undefined : year },
  ] as const;
  const offered = rows
    .map((row) => ({ ...row, values: worthOffering(row) }))
    .filter(({ values }) => values.length > 0);
  if (offered.length === 0) return null;
  const chosen = offered.flatMap(({ values, current }) =>
    values.flatMap(({ value, label }) => (value === current ? [label] : [])),
  );
  return (
    <details className="search-choices">
      <summary>
        {t('Narrow the results')}
        {chosen.length > 0 && <span className="quiet">: {chosen.join(', ')}</span>}
      </summary>
      <nav aria-label={t('Narrow the results')}>
        {offered.map((row) => (
          <ChoiceRow key={row.name} {...row} />
        ))}
      </nav>
    </details>
  );
}

/** Values with results, and the current one; none if there is no choice. */
function worthOffering({ values, current }: Pick<ChoiceRowOptions, 'values' | 'current'>) {
  const offered = values.filter(({ value, count }) => count > 0 || value === current);
  return offered.length < 2 && current === undefined ? [] : offered;
}

type ChoiceRowOptions = {
  name: string;
  choiceKey: ChoiceKey;
  values: readonly Choice[];
  current: string | undefined;
};

function ChoiceRow({ name, choiceKey, values, current }: ChoiceRowOptions) {
  const { path, search } = usePage();
  const { t, number } = useTranslation();
  const hrefOf = (value: string | undefined) => {
    const next: Search = { ...search, [choiceKey]: value, page: undefined };
    return path + searchString(next);
  };
  return (
    <div className="search-choice">
      <span>{t(name)}</span>
      <ul>
        {[{ value: undefined, label: t('All'), count: null }, ...values].map((choice) => (
          <li key={choice.label}>
            <a
              href={hrefOf(choice.value)}
              aria-current={choice.value === current ? 'true' : undefined}
            >
              {choice.label}
              {choice.count !== null && <span className="quiet"> {number(choice.count)}</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
