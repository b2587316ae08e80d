import type { ReactNode } from 'react';

export type Fact = { name: string; value: ReactNode };

/** What is known of a record besides its text, each with its name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="record-facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
