import { KIND_LABELS } from './kind-labels.ts';
import { usePage } from '../../page-context.tsx';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { searchString, type Search } from '../../../shared/search.ts';
import { SEARCH_KINDS, type SearchChoices } from '../../../shared/site-search.ts';

type ChoiceKey = 'kind' | 'campus' | 'year';

/** A value of a filter; `value` is undefined for all of them. */
type Choice = { value: string | undefined; label: string; count: number };

/** The filters as links: by kind, campus and year, each value with the results that it would leave. */
export function Choices({ choices }: { choices: SearchChoices }) {
  const { search, content } = usePage();
  const kinds = SEARCH_KINDS.map((kind) => ({
    value: kind,
    label: KIND_LABELS[kind].all,
    count: choices.kind.get(kind) ?? 0,
  }));
  const campuses = CAMPUSES.map((campus) => ({
    value: campus,
    label: content.site.campuses[campus].label,
    count: choices.campus.get(campus) ?? 0,
  }));
  const years = [...choices.year]
    .toSorted(([one], [other]) => other - one)
    .map(([year, count]) => ({ value: String(year), label: String(year), count }));
  return (
    <nav className="search-choices" aria-label="Narrow the results">
      <ChoiceRow name="Kind" choiceKey="kind" values={kinds} current={search.kind} />
      <ChoiceRow name="Campus" choiceKey="campus" values={campuses} current={search.campus} />
      <ChoiceRow name="Year" choiceKey="year" values={years} current={search.year} />
    </nav>
  );
}

type ChoiceRowOptions = {
  name: string;
  choiceKey: ChoiceKey;
  values: readonly Choice[];
  current: string | undefined;
};

/** Left out where there is nothing to choose. */
function ChoiceRow({ name, choiceKey, values, current }: ChoiceRowOptions) {
  const { path, search } = usePage();
  const chosen = current === 'All' ? undefined : current;
  const offered = values.filter(({ value, count }) => count > 0 || value === chosen);
  if (offered.length < 2 && chosen === undefined) return null;
  const hrefOf = (value: string | undefined) => {
    const next: Search = { ...search, [choiceKey]: value, page: undefined };
    return path + searchString(next);
  };
  return (
    <div className="search-choice">
      <span>{name}</span>
      <ul>
        {[{ value: undefined, label: 'All', count: null }, ...offered].map((choice) => (
          <li key={choice.label}>
            <a
              href={hrefOf(choice.value)}
              aria-current={choice.value === chosen ? 'true' : undefined}
            >
              {choice.label}
              {choice.count !== null && <span className="quiet"> {choice.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
