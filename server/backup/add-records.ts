import { readArchive, type Backup } from './archive.ts';
import type { FilePart } from './content-files.ts';
import { NoticeStore } from '../notices/notice-store.ts';
import type { StoredSubmission } from '../outbox/submission-row.ts';
import type { SubmissionStore } from '../outbox/submission-store.ts';

type OnFile = (part: FilePart) => Promise<void>;

/** Adds the records of a backup that the store lacks. @returns these, and how many it has already */
export async function addRecords(store: SubmissionStore, backup: Backup, onFile?: OnFile) {
  const notices = new NoticeStore(store.engine);
  const added = new Tally();
  let known = 0;
  await readArchive(backup, async (record) => {
    if (record.kind === 'file') return await onFile?.(record);
    const isNew =
      record.kind === 'notice'
        ? await notices.copy(record.text)
        : await store.copy({
            ...record,
            // The provider may have got since then what waits in the backup.
            is_cut_off:
              record.state === 'waiting' && record.is_cut_off === 0 ? 1 : record.is_cut_off,
          });
    if (isNew) added.count(record);
    else known += 1;
  });
  return { added, known };
}

type Counted =
  | { kind: 'notice' }
  | ({ kind: 'submission' } & Pick<StoredSubmission, 'state' | 'cv'>);

/** Counts records for a line of text. */
export class Tally {
  readonly #counts = { waiting: 0, dead: 0, delivered: 0, cvs: 0, notices: 0 };

  count(record: Counted): void {
    if (record.kind === 'notice') {
      this.#counts.notices += 1;
      return;
    }
    this.#counts[record.state] += 1;
    if (record.cv !== null) this.#counts.cvs += 1;
  }

  text(): string {
    const { waiting, dead, delivered, cvs, notices } = this.#counts;
    return `${waiting} waiting, ${dead} dead letters; ${cvs} CVs; ${delivered} receipts; ${notices} urgent notices`;
  }
}
