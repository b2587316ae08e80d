import { rm, stat } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import type { DeliveryAttempts } from './delivery-attempts.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { logStorageFailure } from './durable-files.ts';
import { unlessMissing } from '../system-errors.ts';
import { parseEntryId } from './entry-id.ts';
import type { MisconfiguredForms } from './misconfigured-forms.ts';
import type { OutboxFolder, Subfolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import type { Log } from '../web/log.ts';

export type FolderScanOptions = {
  folder: OutboxFolder;
  queue: DeliveryQueue;
  attempts: DeliveryAttempts;
  misconfigured: MisconfiguredForms;
  log: Log;
  clock: Clock;
  limits: OutboxLimits;
  /** Only the deliverer scans. */
  isDeliverer: () => boolean;
};

/** Finds, every few seconds, what other processes accepted, what people moved, and what has outlived its purpose. */
export class FolderScan {
  readonly #options: FolderScanOptions;
  #cancelNext: (() => void) | null = null;
  #isStopped = false;
  #sweptAt = -Infinity;
  /** So that a disk that stays broken is one line in the log, not one every scan. */
  #hasWorked = true;
  #current: Promise<void> = Promise.resolve();

  constructor(options: FolderScanOptions) {
    this.#options = options;
  }

  /** Scans now, after a scan that is under way. Never rejects. */
  scanNow(): Promise<void> {
    this.#current = this.#current.then(() => this.#scan());
    return this.#current;
  }

  /** Scans every `scanMs` from now on. */
  start(): void {
    const { clock, limits } = this.#options;
    if (this.#isStopped) return;
    this.#cancelNext = clock.after(limits.scanMs, () => {
      void this.scanNow().then(() => this.start());
    });
  }

  /** Resolves when no scan is under way; none starts any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelNext?.();
    await this.#current;
  }

  async #scan(): Promise<void> {
    const { folder, queue, misconfigured, log, clock, limits, isDeliverer } = this.#options;
    if (this.#isStopped || !isDeliverer()) return;
    try {
      await this.#matchQueue();
      if (await folder.takeRetryRequest()) {
        misconfigured.releaseAll();
        queue.retryAllNow();
      }
      if (clock.elapsed() - this.#sweptAt >= limits.sweepMs) {
        this.#sweptAt = clock.elapsed();
        await sweep(folder, clock.now(), limits);
      }
      queue.flush();
      this.#hasWorked = true;
    } catch (error) {
      if (this.#hasWorked) logStorageFailure(log, error);
      this.#hasWorked = false;
    }
  }

  /** Makes the queue hold what the folder holds. */
  async #matchQueue(): Promise<void> {
    const { folder, queue, attempts } = this.#options;
    const names = new Set(await folder.names('new'));
    for (const name of names) {
      if (parseEntryId(name) === null) await attempts.quarantine(name);
      else queue.add(name);
    }
    for (const id of queue.idleIds())
      if (!names.has(id) && !(await folder.has('new', id))) queue.remove(id);
  }
}

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
      const since = await sinceWhen(folder, place, name);
      if (since !== undefined && since < nowMs - ages[place])
        await rm(folder.path(place, name), { recursive: true, force: true });
    }
  }
}

/** Since when a file is what it is, in milliseconds since the epoch; undefined when it has gone meanwhile. */
async function sinceWhen(
  folder: OutboxFolder,
  place: Subfolder,
  name: string,
): Promise<number | undefined> {
  const at =
    place === 'dead'
      ? (await folder.reason(name))?.at
      : place === 'done'
        ? (await folder.receipt(name.replace(/\.json$/, '')))?.deliveredAt
        : undefined;
  if (at !== undefined) return Date.parse(at);
  return (await unlessMissing(stat(folder.path(place, name))))?.ctimeMs;
}
