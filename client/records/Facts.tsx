import type { ReactNode } from 'react';
import { useTranslation } from '../translation.tsx';
import { formatWithWeekday, type Day } from '../../shared/dates.ts';

export type Fact = { name: string; value: ReactNode };

export function DateFact({ day }: { day: Day }) {
  const { date } = useTranslation();
  return <time dateTime={day}>{date(formatWithWeekday(day))}</time>;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  const { t } = useTranslation();
  return (
    <dl className="record-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
