import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { systemClock, type Clock } from './clock.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import type { Delivery, Entry, Outcome, Submission } from './entry.ts';
import { FirstOutcomes } from './first-outcomes.ts';
import { importFolder } from './import-folder.ts';
import { OUTBOX_LIMITS, type OutboxLimits } from './outbox-limits.ts';
import { createReference, fingerprintOf, referenceOf } from './reference.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { FOLDER_MODE, logStorageFailure, wrapStorageErrors } from './storage-error.ts';
import { SubmissionStore } from './submission-store.ts';

/** A durable submission. */
export type Accepted = {
  /** For the visitor: "GIS-7K3M-92QX". */
  reference: string;
  /** The same form within a minute, or a known idempotency key: one submission for both. */
  isRepeat: boolean;
  /** Of the first attempt; after 5 s "stored". Never rejects. */
  outcome: Promise<Outcome>;
};

export type AcceptOptions = {
  requestId?: string;
  /** A UUID of the sender: all that comes under it is the same submission, while anything of it is stored. */
  idempotencyKey?: string;
};

/** Stores what visitors send until the provider has it (docs/promises.md#o1 to #o8). */
export type Outbox = {
  /** Resolves when the submission is durable. @throws OutboxStorageError; then nothing of it is stored. */
  accept(submission: Submission, options?: AcceptOptions): Promise<Accepted>;
  /** A path for an upload; its writer removes the file. @throws OutboxStorageError */
  uploadPath(): Promise<string>;
  state(): Promise<OutboxState>;
  /** True for one of the instances that share the data, then for none until `forMs` is over. */
  takeTurn(name: string, forMs: number): Promise<boolean>;
  /** Starts no more deliveries, and lets those in progress end within that time. */
  close(options?: { withinMs?: number }): Promise<void>;
};

/** For health and alerts. */
export type OutboxState = {
  waiting: number;
  dead: number;
  corrupt: number;
  /** Whether this process delivers. */
  isDeliverer: boolean;
  /** Age of the oldest waiting submission, in milliseconds; 0 without one. */
  oldestWaitingMs: number;
  /** With PostgreSQL: whether it is available, and how many submissions wait on this disk until it is. */
  database?: { state: 'up' | 'down'; onDisk: number };
};

/** Submissions whose log lines name their request. */
const REMEMBERED_REQUESTS = 1_000;

/** Part of the time of a close that is for releasing leases, in milliseconds. */
const RELEASE_MS = 500;

export type OutboxOptions = {
  /** DATA_DIR; made if missing. */
  dataDir: string;
  /** Shared by instances of several machines. While it is down, submissions are stored in DATA_DIR. */
  database?: Database | null;
  /** @throws ProviderError, which `toDeliveryFailure` judges. */
  deliver: (delivery: Delivery) => Promise<void>;
  log: Log;
  /** Keys the fingerprints. */
  secret: string;
  clock?: Clock;
  limits?: Partial<OutboxLimits>;
};

/** Starts the outbox, which several processes may share: each accepts and delivers. */
export function createOutbox(options: OutboxOptions): Outbox {
  const { dataDir, deliver, log, secret, clock = systemClock, database = null } = options;
  const limits = { ...OUTBOX_LIMITS, ...options.limits };
  const uploads = join(dataDir, 'uploads');
  const file = new SqliteEngine({ path: join(dataDir, 'outbox.db'), clock, log });
  const local = new SubmissionStore(file);
  const store = database === null ? local : new SubmissionStore(database);
  const isUp = () => database?.isUp() ?? true;
  const requestIds = new LRUCache<string, string>({ max: REMEMBERED_REQUESTS });
  const outcomes = new FirstOutcomes({
    clock,
    limits,
    outcomeOf: async (id) => (isUp() ? await store.outcomeOf(id) : null),
  });
  // A broken disk is logged once, not with every scan.
  let hasWorked = true;
  const loop = new DeliveryLoop({
    store,
    log,
    clock,
    limits,
    requestIds,
    deliver,
    notify: (id, outcome) => outcomes.notify(id, outcome),
    mayClaim: isUp,
    onStoreError,
  });
  let isClosing = false;
  let cancelNext = () => {};
  let maintenance: Promise<void> = Promise.resolve();
  let expiredAt = -Infinity;
  const started = start();

  async function start(): Promise<void> {
    await makeUploads().catch((error: unknown) => logStorageFailure(log, error));
    await database?.ready();
    if (isClosing) return;
    runMaintenance();
    loop.wake();
    database?.onUp(() => {
      runMaintenance();
      loop.wake();
    });
  }

  function onStoreError(error: unknown): void {
    if (database !== null) return database.checkAfterError(error);
    if (hasWorked) logStorageFailure(log, error);
    hasWorked = false;
  }

  async function makeUploads(): Promise<void> {
    await mkdir(uploads, { recursive: true, mode: FOLDER_MODE });
  }

  async function accept(
    submission: Submission,
    { requestId, idempotencyKey: key }: AcceptOptions,
  ): Promise<Accepted> {
    const { form, campus, fields, cv } = submission;
    const id = key ?? randomUUID();
    const reference = key === undefined ? createReference() : referenceOf(key, secret);
    const acceptedAt = new Date(clock.now()).toISOString();
    const cvOfEntry = cv && { name: cv.name, size: cv.upload.size, sha256: cv.upload.sha256 };
    const { earlier, isSpooled } = await storeOrSpool(
      {
        version: 1,
        id,
        reference,
        idempotencyKey: id,
        acceptedAt,
        form,
        campus,
        fields: { ...fields },
        cv: cvOfEntry,
      },
      {
        fingerprint: fingerprintOf(submission, secret),
        sinceMs: clock.now() - limits.sameWithinMs,
        cv: cv && { file: cv.upload.path },
      },
    );
    hasWorked = true;
    if (earlier !== null) {
      const outcome = outcomes.waitFor(earlier.id);
      return { reference: earlier.reference, isRepeat: true, outcome };
    }
    if (requestId !== undefined) requestIds.set(id, requestId);
    log.info({ event: 'submission-stored', form, campus, reference, requestId });
    const outcome = outcomes.waitFor(id);
    if (isSpooled) outcomes.notify(id, 'stored');
    else loop.wake();
    return { reference, isRepeat: false, outcome };
  }

  async function storeOrSpool(entry: Entry, how: Parameters<SubmissionStore['add']>[1]) {
    if (isUp()) {
      try {
        return { earlier: await store.add(entry, how), isSpooled: false };
      } catch (error) {
        if (database === null) throw error;
        database.checkAfterError(error);
      }
    }
    return { earlier: await local.add(entry, how), isSpooled: true };
  }

  /** Runs every few seconds, and when the database is back. */
  function runMaintenance(): void {
    cancelNext();
    maintenance = maintenance
      .then(async () => {
        if (isClosing) return;
        await importFolder(join(dataDir, 'outbox'), { store: local, log, nowMs: clock.now() });
        const count = database?.isUp() === true ? await local.moveTo(store) : 0;
        if (count > 0) log.info({ event: 'outbox-moved', count });
        await expire();
        hasWorked = true;
      })
      .catch(onStoreError)
      .then(() => {
        cancelNext();
        if (!isClosing) cancelNext = clock.after(limits.scanMs, runMaintenance);
      });
  }

  async function expire(): Promise<void> {
    if (clock.elapsed() - expiredAt < limits.sweepMs) return;
    expiredAt = clock.elapsed();
    await local.expire(clock.now(), limits);
    if (database?.isUp() === true) await store.expire(clock.now(), limits);
    for (const name of await readdir(uploads)) {
      const path = join(uploads, name);
      const { ctimeMs } = await stat(path);
      if (ctimeMs < clock.now() - limits.keepTmpMs) await rm(path, { force: true });
    }
  }

  function after(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      clock.after(delayMs, resolve);
    });
  }

  return {
    async accept(submission, requestOptions = {}) {
      await started;
      return await wrapStorageErrors(log, accept(submission, requestOptions));
    },
    async uploadPath() {
      await wrapStorageErrors(log, makeUploads());
      return join(uploads, `${randomUUID()}.upload`);
    },
    async state() {
      const nowMs = clock.now();
      const disk = await local.counts();
      const shared = database?.isUp() === true ? await store.counts() : null;
      return {
        waiting: disk.waiting + (shared?.waiting ?? 0),
        dead: disk.dead + (shared?.dead ?? 0),
        corrupt: disk.corrupt + (shared?.corrupt ?? 0),
        isDeliverer: isUp(),
        oldestWaitingMs: nowMs - Math.min(disk.oldest ?? nowMs, shared?.oldest ?? nowMs),
        ...(database && { database: { state: isUp() ? 'up' : 'down', onDisk: disk.waiting } }),
      };
    },
    takeTurn: (name, forMs) => store.takeTurn(name, forMs),
    async close({ withinMs = Infinity } = {}) {
      isClosing = true;
      const late = after(Math.max(0, Math.min(limits.closeWithinMs, withinMs - RELEASE_MS)));
      await Promise.race([started, late]);
      cancelNext();
      await Promise.race([Promise.all([loop.stop(), maintenance]), late]);
      outcomes.close();
      const released = isUp() ? store.release(loop.owner).catch(() => {}) : undefined;
      await Promise.race([Promise.resolve(released).then(() => file.close()), after(RELEASE_MS)]);
    },
  };
}
