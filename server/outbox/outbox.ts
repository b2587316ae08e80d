import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { systemClock, type Clock } from './clock.ts';
import { startDelivererLock } from './deliverer-lock.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { OutboxStorageError, errorCode } from './durable-files.ts';
import { createEntryTries } from './delivery-attempts.ts';
import { MisconfiguredForms } from './misconfigured-forms.ts';
import { createOutboxFolder, entryId, parseEntryId } from './outbox-folder.ts';
import { OUTBOX_LIMITS, type OutboxLimits } from './outbox-limits.ts';
import { createReference, type RandomBytes } from './reference.ts';
import type { Entry, Submission } from './entry.ts';
import type { Log } from '../web/log.ts';

/** What came of an accepted submission so far. */
export type Outcome = 'delivered' | 'stored' | 'refused';

/** A submission that no crash and no power cut can lose any more. */
export type Accepted = {
  /** For the visitor: "GIS-7K3M-92QX". */
  reference: string;
  /** The same form had come within the last minute; there is one entry for both. */
  isRepeat: boolean;
  /** Of the first try; resolves in 5 s at the latest, then with "stored". Never rejects. */
  outcome: Promise<Outcome>;
};

/** One try. `entry.idempotencyKey` is the same on each. */
export type Delivery = { entry: Entry; cvPath: string | null; requestId: string | undefined };

export type OutboxState = {
  waiting: number;
  dead: number;
  corrupt: number;
  isDeliverer: boolean;
  oldestWaitingMs: number;
};

/** RELIABILITY O1 to O8: keeps what visitors send until the provider has it. */
export type Outbox = {
  /** Resolves when the submission is durable. @throws OutboxStorageError when the disk does not take it; then nothing of it is kept. */
  accept(submission: Submission, options?: { requestId?: string }): Promise<Accepted>;
  /** Where an upload may be written while it arrives; whoever writes there removes what `accept` did not take. */
  uploadPath(): string;
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
  /** Keys the fingerprints, so that nobody can guess a visitor's words from them. */
  secret: string;
  clock?: Clock;
  limits?: Partial<OutboxLimits>;
  random?: RandomBytes;
  /** A number from 0 to 1. */
  chance?: () => number;
};

/** Starts the outbox over a folder, which several processes may share: each accepts, one delivers. */
export function createOutbox({
  folder: root,
  deliver,
  log,
  secret,
  clock = systemClock,
  limits: given,
  random = randomBytes,
  chance = Math.random,
}: OutboxOptions): Outbox {
  const limits = { ...OUTBOX_LIMITS, ...given };
  const folder = createOutboxFolder(root);
  const accepting = new Map<string, Promise<Accepted>>();
  const listeners = new Map<string, (outcome: Outcome) => void>();
  let isClosing = false;
  let cancelScan: (() => void) | null = null;
  let sweptAt = -Infinity;
  /** So that a disk that stays broken is one line in the log, not one every scan. */
  let hasScanned = true;

  const misconfigured = new MisconfiguredForms({ clock, log, limits });
  const tries = createEntryTries({
    folder,
    deliver,
    log,
    clock,
    limits,
    misconfigured,
    tell: (id, outcome) => listeners.get(id)?.(outcome),
    onStorageTrouble: storageTrouble,
  });
  const queue = createDeliveryQueue({
    clock,
    limits,
    chance,
    run: (id, attempt, nextMs) => tries.run(id, attempt, nextMs),
    mayRun: () => lock.isHeld(),
  });
  const prepared = folder.prepare().catch((error: unknown) => storageTrouble(error));
  let scanning: Promise<void> = Promise.resolve();
  const lock = startDelivererLock({
    folder: root,
    clock,
    onChange: (isHeld) => {
      log.info({ event: 'outbox-deliverer', state: isHeld ? 'this process' : 'another process' });
      if (isHeld) scanning = scanning.then(scan);
    },
    ready: prepared,
  });
  scanLater();

  function storageTrouble(error: unknown): void {
    log.error({ event: 'outbox-storage', cause: errorCode(error) ?? 'unknown' });
  }

  async function accept(
    submission: Submission,
    { requestId }: { requestId?: string } = {},
  ): Promise<Accepted> {
    await prepared;
    const fingerprint = fingerprintOf(submission);
    const earlier = accepting.get(fingerprint);
    if (earlier !== undefined) return { ...(await earlier), isRepeat: true };
    const promise = acceptNew(submission, fingerprint, requestId);
    accepting.set(fingerprint, promise);
    try {
      return await promise;
    } finally {
      accepting.delete(fingerprint);
    }
  }

  async function acceptNew(
    submission: Submission,
    fingerprint: string,
    requestId: string | undefined,
  ): Promise<Accepted> {
    const acceptedAtMs = clock.now();
    const reference = createReference(random);
    const id = entryId({ acceptedAtMs, fingerprint, reference });
    try {
      const repeated = await folder.recent(fingerprint, acceptedAtMs - limits.sameWithinMs);
      if (repeated !== null) {
        const known = await outcomeOnDisk(repeated.id);
        const outcome = known === null ? firstOutcome(repeated.id) : Promise.resolve(known);
        return { reference: repeated.reference, isRepeat: true, outcome };
      }
      await folder.write(
        toEntry(submission, { id, reference, acceptedAtMs }),
        submission.cv?.upload.path ?? null,
      );
    } catch (error) {
      storageTrouble(error);
      throw new OutboxStorageError(error);
    }
    log.info({
      event: 'submission-stored',
      form: submission.form,
      campus: submission.campus,
      reference,
      requestId,
    });
    const outcome = firstOutcome(id);
    if (lock.isHeld()) {
      if (requestId !== undefined) tries.follow(id, requestId);
      queue.add(id);
      queue.pump();
    }
    return { reference, isRepeat: false, outcome };
  }

  function fingerprintOf({ form, campus, fields, cv }: Submission): string {
    const content = [
      form,
      campus,
      Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
      cv?.name,
      cv?.upload.sha256,
    ];
    return createHmac('sha256', secret)
      .update('outbox fingerprint\n')
      .update(JSON.stringify(content))
      .digest('hex')
      .slice(0, 16);
  }

  /** What the visitor is told: the first try's outcome, by this process or, on a shared folder, by another. */
  function firstOutcome(id: string): Promise<Outcome> {
    return new Promise((resolve) => {
      const before = listeners.get(id);
      const cancels = [clock.after(limits.answerWithinMs, () => settle('stored'))];
      listeners.set(id, settle);
      if (!lock.isHeld()) look();
      function settle(outcome: Outcome): void {
        for (const cancel of cancels) cancel();
        if (listeners.get(id) === settle) listeners.delete(id);
        before?.(outcome);
        resolve(outcome);
      }
      function look(): void {
        cancels.push(
          clock.after(limits.scanMs / 4, () => {
            void outcomeOnDisk(id).then((outcome) =>
              outcome === null ? listeners.has(id) && look() : settle(outcome),
            );
          }),
        );
      }
    });
  }

  async function outcomeOnDisk(id: string): Promise<Outcome | null> {
    try {
      if ((await folder.receipt(id)) !== null) return 'delivered';
      if (await folder.has('dead', id)) return 'refused';
      return (await folder.tries(id))?.state === 'waiting' ? 'stored' : null;
    } catch {
      return 'stored';
    }
  }

  /** Finds what other processes accepted or people moved, and what has outlived its purpose. */
  async function scan(): Promise<void> {
    try {
      await prepared;
      if (isClosing || !lock.isHeld()) return;
      const names = await folder.names('new');
      const present = new Set(names);
      for (const name of names) {
        if (parseEntryId(name) === null) await tries.putAside(name);
        else queue.add(name);
      }
      for (const id of queue.ids())
        if (!present.has(id) && !queue.isRunning(id) && !(await folder.has('new', id)))
          queue.remove(id);
      if (await folder.takeRetryRequest()) {
        misconfigured.releaseAll();
        queue.hurryAll();
      }
      if (clock.now() - sweptAt >= limits.sweepMs) {
        sweptAt = clock.now();
        await folder.sweep(clock.now(), {
          tmpMs: limits.keepTmpMs,
          receiptsMs: limits.keepReceiptsMs,
          deadMs: limits.keepDeadMs,
        });
      }
      queue.pump();
      hasScanned = true;
    } catch (error) {
      if (hasScanned) storageTrouble(error);
      hasScanned = false;
    }
  }

  function scanLater(): void {
    if (isClosing) return;
    cancelScan = clock.after(limits.scanMs, () => {
      scanning = scanning.then(scan);
      void scanning.then(scanLater);
    });
  }

  async function state(): Promise<OutboxState> {
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
      isDeliverer: lock.isHeld(),
      oldestWaitingMs: oldest === undefined ? 0 : clock.now() - oldest,
    };
  }

  async function close(): Promise<void> {
    isClosing = true;
    cancelScan?.();
    await scanning;
    await Promise.race([
      queue.stop(),
      new Promise<void>((resolve) => {
        clock.after(limits.closeWithinMs, resolve);
      }),
    ]);
    for (const settle of listeners.values()) settle('stored');
    await lock.release();
  }

  return { accept, uploadPath: folder.uploadPath, state, close };
}

function toEntry(
  { form, campus, fields, cv }: Submission,
  { id, reference, acceptedAtMs }: { id: string; reference: string; acceptedAtMs: number },
): Entry {
  return {
    version: 1,
    id,
    reference,
    idempotencyKey: randomUUID(),
    acceptedAt: new Date(acceptedAtMs).toISOString(),
    form,
    campus,
    fields: { ...fields },
    cv: cv === null ? null : { name: cv.name, size: cv.upload.size, sha256: cv.upload.sha256 },
  };
}
