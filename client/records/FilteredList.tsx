import {
  useEffect,
  useMemo,
  useRef,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { CardList, stepId, type CardGroup, type CardProps } from './CardList.tsx';
import type { Pictured, PictureFocus } from './CardPicture.tsx';
import { FILTER_KEYS, useFilters, type FilterState } from './use-filters.ts';
import { useTranslation } from '../translation.tsx';
import { useToday } from '../use-today.ts';
import { campusPath, type Campus } from '../../shared/campuses.ts';
import { MONTH_LABELS, type Day } from '../../shared/dates.ts';
import {
  applyFilters,
  monthsOf,
  yearsOf,
  type Filterable,
  type Filters,
} from '../../shared/filters.ts';
import { MAX_QUERY, searchString, SHOW_STEP, type Search } from '../../shared/query-params.ts';

/** `key` is the index in the complete list: provider ids may repeat. */
export type ListCard = Filterable &
  Pictured & { key: number; description: string; href: string | null };

/** A path of our own /api, and how long its response is fresh. */
type ListSource = { path: string; campus: Campus; freshSeconds: number };

export type ListProps<Card> = {
  source: ListSource;
  cards: Card[];
  /** Focus of the pictures with which the page was made. */
  focus: PictureFocus;
  search: Search;
  today: Day;
};

export type ListLook<Card> = {
  Card: ComponentType<CardProps<Card>>;
  /** The list's class is `cards-{kind}`. */
  kind: string;
  /** "Total Count" or "Total Categories". */
  countLabel: string;
  /** names of the months that have records, or all numbers from 12 down. */
  months: 'names' | 'numbers';
  /** Link to the records of another `{year}`. */
  yearLabel: string;
  /** Without records; in the year of a visitor who has set no filter; with filters. */
  emptyTexts: { none: string; inYear: string; filtered: string };
  /** Where the cards stand under headings: what stands under each, in order. */
  toGroups?: (cards: readonly Card[], today: Day) => CardGroup<Card>[];
  /** It stands below the cards, or below the text in place of them. */
  After?: ComponentType<AfterListProps>;
};

/** All cards, and the filters that the shown ones meet. */
export type AfterListProps = { cards: readonly ListCard[]; filters: Filters };

type FilteredListProps<Card> = Omit<ListProps<Card>, 'source'> &
  Pick<ListSource, 'campus'> & {
    /** The same object at each render. */
    look: ListLook<Card>;
  };

const ALL_MONTHS = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

/** A GET form; its island applies each change at once. */
export function FilteredList<Card extends ListCard>({
  look,
  cards,
  focus,
  search,
  today: rendered,
  campus,
}: FilteredListProps<Card>) {
  const today = useToday(rendered);
  const { countLabel, months, yearLabel } = look;
  const { t } = useTranslation();
  const state = useFilters(cards, search, today);
  const { filters, hasFilters, deferred, matching, limit, moreQuery, showMore } = state;
  const focusNext = useRef<string>(undefined);

  // The same element as long as the list is the same: a letter typed renders the form alone.
  const isLong = cards.length > SHOW_STEP;
  const list = useMemo(() => {
    const { Card, kind, emptyTexts, toGroups, After } = look;
    const groups = toGroups?.(matching, today) ?? [{ title: null, cards: matching }];
    const later = After && <After cards={cards} filters={deferred} />;
    return matching.length === 0 ? (
      <>
        <p className="empty">
          {cards.length === 0
            ? t(emptyTexts.none)
            : t(hasFilters ? emptyTexts.filtered : emptyTexts.inYear, { year: deferred.year })}
        </p>
        {later}
      </>
    ) : (
      <CardList groups={groups} limit={limit} Card={Card} kind={kind} focus={focus} isLong={isLong}>
        {later}
      </CardList>
    );
  }, [look, cards, focus, matching, deferred, hasFilters, limit, isLong, today, t]);

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

  return (
    <>
      <FilterForm
        cards={cards}
        state={state}
        countLabel={countLabel}
        months={months}
        isOpen={FILTER_KEYS.some((key) => search[key] !== undefined)}
      />
      {list}
      {matching.length === 0 && cards.length > 0 && (
        <OtherYears {...{ cards, campus, yearLabel, hasFilters }} q={filters.q} />
      )}
      {moreQuery !== null && (
        <p className="show-more">
          <a
            className="button button-quiet"
            href={`${moreQuery}#${stepId(limit)}`}
            onClick={followMore}
          >
            {t('Show more')}
          </a>
        </p>
      )}
      {moreQuery === null && filters.q === '' && (
        <YearBefore {...{ cards, yearLabel }} year={filters.year} />
      )}
    </>
  );
}

/** Link to the latest earlier year with records. */
type YearBeforeProps = { cards: readonly ListCard[]; year: Filters['year']; yearLabel: string };

function YearBefore({ cards, year, yearLabel }: YearBeforeProps) {
  const { t } = useTranslation();
  const before = yearsOf(cards, 'All').find((one) => year !== 'All' && one < year);
  if (before === undefined) return null;
  return (
    <p className="elsewhere row">
      <a className="more" href={searchString({ year: String(before) })}>
        {t(yearLabel, { year: before })}
      </a>
    </p>
  );
}

type OtherYearsProps = {
  cards: readonly ListCard[];
  q: string;
  campus: Campus;
  yearLabel: string;
  hasFilters: boolean;
};

/** Shown when no record matches. */
function OtherYears({ cards, q, campus, yearLabel, hasFilters }: OtherYearsProps) {
  const { t, path } = useTranslation();
  const found = applyFilters(cards, { year: 'All', month: 'All', q, undated: true });
  const years = q === '' ? [] : yearsOf(found, 'All');
  return (
    <p className="elsewhere row">
      <a className="more" href="?year=All">
        {hasFilters ? t('Clear filters') : t('All years')}
      </a>
      {years.map((year) => (
        <a key={year} className="more" href={searchString({ year: String(year), q })}>
          {t(yearLabel, { year })}
        </a>
      ))}
      {q !== '' && (
        <a className="more" href={path(campusPath(campus, 'Search')) + searchString({ q })}>
          {t('Search the whole website')}
        </a>
      )}
    </p>
  );
}

type FilterFormProps = Pick<ListLook<ListCard>, 'countLabel' | 'months'> & {
  cards: readonly ListCard[];
  state: FilterState;
  /** Whether a phone shows the fields at first. */
  isOpen: boolean;
};

function FilterForm({ cards, state, countLabel, months, isOpen }: FilterFormProps) {
  const { filters, matching, form, choose, type } = state;
  const { t, date, number } = useTranslation();
  const isNumbered = months === 'numbers';
  const years = useMemo(() => yearsOf(cards, filters.year), [cards, filters.year]);

  function chooseYear(year: string): void {
    const chosen = year === 'All' ? year : Number(year);
    const hasMonth =
      isNumbered ||
      monthsOf(cards, { year: chosen, month: 'All' }).some((month) => month === filters.month);
    choose(hasMonth ? { year } : { year, month: undefined });
  }

  return (
    <search aria-label={t('Filter the list')}>
      <form
        ref={form}
        className="filters"
        method="get"
        autoComplete="off"
        onSubmit={(event) => event.preventDefault()}
      >
        <output className="filters-count">
          {t(countLabel)} <strong>{number(matching.length)}</strong>
        </output>
        {/* Folds the fields that follow it on a phone (filters.css). */}
        <details className="filters-fold" open={isOpen}>
          <summary className="button button-quiet">{t('Filter')}</summary>
        </details>
        <Choice label={t('Year')} name="year" value={filters.year} onChoose={chooseYear}>
          {years.map((year) => (
            <option key={year} value={year}>
              {number(year)}
            </option>
          ))}
        </Choice>
        <Choice
          label={t('Month')}
          name="month"
          value={filters.month}
          onChoose={(month) => choose({ month: month === 'All' ? undefined : month })}
        >
          {(isNumbered ? ALL_MONTHS : monthsOf(cards, filters)).map((month) => (
            <option key={month} value={month}>
              {isNumbered ? number(month) : date(MONTH_LABELS[month - 1] ?? '')}
            </option>
          ))}
        </Choice>
        <div className="filters-search">
          <label className="filters-field">
            {t('Search by title')}
            <input
              type="search"
              name="q"
              dir="auto"
              defaultValue={filters.q}
              placeholder={t('Search Here..')}
              maxLength={MAX_QUERY}
              onInput={(event) => type(event.currentTarget.value)}
            />
          </label>
          <button className="button button-quiet" type="submit">
            {t('Show')}
          </button>
        </div>
      </form>
    </search>
  );
}

type ChoiceProps = {
  label: string;
  name: string;
  value: 'All' | number;
  onChoose: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, name, value, onChoose, children }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <label className="filters-field">
      {label}
      <select name={name} value={String(value)} onChange={({ target }) => onChoose(target.value)}>
        <option value="All">{t('All')}</option>
        {children}
      </select>
    </label>
  );
}
