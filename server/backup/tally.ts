import type { StoredSubmission } from '../outbox/submission-store.ts';

type Counted = Pick<StoredSubmission, 'state' | 'cv'>;

/** Counts submissions for a line of text. */
export function createTally() {
  const counts = { waiting: 0, dead: 0, corrupt: 0, delivered: 0, cvs: 0 };
  return {
    counts,
    count({ state, cv }: Counted): void {
      counts[state] += 1;
      if (cv !== null) counts.cvs += 1;
    },
    text(): string {
      const { waiting, dead, corrupt, delivered, cvs } = counts;
      return `${waiting} waiting, ${dead} dead letters, ${corrupt} unreadable; ${cvs} CVs; ${delivered} receipts`;
    },
  };
}
