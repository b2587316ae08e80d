import { randomBytes as systemRandomBytes } from 'node:crypto';
import { Acceptance, type Accepted, type AcceptOptions } from './acceptance.ts';
import { systemClock, type Clock } from './clock.ts';
import { DelivererLock } from './deliverer-lock.ts';
import { DeliveryAttempts } from './delivery-attempts.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { Delivery, Submission } from './entry.ts';
import { FirstOutcomes } from './first-outcomes.ts';
import { FolderScan } from './folder-scan.ts';
import { MisconfiguredForms } from './misconfigured-forms.ts';
import { OutboxFolder } from './outbox-folder.ts';
import { OUTBOX_LIMITS, type OutboxLimits } from './outbox-limits.ts';
import { readOutboxState, type OutboxState } from './outbox-state.ts';
import type { RandomBytes } from './reference.ts';
import { logStorageFailure } from './storage-failure.ts';
import type { Log } from '../web/log.ts';

/** Keeps what visitors send until the provider has it (docs/promises.md#o1 to #o8). */
export type Outbox = {
  /** Resolves when the submission is durable. @throws OutboxStorageError when the disk does not take it; then nothing of it is stored. */
  accept(submission: Submission, options?: AcceptOptions): Promise<Accepted>;
  /** Where an upload may be written while it arrives; whoever writes there removes what `accept` did not take. @throws OutboxStorageError */
  uploadPath(): Promise<string>;
  /** For health. */
  state(): Promise<OutboxState>;
  /** Lets running deliveries end, starts no more and hands the folder over. */
  close(): Promise<void>;
};

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
  randomBytes?: RandomBytes;
  /** A number from 0 to 1. */
  random?: () => number;
};

/** Starts the outbox over a folder, which several processes may share: each accepts, one delivers. */
export function createOutbox({
  folder: root,
  deliver,
  log,
  secret,
  clock = systemClock,
  limits: given,
  randomBytes = systemRandomBytes,
  random = Math.random,
}: OutboxOptions): Outbox {
  const limits = { ...OUTBOX_LIMITS, ...given };
  const folder = new OutboxFolder(root);
  const lock = new DelivererLock({ folder: root, clock });
  const isDeliverer = () => lock.isHeld();
  const misconfigured = new MisconfiguredForms({ clock, log, limits });
  const outcomes = new FirstOutcomes({ folder, clock, limits, isDeliverer });
  const attempts = new DeliveryAttempts({
    folder,
    deliver,
    log,
    clock,
    limits,
    misconfigured,
    notify: (id, outcome) => outcomes.notify(id, outcome),
  });
  const queue = new DeliveryQueue({
    clock,
    limits,
    random,
    attempt: (id, turn) => attempts.run(id, turn),
    mayAttempt: isDeliverer,
  });
  const scan = new FolderScan({
    folder,
    queue,
    attempts,
    misconfigured,
    log,
    clock,
    limits,
    isDeliverer,
  });
  const acceptance = new Acceptance({
    folder,
    outcomes,
    log,
    secret,
    clock,
    limits,
    randomBytes,
    announce: (id, requestId) => {
      if (isDeliverer() && requestId !== undefined) attempts.rememberRequest(id, requestId);
    },
    retract: (id) => attempts.forgetRequest(id),
    enqueue: (id) => {
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

  async function close(): Promise<void> {
    isClosing = true;
    await started;
    await scan.stop();
    const patience = new Promise<void>((resolve) => {
      clock.after(limits.closeWithinMs, resolve);
    });
    await Promise.race([queue.stop(), patience]);
    outcomes.close();
    await lock.release();
  }

  return {
    async accept(submission, options = {}) {
      await started;
      return acceptance.accept(submission, options);
    },
    uploadPath: () => acceptance.uploadPath(),
    state: () => readOutboxState(folder, { nowMs: clock.now(), isDeliverer: isDeliverer() }),
    close,
  };
}
