import type { ReactNode } from 'react';

type DayPartOptions = {
  /** Unique in the page. */
  name: string;
  /** It speaks of today: it is hidden in a page of another day that cannot be renewed. */
  isClaim?: true;
  children: ReactNode;
};

/** What depends on the day: scripts/today.ts renews it in a page that is looked at on another one. */
export function DayPart({ name, isClaim, children }: DayPartOptions) {
  return (
    <div data-day-part={name} data-claim={isClaim && ''}>
      {children}
    </div>
  );
}
