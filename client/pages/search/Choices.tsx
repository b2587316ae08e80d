import { KIND_LABELS } from './Hit.tsx';
import { usePage } from '../../page-context.tsx';
import { useTranslation } from '../../translation.tsx';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { searchString } from '../../../shared/query-params.ts';
import { SEARCH_KINDS, type SearchChoices } from '../../../shared/site-search.ts';

type ChoiceRowOptions = {
  choiceKey: 'kind' | 'campus' | 'year';
  name: string;
  current: string | undefined;
  values: readonly { value: string; label: string; count: number }[];
};

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
  const { kind, campus } = search;
  const year = search.year === 'All' ? undefined : search.year;
  const rows: ChoiceRowOptions[] = [
    { choiceKey: 'kind', name: t('Kind'), current: kind, values: kinds },
    { choiceKey: 'campus', name: t('Campus'), current: campus, values: campuses },
    { choiceKey: 'year', name: t('Year'), current: year, values: years },
  ];
  const offered = rows.flatMap((row) => {
    const { current } = row;
    // A filter offers values with results, and the current one.
    const values = row.values.filter(({ value, count }) => count > 0 || value === current);
    const isChoice = values.length > (current === undefined ? 1 : 0);
    return isChoice ? { ...row, values } : [];
  });
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
          <ChoiceRow key={row.choiceKey} {...row} />
        ))}
      </nav>
    </details>
  );
}

function ChoiceRow({ choiceKey, name, current, values }: ChoiceRowOptions) {
  const { path, search } = usePage();
  const { t, number } = useTranslation();
  return (
    <div className="search-choice">
      <span>{name}</span>
      <ul className="row">
        {[{ value: undefined, label: t('All'), count: null }, ...values].map((choice) => (
          <li key={choice.label}>
            <a
              href={path + searchString({ ...search, [choiceKey]: choice.value, page: undefined })}
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
