import { rm, stat } from 'node:fs/promises';
import { unlessMissing } from './durable-files.ts';
import type { OutboxFolder, Subfolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';

/** Removes what outlived its purpose: abandoned uploads, old receipts, old dead letters (docs/promises.md#o8). */
export async function sweep(
  folder: OutboxFolder,
  nowMs: number,
  limits: Pick<OutboxLimits, 'keepTmpMs' | 'keepReceiptsMs' | 'keepDeadMs'>,
): Promise<void> {
  const ages = {
    tmp: limits.keepTmpMs,
    done: limits.keepReceiptsMs,
    dead: limits.keepDeadMs,
    corrupt: limits.keepDeadMs,
  };
  for (const place of ['tmp', 'done', 'dead', 'corrupt'] as const) {
    for (const name of await folder.names(place)) {
      const since = await ageFrom(folder, place, name);
      if (since !== null && since < nowMs - ages[place])
        await rm(folder.path(place, name), { recursive: true, force: true });
    }
  }
}

/** Since when a file is what it is, in milliseconds since the epoch; null when it has gone meanwhile. */
async function ageFrom(
  folder: OutboxFolder,
  place: Subfolder,
  name: string,
): Promise<number | null> {
  if (place === 'dead') {
    const reason = await folder.reason(name);
    if (reason !== null) return Date.parse(reason.at);
  }
  if (place === 'done') {
    const receipt = await folder.receipt(name.replace(/\.json$/, ''));
    if (receipt !== null) return Date.parse(receipt.deliveredAt);
  }
  return (await unlessMissing(stat(folder.path(place, name))))?.ctimeMs ?? null;
}
