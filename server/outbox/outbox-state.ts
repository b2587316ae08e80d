import { parseEntryId } from './entry-id.ts';
import type { OutboxFolder } from './outbox-folder.ts';

/** How many entries lie where, for health. */
export type OutboxState = {
  waiting: number;
  dead: number;
  corrupt: number;
  /** Whether this process delivers. */
  isDeliverer: boolean;
  /** Age of the oldest entry that waits, in milliseconds; 0 when none does. */
  oldestWaitingMs: number;
};

export async function readOutboxState(
  folder: OutboxFolder,
  { nowMs, isDeliverer }: { nowMs: number; isDeliverer: boolean },
): Promise<OutboxState> {
  const [waiting, dead, corrupt] = await Promise.all([
    folder.names('new'),
    folder.names('dead'),
    folder.names('corrupt'),
  ]);
  const oldest = waiting
    .map((name) => parseEntryId(name)?.acceptedAtMs)
    .find((ms) => ms !== undefined);
  return {
    waiting: waiting.length,
    dead: dead.length,
    corrupt: corrupt.length,
    isDeliverer,
    oldestWaitingMs: oldest === undefined ? 0 : nowMs - oldest,
  };
}
