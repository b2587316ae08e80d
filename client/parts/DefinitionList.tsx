import type { ReactNode } from 'react';

export type Definition = { name: string; value: ReactNode };

type DefinitionListOptions = { entries: readonly Definition[]; className?: string };

export function DefinitionList({ entries, className }: DefinitionListOptions) {
  return (
    <dl className={className}>
      {entries.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
