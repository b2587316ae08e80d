import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import { Acceptance } from './acceptance.ts';
import { systemClock } from './clock.ts';
import { DeliveryAttempts } from './delivery-attempts.ts';
import { DeliveryJobs } from './delivery-jobs.ts';
import { logStorageFailure, orStorageError } from './durable-files.ts';
import type { EntryStore } from './entry-store.ts';
import type { Outcome } from './entry.ts';
import { FirstOutcomes } from './first-outcomes.ts';
import { sweep } from './folder-scan.ts';
import { JobLoop } from './job-loop.ts';
import { moveToDatabase } from './move-to-database.ts';
import { OutboxFolder } from './outbox-folder.ts';
import { OUTBOX_LIMITS } from './outbox-limits.ts';
import {
  readState,
  REMEMBERED_REQUESTS,
  type Outbox,
  type OutboxOptions,
  type OutboxState,
} from './outbox.ts';
import { PostgresStore } from './postgres-store.ts';
import { SharedHolds } from './shared-holds.ts';
import type { Database } from '../database/database.ts';

/** What a notice between instances says: that there is work, or what came of an entry's first attempt. */
export const WORK = 'work';
const OUTCOMES: readonly Outcome[] = ['delivered', 'stored', 'rejected'];

const countRow = z.object({ state: z.string(), count: z.int(), oldest: z.nullable(z.date()) });

/**
 * The outbox of any number of instances on one PostgreSQL: each accepts and delivers, no two the same
 * entry at once. While the database cannot be had, submissions are stored on this instance's own disk
 * and answered as stored; they move to the database when it is back.
 */
export function createPostgresOutbox(options: OutboxOptions & { database: Database }): Outbox {
  const { database, deliver, log, secret, clock = systemClock } = options;
  const limits = { ...OUTBOX_LIMITS, ...options.limits };
  const folder = new OutboxFolder(options.folder);
  // Of several processes on one disk, one moves.
  const lock = folder.delivererLock(clock);
  const jobs = new DeliveryJobs(database, limits);
  database.prepareBy(() => jobs.prepare());
  const store = new PostgresStore(database, jobs);
  const onDisk = new Set<string>();
  const requestIds = new LRUCache<string, string>({ max: REMEMBERED_REQUESTS });
  const shared = { log, secret, clock, limits, requestIds };
  const outcomes = new FirstOutcomes({
    ...shared,
    outcomeOf: async (id) => (database.isUp() ? await store.outcomeOf(id) : null),
    // Another instance may deliver: the store is looked at where its notice is lost.
    isDeliverer: () => false,
  });
  const attempts = new DeliveryAttempts({
    ...shared,
    store,
    deliver,
    misconfigured: new SharedHolds(database, shared),
    notify(id, outcome) {
      if (!outcomes.notify(id, outcome)) void database.notify(`${outcome} ${id}`);
    },
  });
  const loop = new JobLoop({
    ...shared,
    jobs,
    attempts,
    mayFetch: () => database.isUp(),
    onFault: (error) => database.suspect(error),
  });
  const acceptance = new Acceptance({
    ...shared,
    store: { add: addOrKeep },
    outcomes,
    enqueue(id) {
      if (onDisk.delete(id)) outcomes.notify(id, 'stored');
      else if (loop.hasRoom()) loop.wake();
      else void database.notify(WORK);
    },
  });
  let isClosing = false;
  let cancelNext = () => {};
  let tending: Promise<void> = Promise.resolve();
  let sweptAt = -Infinity;
  const started = start();

  async function start(): Promise<void> {
    await folder.prepare().catch((error: unknown) => logStorageFailure(log, error));
    await database.ready();
    if (isClosing) return;
    lock.start(() => {});
    database.onNotice((notice) => {
      if (notice === WORK) return loop.wake();
      const [said = '', id = ''] = notice.split(' ');
      const outcome = OUTCOMES.find((known) => known === said);
      if (outcome !== undefined) outcomes.notify(id, outcome);
    });
    tendLater();
    database.onUp(() => void tend());
  }

  async function addOrKeep(...parts: Parameters<EntryStore['add']>) {
    if (database.isUp()) {
      try {
        return await store.add(...parts);
      } catch (error) {
        database.suspect(error);
      }
    }
    const [{ id }] = parts;
    const repeated = await folder.add(...parts);
    if (repeated === null) onDisk.add(id);
    return repeated;
  }

  function tendLater(): void {
    if (isClosing) return;
    cancelNext = clock.after(limits.scanMs, () => void tend().then(tendLater));
  }

  /** What is due every few seconds, and whenever the database is back. Never rejects. */
  function tend(): Promise<void> {
    tending = tending.then(async () => {
      if (isClosing || !database.isUp()) return;
      try {
        await store.finishOpen();
        await jobs.expire();
        loop.wake();
        if (lock.isHeld()) await tendDisk();
      } catch (error) {
        database.suspect(error);
      }
    });
    return tending;
  }

  async function tendDisk(): Promise<void> {
    const count = await moveToDatabase(folder, store);
    if (count > 0) {
      log.info({ event: 'outbox-moved', count });
      loop.wake();
    }
    if (clock.elapsed() - sweptAt < limits.sweepMs) return;
    sweptAt = clock.elapsed();
    await sweep(folder, clock.now(), limits);
    await store.sweep(limits);
  }

  async function state(): Promise<OutboxState> {
    const disk = await readState(folder, { nowMs: clock.now(), isDeliverer: database.isUp() });
    if (!database.isUp()) return { ...disk, database: { state: 'down', onDisk: disk.waiting } };
    const rows = await database.rows(
      countRow,
      `select state, count(*)::int as count, min(accepted_at) as oldest
       from gis_site.entry where state in ('waiting', 'dead', 'corrupt') group by state`,
    );
    const of = (name: string) => rows.find((row) => row.state === name);
    const oldest = of('waiting')?.oldest?.getTime() ?? clock.now();
    return {
      waiting: disk.waiting + (of('waiting')?.count ?? 0),
      dead: disk.dead + (of('dead')?.count ?? 0),
      corrupt: disk.corrupt + (of('corrupt')?.count ?? 0),
      isDeliverer: true,
      oldestWaitingMs: Math.max(disk.oldestWaitingMs, clock.now() - oldest),
      database: { state: 'up', onDisk: disk.waiting },
    };
  }

  return {
    async accept(submission, requestOptions = {}) {
      await started;
      return acceptance.accept(submission, requestOptions);
    },
    uploadPath: () => orStorageError(log, folder.uploadPath()),
    state,
    async close({ withinMs = Infinity } = {}) {
      isClosing = true;
      await started;
      cancelNext();
      const patience = new Promise<void>((resolve) => {
        clock.after(Math.min(limits.closeWithinMs, withinMs), resolve);
      });
      await Promise.race([Promise.all([loop.stop(), tending]), patience]);
      outcomes.close();
      await lock.release();
    },
  };
}
