import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { systemClock, type Clock } from './clock.ts';
import { DeliveryLoop } from './delivery-loop.ts';
import type { Delivery, Entry, Outcome, Submission } from './entry.ts';
import { fingerprintOf } from './fingerprint.ts';
import { FirstOutcomes } from './first-outcomes.ts';
import { importFolder } from './import-folder.ts';
import { moveSubmissions } from './move-submissions.ts';
import { OUTBOX_LIMITS, type OutboxLimits } from './outbox-limits.ts';
import { createReference, referenceOf } from './reference.ts';
import { SqliteEngine } from './sqlite-engine.ts';
import { FOLDER_MODE, logStorageFailure, wrapStorageErrors } from './storage-error.ts';
import { SubmissionStore } from './submission-store.ts';

/** A submission that no crash and no power cut can lose any more. */
export type Accepted = {
  /** For the visitor: "GIS-7K3M-92QX". */
  reference: string;
  /** The same form had come within the last minute, or this idempotency key before; there is one entry for both. */
  isRepeat: boolean;
  /** Of the first attempt; resolves in 5 s at the latest, then with "stored". Never rejects. */
  outcome: Promise<Outcome>;
};

export type AcceptOptions = {
  requestId?: string;
  /** A UUID of the sender's: whatever comes under it again is the same submission, for as long as anything of it is stored. */
  idempotencyKey?: string;
};

/** Keeps what visitors send until the provider has it (docs/promises.md#o1 to #o8). */
export type Outbox = {
  /** Resolves when the submission is durable. @throws OutboxStorageError when the store does not take it; then nothing of it is stored. */
  accept(submission: Submission, options?: AcceptOptions): Promise<Accepted>;
  /** Where an upload may be written while it arrives; its writer removes it. @throws OutboxStorageError */
  uploadPath(): Promise<string>;
  /** For health. */
  state(): Promise<OutboxState>;
  /** Of all instances that share the data the first that asks for a name has it, for so long. */
  takeTurn(name: string, forMs: number): Promise<boolean>;
  /** Lets deliveries in progress end within that time, and starts no more. */
  close(options?: { withinMs?: number }): Promise<void>;
};

/** How many submissions are in which state, for health. */
export type OutboxState = {
  waiting: number;
  dead: number;
  corrupt: number;
  /** Whether this process delivers. */
  isDeliverer: boolean;
  /** Age of the oldest one that waits, in milliseconds; 0 when none does. */
  oldestWaitingMs: number;
  /** With PostgreSQL: whether it is available, and how many submissions wait on this disk until it is. */
  database?: { state: 'up' | 'down'; onDisk: number };
};

/** Submissions whose log lines name the request that brought them. */
const REMEMBERED_REQUESTS = 1_000;

/** What a close leaves of its time for giving leases back, in milliseconds. */
const RELEASE_MS = 500;

export type OutboxOptions = {
  /** DATA_DIR; made if missing. */
  dataDir: string;
  /** Shared by instances of several machines. While it is down, submissions are stored in DATA_DIR. */
  database?: Database | null;
  /** Sends an entry. @throws ProviderError, which `toDeliveryFailure` judges. */
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
  const shared = { store, log, clock, limits, requestIds };
  const outcomes = new FirstOutcomes({
    ...shared,
    outcomeOf: async (id) => (isUp() ? await store.outcomeOf(id) : null),
  });
  // A disk that stays broken is one line in the log, not one every scan.
  let hasWorked = true;
  const loop = new DeliveryLoop({
    ...shared,
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
    if (database !== null) return database.markSuspect(error);
    if (hasWorked) logStorageFailure(log, error);
    hasWorked = false;
  }

  async function makeUploads(): Promise<void> {
    await mkdir(uploads, { recursive: true, mode: FOLDER_MODE });
  }

  async function accept(
    submission: Submission,
    { requestId, idempotencyKey }: AcceptOptions,
  ): Promise<Accepted> {
    const { form, campus, cv } = submission;
    const entry = toEntry(submission, {
      id: idempotencyKey ?? randomUUID(),
      acceptedAtMs: clock.now(),
      reference:
        idempotencyKey === undefined ? createReference() : referenceOf(idempotencyKey, secret),
    });
    const { id, reference } = entry;
    const outcome = outcomes.subscribe(id);
    if (requestId !== undefined) requestIds.set(id, requestId);
    const isReserved = loop.reserve();
    const added = await storeOrSpool(entry, {
      fingerprint: fingerprintOf(submission, secret),
      sinceMs: clock.now() - limits.sameWithinMs,
      cvPath: cv?.upload.path ?? null,
      owner: isReserved ? loop.owner : null,
      leaseMs: limits.leaseMs,
    }).finally(() => {
      if (isReserved) loop.unreserve();
    });
    hasWorked = true;
    if (added.earlier !== null) {
      const known = outcomes.subscribe(added.earlier.id);
      void outcomes.poll(added.earlier.id);
      return { reference: added.earlier.reference, isRepeat: true, outcome: known };
    }
    log.info({ event: 'submission-stored', form, campus, reference, requestId });
    const claimed = { id, payload: JSON.stringify(entry), attempts: 1, cause: null, isCutOff: 0 };
    if (added.isSpooled) outcomes.notify(id, 'stored');
    else if (isReserved) loop.start(claimed);
    else void outcomes.poll(id);
    return { reference, isRepeat: false, outcome };
  }

  async function storeOrSpool(entry: Entry, how: Parameters<SubmissionStore['add']>[1]) {
    if (isUp()) {
      try {
        return { earlier: await store.add(entry, how), isSpooled: false };
      } catch (error) {
        if (database === null) throw error;
        database.markSuspect(error);
      }
    }
    return { earlier: await local.add(entry, { ...how, owner: null }), isSpooled: true };
  }

  /** What is due every few seconds, and when the database is back. */
  function runMaintenance(): void {
    cancelNext();
    maintenance = maintenance
      .then(async () => {
        if (isClosing) return;
        const folder = join(dataDir, 'outbox');
        await importFolder(folder, { store: local, log, nowMs: clock.now() });
        const count = database?.isUp() === true ? await moveSubmissions(local, store) : 0;
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
      const shown = database?.isUp() === true ? await store.counts() : null;
      const oldest = Math.min(disk.oldest ?? nowMs, shown?.oldest ?? nowMs);
      const connection = database !== null && {
        database: { state: isUp() ? 'up' : 'down', onDisk: disk.waiting } as const,
      };
      return {
        waiting: disk.waiting + (shown?.waiting ?? 0),
        dead: disk.dead + (shown?.dead ?? 0),
        corrupt: disk.corrupt + (shown?.corrupt ?? 0),
        isDeliverer: isUp(),
        oldestWaitingMs: nowMs - oldest,
        ...connection,
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

function toEntry(
  { form, campus, fields, cv }: Submission,
  { id, acceptedAtMs, reference }: { id: string; acceptedAtMs: number; reference: string },
): Entry {
  return {
    version: 1,
    id,
    reference,
    idempotencyKey: id,
    acceptedAt: new Date(acceptedAtMs).toISOString(),
    form,
    campus,
    fields: { ...fields },
    cv: cv === null ? null : { name: cv.name, size: cv.upload.size, sha256: cv.upload.sha256 },
  };
}
