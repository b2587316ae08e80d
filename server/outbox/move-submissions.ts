import { parseEntry } from './entry.ts';
import type { SubmissionStore } from './submission-store.ts';

/**
 * Moves what waits and what is dead from one store to the other. Each is removed here after it is durable
 * there; one that is there already stays as it is. What cannot be read stays, as corrupt.
 * @returns how many were moved.
 */
export async function moveSubmissions(from: SubmissionStore, to: SubmissionStore): Promise<number> {
  let moved = 0;
  for (const row of await from.rows()) {
    if (row.state === 'corrupt') continue;
    const entry = parseEntry(row.payload);
    const cv = await from.cv(row.id);
    if (entry === null || (entry.cv?.size ?? 0) !== (cv?.length ?? 0)) {
      await from.quarantine(row.id, Date.now());
      continue;
    }
    await to.takeOver({ ...row, entry, cv });
    await from.discard(row.id);
    moved += 1;
  }
  return moved;
}
