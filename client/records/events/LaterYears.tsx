import type { AfterListProps } from '../FilteredList.tsx';
import { useTranslation } from '../../translation.tsx';
import { applyFilters, yearsOf } from '../../../shared/filters.ts';
import { searchString } from '../../../shared/query-params.ts';

export function LaterYears({ cards, filters: { year: chosen, q } }: AfterListProps) {
  const { t } = useTranslation();
  const found = applyFilters(cards, { year: 'All', month: 'All', q, undated: false });
  const later = yearsOf(found, 'All').filter((year) => chosen !== 'All' && year > chosen);
  const years = later.sort((a, b) => a - b);
  if (years.length === 0) return null;
  return (
    <p className="elsewhere row">
      {years.map((year) => {
        const count = applyFilters(found, { year, month: 'All', q, undated: false }).length;
        return (
          <a
            key={year}
            className="more"
            href={searchString({ year: String(year), q: q === '' ? undefined : q })}
          >
            {count === 1
              ? t('1 more event in {year}', { year })
              : t('{count} more events in {year}', { count, year })}
          </a>
        );
      })}
    </p>
  );
}
