import { readArchive, type Backup } from './archive.ts';
import type { StoredSubmission } from '../outbox/submission-row.ts';
import type { SubmissionStore } from '../outbox/submission-store.ts';

/** Adds the submissions of a backup that the store lacks. @returns these, and how many it has already */
export async function addSubmissions(store: SubmissionStore, backup: Backup) {
  const added = new Tally();
  let known = 0;
  await readArchive(backup, async (submission) => {
    // The provider may have got since then what waits in the backup.
    const isNewDoubt = submission.state === 'waiting' && submission.is_cut_off === 0;
    const row = isNewDoubt ? { ...submission, is_cut_off: 1 as const } : submission;
    if (await store.copy(row)) added.count(submission);
    else known += 1;
  });
  return { added, known };
}

/** Counts submissions for a line of text. */
export class Tally {
  readonly #counts = { waiting: 0, dead: 0, delivered: 0, cvs: 0 };

  count({ state, cv }: Pick<StoredSubmission, 'state' | 'cv'>): void {
    this.#counts[state] += 1;
    if (cv !== null) this.#counts.cvs += 1;
  }

  text(): string {
    const { waiting, dead, delivered, cvs } = this.#counts;
    return `${waiting} waiting, ${dead} dead letters; ${cvs} CVs; ${delivered} receipts`;
  }
}
