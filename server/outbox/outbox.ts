import { LRUCache } from 'lru-cache';
import { Acceptance, type Accepted, type AcceptOptions } from './acceptance.ts';
import { systemClock, type Clock } from './clock.ts';
import { DeliveryAttempts } from './delivery-attempts.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { logStorageFailure, orStorageError } from './durable-files.ts';
import { parseEntryId } from './entry-id.ts';
import type { Delivery, Submission } from './entry.ts';
import { FirstOutcomes } from './first-outcomes.ts';
import { FolderScan } from './folder-scan.ts';
import { MisconfiguredForms } from './misconfigured-forms.ts';
import { OutboxFolder } from './outbox-folder.ts';
import { OUTBOX_LIMITS, type OutboxLimits } from './outbox-limits.ts';
import type { Log } from '../web/log.ts';

/** Keeps what visitors send until the provider has it (docs/promises.md#o1 to #o8). */
export type Outbox = {
  /** Resolves when the submission is durable. @throws OutboxStorageError when the store does not take it; then nothing of it is stored. */
  accept(submission: Submission, options?: AcceptOptions): Promise<Accepted>;
  /** Where an upload may be written while it arrives; whoever writes there removes what `accept` did not take. @throws OutboxStorageError */
  uploadPath(): Promise<string>;
  /** For health. */
  state(): Promise<OutboxState>;
  /** Lets running deliveries end within that time, starts no more and hands the queue over. */
  close(options?: { withinMs?: number }): Promise<void>;
};

/** How many entries lie where, for health. */
export type OutboxState = {
  waiting: number;
  dead: number;
  corrupt: number;
  /** Whether this process delivers. */
  isDeliverer: boolean;
  /** Age of the oldest entry that waits, in milliseconds; 0 when none does. */
  oldestWaitingMs: number;
  /** On PostgreSQL: whether it can be had, and how many entries wait on this disk until it can. */
  database?: { state: 'up' | 'down'; onDisk: number };
};

/** Entries whose log lines name the request that brought them. */
export const REMEMBERED_REQUESTS = 1_000;

export type OutboxOptions = {
  /** Absolute path; made with mode 0700 if missing. */
  folder: string;
  /** Sends an entry. @throws ProviderError, which `toDeliveryFailure` judges. */
  deliver: (delivery: Delivery) => Promise<void>;
  log: Log;
  /** Keys the fingerprints. */
  secret: string;
  clock?: Clock;
  limits?: Partial<OutboxLimits>;
};

/** Starts the outbox over a folder, which several processes may share: each accepts, one delivers. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { deliver, log, secret, clock = systemClock } = options;
  const limits = { ...OUTBOX_LIMITS, ...options.limits };
  const folder = new OutboxFolder(options.folder);
  const lock = folder.delivererLock(clock);
  const isDeliverer = () => lock.isHeld();
  const requestIds = new LRUCache<string, string>({ max: REMEMBERED_REQUESTS });
  const shared = { folder, store: folder, log, secret, clock, limits, requestIds, isDeliverer };
  const misconfigured = new MisconfiguredForms(shared);
  const outcomes = new FirstOutcomes({ ...shared, outcomeOf: (id) => folder.outcomeOf(id) });
  const attempts = new DeliveryAttempts({
    ...shared,
    deliver,
    misconfigured,
    notify: (id, outcome) => outcomes.notify(id, outcome),
  });
  const queue = new DeliveryQueue({
    ...shared,
    attempt: (id, turn) => attempts.run(id, turn),
    mayAttempt: isDeliverer,
  });
  const scan = new FolderScan({ ...shared, queue, attempts, misconfigured });
  const acceptance = new Acceptance({
    ...shared,
    outcomes,
    enqueue(id) {
      if (!isDeliverer()) return;
      queue.add(id);
      queue.flush();
    },
  });
  let isClosing = false;
  const started = start();

  async function start(): Promise<void> {
    await folder.prepare().catch((error: unknown) => logStorageFailure(log, error));
    if (isClosing) return;
    scan.start();
    lock.start((isHeld) => {
      log.info({ event: 'outbox-deliverer', state: isHeld ? 'this process' : 'another process' });
      if (isHeld) void scan.scanNow();
    });
  }

  return {
    async accept(submission, requestOptions = {}) {
      await started;
      return acceptance.accept(submission, requestOptions);
    },
    uploadPath: () => orStorageError(log, folder.uploadPath()),
    state: () => readState(folder, { nowMs: clock.now(), isDeliverer: isDeliverer() }),
    async close({ withinMs = Infinity } = {}) {
      isClosing = true;
      await started;
      await scan.stop();
      const patience = new Promise<void>((resolve) => {
        clock.after(Math.min(limits.closeWithinMs, withinMs), resolve);
      });
      await Promise.race([queue.stop(), patience]);
      outcomes.close();
      await lock.release();
    },
  };
}

export async function readState(
  folder: OutboxFolder,
  { nowMs, isDeliverer }: { nowMs: number; isDeliverer: boolean },
): Promise<OutboxState> {
  const waiting = await folder.names('new');
  const oldest = waiting.map((name) => parseEntryId(name)?.acceptedAtMs).find(Boolean);
  return {
    waiting: waiting.length,
    dead: (await folder.names('dead')).length,
    corrupt: (await folder.names('corrupt')).length,
    isDeliverer,
    oldestWaitingMs: oldest === undefined ? 0 : nowMs - oldest,
  };
}
