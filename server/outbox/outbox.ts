import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { describeDatabaseError } from '../database/database-error.ts';
import type { Log } from '../log/log.ts';
import { systemClock, wait, type Clock } from './clock.ts';
import { createDeliveryLoop, type Deliver } from './delivery-loop.ts';
import { expireSubmissions } from './expire-submissions.ts';
import { moveSubmissions } from './move-submissions.ts';
import { createReference, type Entry, type Outcome, type Submission } from './entry.ts';
import { OUTBOX_LIMITS, type OutboxLimits } from './outbox-limits.ts';
import { RewindWatch } from './rewind-watch.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { logStorageError, stateAfter, StorageError, type StorageState } from '../storage.ts';
import { errorCode } from '../system-errors.ts';
import type { NewSubmission } from './submission-row.ts';
import { SubmissionStore } from './submission-store.ts';

export type Outbox = ReturnType<typeof createOutbox>;
export type OutboxState = Awaited<ReturnType<Outbox['state']>>;

export type OutboxOptions = {
  /** DATA_DIR; made if missing. */
  dataDir: string;
  /** Shared by instances of several machines. While it is down, submissions are stored in DATA_DIR. */
  database?: Database | null;
  deliver: Deliver;
  log: Log;
  /** Keys the references. */
  secret: string;
  clock?: Clock;
  limits?: Partial<OutboxLimits>;
};

type AcceptOptions = { requestId?: string; idempotencyKey?: string; fingerprint?: string };

/**
 * Stores what visitors send until the provider has it (docs/promises.md#o1 to #o8). Several processes may share it:
 * each accepts and delivers.
 */
export function createOutbox(options: OutboxOptions) {
  const { dataDir, deliver, log, secret, clock = systemClock, database = null } = options;
  const limits = { ...OUTBOX_LIMITS, ...options.limits };
  const file = new SqliteEngine({ path: join(dataDir, 'outbox.db'), clock, log });
  const local = new SubmissionStore(file);
  const store = database === null ? local : new SubmissionStore(database);
  const isUp = () => database?.isUp() ?? true;
  const rewind =
    database === null
      ? null
      : new RewindWatch({ store, file, log, onStoreError, server: () => database.server });
  const requestIds = new LRUCache<string, string>({ max: limits.rememberedRequests });
  /** Outcomes of attempts by id. */
  const outcomes = new EventEmitter<Record<string, [Outcome]>>().setMaxListeners(0);
  const notify = (id: string, outcome: Outcome) => void outcomes.emit(id, outcome);
  /** Causes of errors that were logged lately: each scan may fail. */
  const logged = new LRUCache<string, true>({ max: 100, ttl: limits.logAgainMs });
  const loop = createDeliveryLoop({
    store,
    log,
    clock,
    limits,
    requestIds,
    deliver,
    notify,
    isUp,
    onStoreError,
  });
  let isClosing = false;
  let probing: Promise<StorageState> | null = null;
  let maintenance = Promise.resolve();
  let expiredAt = -Infinity;
  let deletesAt = clock.elapsed() + limits.keepAfterStartMs;
  let clockOffset = clock.now() - clock.elapsed();
  const started = Promise.resolve(database?.check()).then(() => {
    maintenance = maintain();
    // What an earlier start left to a later attempt, perhaps of another machine, need not wait for it.
    const retried = isUp() ? store.retrySoon().catch(onStoreError) : Promise.resolve();
    void retried.then(loop.wake);
  });

  function onStoreError(error: unknown): void {
    const isOfDisk = database === null || error instanceof StorageError;
    const cause = isOfDisk ? (errorCode(error) ?? 'unknown') : describeDatabaseError(error);
    // A delivery may outlast a stop.
    if (cause === 'closed' || logged.has(cause)) return;
    logged.set(cause, true);
    if (isOfDisk) void logStorageError(log, error, dataDir);
    else log.warn({ event: 'database-statement', cause });
  }

  /**
   * Resolves when the submission is durable. Under one idempotency key, a UUID of the sender, it is one submission; so
   * it is with one fingerprint within `sameWithinMs`.
   *
   * @throws StorageError; then nothing of it is stored.
   */
  async function accept({ form, campus, fields, cv }: Submission, how: AcceptOptions = {}) {
    const { requestId, idempotencyKey: newId = randomUUID(), fingerprint = null } = how;
    await started;
    const entry: Entry = {
      version: 1,
      id: newId,
      reference: createReference(newId, secret),
      idempotencyKey: newId,
      acceptedAt: new Date(clock.now()).toISOString(),
      form,
      campus,
      fields,
      cv: cv && { name: cv.name, size: cv.bytes.length, sha256: cv.sha256 },
    };
    const payload = JSON.stringify(entry);
    const row = { ...entry, payload, cv: cv && cv.bytes };
    const earlier = await storeOrSpool(row, fingerprint);
    const { id, reference } = earlier ?? entry;
    const outcome = firstOutcome(id, earlier === null);
    if (earlier === null) {
      if (requestId !== undefined) requestIds.set(id, requestId);
      log.info({ event: 'submission-stored', form, campus, reference, requestId });
      loop.wake();
    }
    return {
      /** The visitor reads it: "GIS-7K3M-92QX". */
      reference,
      /** Resolves with the first attempt; after 5 s to "stored". Never rejects. */
      outcome,
    };
  }

  async function storeOrSpool(submission: NewSubmission, fingerprint: string | null) {
    const same = { fingerprint, withinMs: limits.sameWithinMs };
    if (rewind !== null && isUp()) {
      try {
        return await rewind.add(submission, same);
      } catch (error) {
        onStoreError(error);
      }
    }
    return await local.add(submission, same);
  }

  /** Resolves with the first attempt, by this process or another one; after `respondWithinMs` to "stored". Never rejects. */
  function firstOutcome(id: string, isNew: boolean): Promise<Outcome> {
    return new Promise((resolve) => {
      async function poll(): Promise<void> {
        const outcome = isUp() ? await store.outcomeOf(id).catch(() => null) : 'stored';
        if (outcome !== null) notify(id, outcome);
        else if (outcomes.listenerCount(id) > 0) clock.after(limits.pollMs, () => void poll());
      }
      outcomes.once(id, resolve);
      clock.after(limits.respondWithinMs, () => notify(id, 'stored'));
      // The attempt of a new one has not begun.
      if (isNew) clock.after(limits.pollMs, () => void poll());
      else void poll();
    });
  }

  /** One that PostgreSQL does not take must not hold up those after it. */
  function onMoveError(error: unknown): void {
    if (!isUp()) throw error;
    onStoreError(error);
  }

  /** Runs every few seconds. Never rejects. */
  async function maintain(): Promise<void> {
    if (isClosing) return;
    noticeClockJump();
    try {
      if (clock.elapsed() - expiredAt >= limits.sweepMs) {
        expiredAt = clock.elapsed();
        const beforeMs = expiredAt < deletesAt ? 0 : clock.now() - limits.keepMs;
        await expireSubmissions(local.engine, beforeMs);
        if (database?.isUp() === true) await expireSubmissions(store.engine, beforeMs);
      }
      if (database?.isUp() === true) await rewind?.check();
      const { leaseMs } = limits;
      const count =
        database?.isUp() === true
          ? await moveSubmissions(local, store, { leaseMs, onError: onMoveError })
          : 0;
      if (count > 0) log.info({ event: 'outbox-moved', count });
    } catch (error) {
      onStoreError(error);
    }
    clock.after(limits.scanMs, () => {
      maintenance = maintain();
    });
  }

  /** Resolves to null when PostgreSQL takes no form. */
  async function readShared() {
    try {
      await store.probe();
      return await store.counts();
    } catch {
      return null;
    }
  }

  function noticeClockJump(): void {
    const nowMs = clock.now();
    const offset = nowMs - clock.elapsed();
    const jumpMs = offset - clockOffset;
    clockOffset = offset;
    if (Math.abs(jumpMs) < limits.clockJumpMs) return;
    deletesAt = clock.elapsed() + limits.keepAfterJumpMs;
    const [from, to] = [nowMs - jumpMs, nowMs].map((ms) => new Date(ms).toISOString());
    log.error({ event: 'clock-jumped', from, to });
  }

  return {
    accept,
    /** The database that all instances share. */
    engine: store.engine,
    /** The database of this host; the same as `engine` without PostgreSQL. */
    localEngine: file,
    /** Counts of submissions, for health and alerts. */
    async state() {
      const nowMs = clock.now();
      const disk = await local.counts();
      const shared = database?.isUp() === true ? await readShared() : null;
      const rows = [...disk, ...(shared ?? [])];
      const of = (state: string, from = rows) => from.filter((row) => row.state === state);
      const count = (state: string) => of(state).reduce((sum, row) => sum + row.count, 0);
      const state: 'up' | 'down' = shared === null ? 'down' : 'up';
      return {
        waiting: count('waiting'),
        dead: count('dead'),
        /** References that PostgreSQL has lost. */
        missing: (await rewind?.missing()) ?? [],
        /** Whether this process delivers now; otherwise all of this is of its disk alone. */
        isDeliverer: database === null || shared !== null,
        /** Age of the oldest waiting submission, in milliseconds; 0 without one. */
        oldestWaitingMs: nowMs - Math.min(nowMs, ...of('waiting').map(({ oldest }) => oldest)),
        /** How many submissions wait on this disk until PostgreSQL is available. */
        ...(database && { database: { state, onDisk: of('waiting', disk)[0]?.count ?? 0 } }),
      };
    },
    /** Whether DATA_DIR takes a form, by a write. A locked file takes seconds; a disk may hang. Never rejects. */
    probe(): Promise<StorageState> {
      probing ??= stateAfter(local.probe(), dataDir).finally(() => (probing = null));
      return probing;
    },
    /** True for one of the instances that share the data, then for none until `forMs` is over. */
    takeTurn: (name: string, forMs: number) =>
      store.takeTurn(name, forMs).catch(() => local.takeTurn(name, forMs)),
    /** Starts no more deliveries, and lets those in progress end within that time. */
    async close({ withinMs = Infinity }: { withinMs?: number } = {}): Promise<void> {
      isClosing = true;
      const waitMs = Math.max(0, Math.min(limits.closeWithinMs, withinMs - limits.releaseMs));
      const ended = Promise.all([started, loop.stop(), maintenance]);
      await Promise.race([ended, wait(clock, waitMs)]);
      for (const id of outcomes.eventNames()) notify(id, 'stored');
      const released = isUp() ? store.release().catch(() => {}) : Promise.resolve();
      await Promise.race([released.then(() => file.close()), wait(clock, limits.releaseMs)]);
    },
  };
}
