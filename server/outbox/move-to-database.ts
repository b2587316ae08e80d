import { parseEntryId } from './entry-id.ts';
import { CorruptEntryError } from './entry-store.ts';
import type { OutboxFolder } from './outbox-folder.ts';
import type { PostgresStore } from './postgres-store.ts';

/** Of a dead letter whose reason cannot be read: it must not become one that waits. */
const UNKNOWN_REASON = { reason: 'refused', cause: 'unknown', attempts: 0 } as const;

/**
 * Moves what lies on this disk to the database: what came while it was down, and what an instance without
 * one left. Each entry is deleted here after it is durable there; one that is cut off in between is found
 * to be there already. What cannot be read is quarantined here.
 * @returns how many were moved.
 */
export async function moveToDatabase(folder: OutboxFolder, store: PostgresStore): Promise<number> {
  let moved = 0;
  for (const place of ['new', 'dead'] as const) {
    for (const id of await folder.names(place)) {
      try {
        if (place === 'new' && (await folder.isDelivered(id))) {
          await folder.discard(id);
          continue;
        }
        const found = parseEntryId(id) === null ? null : await folder.readFrom(place, id);
        if (found === null) throw new CorruptEntryError(id);
        const { entry, readCv } = found;
        const cv = readCv === null ? null : await readCv();
        const reason =
          place === 'dead'
            ? ((await folder.reason(id)) ?? { ...UNKNOWN_REASON, at: found.entry.acceptedAt })
            : null;
        await store.takeOver({ entry, cv, reason });
        await folder.discard(id, place);
        moved += 1;
      } catch (error) {
        if (!(error instanceof CorruptEntryError)) throw error;
        if (place === 'new') await folder.quarantine(id);
      }
    }
  }
  return moved;
}
