import { useEffect, useMemo, useRef, type ComponentType, type MouseEvent } from 'react';
import { CardList, stepId, type CardProps } from './CardList.tsx';
import type { ListSource } from './LiveList.tsx';
import { useFilters } from './use-filters.ts';
import { MONTH_LABELS, type Day } from '../../shared/dates.ts';
import { monthsOf, yearsOf, type Filterable } from '../../shared/filters.ts';
import { MAX_QUERY, SHOW_STEP, type Search } from '../../shared/search.ts';

/** What every card of a list has; `key` is its place in the complete list, as provider ids may repeat. */
export type ListCard = Filterable & { key: number };

/** What an island of a list page gets from its page. */
export type ListProps<Card> = { source: ListSource; cards: Card[]; search: Search; today: Day };

type FilteredListProps<Card> = Omit<ListProps<Card>, 'source'> & {
  Card: ComponentType<CardProps<Card>>;
  /** For the list's look, `cards-{kind}`. */
  kind: 'events' | 'gallery' | 'news';
  /** "Total Count" or "Total Categories". */
  countLabel: string;
  /** names of the months that have records, or all numbers from 12 down. */
  months: 'names' | 'numbers';
  emptyText: string;
};

const ALL_MONTHS = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/** A list with its filters: a plain GET form, which an island makes follow each change at once. */
export function FilteredList<Card extends ListCard>(props: FilteredListProps<Card>) {
  const { cards, search, today, Card, kind, countLabel, months, emptyText } = props;
  const { filters, matching, limit, form, choose, type, moreQuery, showMore } = useFilters({
    items: cards,
    search,
    today,
  });
  const focusNext = useRef<string>(undefined);

  const years = useMemo(() => yearsOf(cards, filters.year), [cards, filters.year]);
  // The same element as long as the list is the same: a letter typed renders the form alone.
  const list = useMemo(
    () => (
      <CardList
        cards={matching.slice(0, limit)}
        Card={Card}
        kind={kind}
        isLong={cards.length > SHOW_STEP}
        emptyText={emptyText}
      />
    ),
    [matching, limit, Card, kind, cards.length, emptyText],
  );

  // The cards come with a later render than the click's.
  useEffect(() => {
    const card = document.getElementById(focusNext.current ?? '');
    if (card === null) return;
    focusNext.current = undefined;
    card.tabIndex = -1;
    card.focus();
  });

  function followMore(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    focusNext.current = stepId(limit);
    showMore();
  }

  function chooseYear(year: string): void {
    const chosen = year === 'All' ? year : Number(year);
    const hasMonth =
      months === 'numbers' ||
      monthsOf(cards, { year: chosen, month: 'All' }).some((month) => month === filters.month);
    choose(hasMonth ? { year } : { year, month: undefined });
  }

  return (
    <>
      <search aria-label="Filter the list">
        <form
          ref={form}
          className="filters"
          method="get"
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
        >
          <output className="filters-count">
            {countLabel} <strong>{matching.length}</strong>
          </output>
          <label className="filters-field">
            Year
            <select
              name="year"
              value={String(filters.year)}
              onChange={(event) => chooseYear(event.target.value)}
            >
              <option>All</option>
              {years.map((year) => (
                <option key={year}>{year}</option>
              ))}
            </select>
          </label>
          <label className="filters-field">
            Month
            <select
              name="month"
              value={String(filters.month)}
              onChange={({ target }) =>
                choose({ month: target.value === 'All' ? undefined : target.value })
              }
            >
              <option>All</option>
              {(months === 'numbers' ? ALL_MONTHS : monthsOf(cards, filters)).map((month) => (
                <option key={month} value={month}>
                  {months === 'numbers' ? month : MONTH_LABELS[month - 1]}
                </option>
              ))}
            </select>
          </label>
          <div className="filters-search">
            <label className="filters-field">
              Search by title
              <input
                type="search"
                name="q"
                defaultValue={filters.q}
                placeholder="Search Here.."
                maxLength={MAX_QUERY}
                onInput={(event) => type(event.currentTarget.value)}
              />
            </label>
            <button className="filters-show" type="submit">
              Show
            </button>
          </div>
        </form>
      </search>
      {list}
      {moreQuery !== null && (
        <p className="show-more">
          <a
            className="button button-quiet"
            href={`${moreQuery}#${stepId(limit)}`}
            onClick={followMore}
          >
            Show more
          </a>
        </p>
      )}
    </>
  );
}
