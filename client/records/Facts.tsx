import type { ReactNode } from 'react';
import { useTranslation } from '../translation.tsx';

export type Fact = { name: string; value: ReactNode };

type FactsOptions = { facts: readonly Fact[]; className: string };

export function Facts({ facts, className }: FactsOptions) {
  const { t } = useTranslation();
  return (
    <dl className={className}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
