import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine, Statement } from '../../server/database/sql.ts';
import { startOutboxAlerts, type Alert } from '../../server/ops/outbox-alerts.ts';
import type { Clock } from '../../server/outbox/clock.ts';
import { moveSubmissions } from '../../server/outbox/move-submissions.ts';
import { SqliteEngine } from '../../server/outbox/sqlite-engine.ts';
import { SubmissionStore } from '../../server/outbox/submission-store.ts';
import { holds } from '../support/holds.ts';
import { describeStores, openDatabase, usePostgres } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { silentLog } from '../support/test-log.ts';
import { createVirtualClock, type VirtualClock } from '../support/virtual-clock.ts';

const MINUTE = 60_000;
const LEASE_MS = 20_000;

const postgres = usePostgres();

describeStores('two processes and', (name) => {
  /** A file of each host, and what they share; all in the time of one clock. */
  async function openEngines(clock: VirtualClock) {
    const folder = temporaryFolder();
    const open = (file: string) => new SqliteEngine({ path: join(folder, file), clock });
    const files = ['one', 'other'].map(open);
    const shared =
      name === 'SQLite' ? open('shared') : inTime(clock, await openDatabase(await newDatabase()));
    onTestFinished(async () => {
      for (const engine of [...files, shared])
        if (engine instanceof SqliteEngine) await engine.close();
    });
    const [one, other] = files as [SqliteEngine, SqliteEngine];
    return { one, other, shared };
  }

  test('O5: however claims, deliveries, stops and moves interleave, each form is sent once or named', async () => {
    const clock = createVirtualClock(undefined, { realMsPerTask: 0 });
    const { one: local, shared } = await openEngines(clock);
    const ends = fc.array(fc.constantFrom(...ENDS), { minLength: 4, maxLength: 4 });
    async function run(s: fc.Scheduler, mine: End[], other: End[]): Promise<void> {
      const found = await deliverAndMove(s, { clock, local, shared, mine, other });
      expect(found).toEqual({ unsent: [], left: [], unlisted: [] });
    }
    await holds(fc.asyncProperty(fc.scheduler(), ends, ends, run), { runs: 40 });
  });

  test('I5: however checks, sends, restarts and kills interleave, an alert of what stays is sent, and each one is ended', async () => {
    const clock = createVirtualClock(undefined, { realMsPerTask: 0 });
    const engines = await openEngines(clock);
    const phases = fc.array(fc.record(PHASE), { minLength: 1, maxLength: 5 });
    async function run(s: fc.Scheduler, all: Phase[]): Promise<void> {
      const found = await alertOf(s, { ...engines, clock, phases: all });
      expect(found).toEqual({ begun: [4, 1], ended: [0, 0] });
    }
    await holds(fc.asyncProperty(fc.scheduler(), phases, run), { runs: 40 });
  });
});

async function newDatabase(): Promise<string> {
  return await postgres.newDatabase();
}

/** Statements read the time of the test's clock, as SQLite's do. */
function inTime(clock: Clock, engine: Engine): Engine {
  const timed = ({ text, values }: Statement): Statement => ({
    text: text.replaceAll('tick()', `${clock.now()}::bigint`),
    values,
  });
  return {
    batch: (statements) => engine.batch(statements.map(timed)),
    purge: () => engine.purge(),
  };
}

/** Each batch has its turn among those of all processes. After a kill none is written any more. */
function inTurn(s: fc.Scheduler, engine: Engine, isKilled = () => false): Engine {
  return {
    async batch(statements) {
      await s.schedule(Promise.resolve());
      if (isKilled()) return new Promise(() => undefined);
      return engine.batch(statements);
    },
    purge: () => engine.purge(),
  };
}

const CLEAR = ['submission', 'claim', 'alert'].map((table) => ({
  text: `delete from gis_site.${table}`,
  values: [],
}));
const RESET = [...CLEAR, { text: 'update gis_site.accepted_count set count = 0', values: [] }];

/** What an attempt comes to. After a stop its process writes nothing more. */
const ENDS = ['finish', 'retry', 'reset', 'stop', 'stand still'] as const;
type End = (typeof ENDS)[number];

type Deliveries = {
  clock: VirtualClock;
  local: Engine;
  shared: Engine;
  /** How the attempts of each process end. */
  mine: readonly End[];
  other: readonly End[];
};

/** Those of four submissions that were not sent, that are not delivered, and that were sent twice and are not listed. */
async function deliverAndMove(s: fc.Scheduler, { clock, local, shared, mine, other }: Deliveries) {
  const engines = [local, shared];
  for (const engine of engines) await engine.batch(RESET);
  const sent = new Map<string, number>();
  const open = (engine: Engine) => new SubmissionStore(inTurn(s, engine));

  async function attempt(store: SubmissionStore, end: End): Promise<number> {
    const claimedAtMs = clock.elapsed();
    const claimed = await store.claim(1, { leaseMs: LEASE_MS, renew: [] });
    for (const { id } of claimed) {
      if (clock.elapsed() - claimedAtMs >= LEASE_MS) await store.postpone(id, 0);
      else {
        if (end === 'stand still') await clock.run(LEASE_MS, { stepMs: LEASE_MS });
        // The provider has rejected the attempt of a `retry`.
        if (end !== 'retry') sent.set(id, (sent.get(id) ?? 0) + 1);
        const mayHaveArrived = end === 'reset';
        if (end === 'retry' || end === 'reset')
          await store.retryLater(id, { waitMs: 0, soonMs: 0, cause: end, mayHaveArrived });
        else if (end !== 'stop') await store.finish(id, clock.now());
      }
    }
    return claimed.length;
  }
  async function deliver(engine: Engine, all: readonly End[]): Promise<void> {
    for (const end of all) await attempt(open(engine), end);
  }
  async function move(): Promise<void> {
    for (const _round of [1, 2])
      await moveSubmissions(open(local), open(shared), { leaseMs: LEASE_MS });
  }

  const ids = Array.from({ length: 4 }, () => randomUUID());
  for (const id of ids)
    await new SubmissionStore(local).add({
      id,
      reference: id,
      form: 'getInTouch',
      campus: 'NEKPUR',
      payload: '{}',
      cv: null,
    });
  await s.waitFor(Promise.all([deliver(local, mine), move(), deliver(shared, other)]));
  // What was stopped is due when its lease has expired.
  for (const engine of engines)
    for (let claimed = 1; claimed > 0;) {
      await clock.run(2 * LEASE_MS, { stepMs: LEASE_MS });
      claimed = await s.waitFor(attempt(open(engine), 'finish'));
    }
  const stores = engines.map((engine) => new SubmissionStore(engine));
  const left = (await Promise.all(stores.map((store) => store.rows()))).flat();
  const repeats = (await Promise.all(stores.map((store) => store.repeats()))).flat();
  const listed = new Set(repeats.map(({ id }) => id));
  return {
    unsent: ids.filter((id) => !sent.has(id)),
    left: left.map(({ id }) => id),
    unlisted: ids.filter((id) => (sent.get(id) ?? 0) > 1 && !listed.has(id)),
  };
}

/** Some minutes of two instances. */
const PHASE = {
  dead: fc.nat(3),
  late: fc.nat(1),
  /** Whether the webhook takes alerts. */
  isTaken: fc.boolean(),
  /** What becomes of each instance, while it checks. */
  ends: fc.tuple(fc.constantFrom('stays', 'restarts', 'dies'), fc.constantFrom('stays', 'dies')),
  minutes: fc.constantFrom(1, 16, 61),
};
type Phase = {
  dead: number;
  late: number;
  isTaken: boolean;
  ends: ['stays' | 'restarts' | 'dies', 'stays' | 'dies'];
  minutes: number;
};

type Alerts = {
  clock: VirtualClock;
  one: Engine;
  other: Engine;
  shared: Engine;
  phases: readonly Phase[];
};

/** The longest pause between two alerts of an event, and the turn of an instance that died before it sent. */
const SETTLE_MINUTES = Array.from({ length: 6 }, () => 16);

/** The counts of the last alerts while dead letters and a late submission stay, and when they are gone. */
async function alertOf(s: fc.Scheduler, { clock, phases, ...engines }: Alerts) {
  for (const engine of Object.values(engines)) await engine.batch(RESET);
  const sent: Alert[] = [];
  let now = { dead: 0, late: 0, isTaken: true };

  function startInstance(file: Engine) {
    let isKilled = false;
    /** Resolves when the check in progress has ended. */
    let checked = (): void => undefined;
    const open = (engine: Engine) => inTurn(s, engine, () => isKilled);
    const engine = open(engines.shared);
    const turns = new SubmissionStore(engine);
    const alerts = startOutboxAlerts({
      outbox: {
        engine,
        localEngine: open(file),
        probe: async () => 'ok',
        state: async () => ({
          waiting: now.late,
          oldestWaitingMs: now.late * 31 * MINUTE,
          dead: now.dead,
          missing: [],
          isDeliverer: true,
        }),
        takeTurn: (turn, ms) => turns.takeTurn(turn, ms),
      },
      rehearsal: async () => null,
      async send(alert) {
        await s.schedule(Promise.resolve());
        if (isKilled) return new Promise(() => undefined);
        if (!now.isTaken) throw new Error('webhook: status 500');
        sent.push(alert);
      },
      log: silentLog,
      clock: {
        ...clock,
        after(ms, task) {
          checked();
          return clock.after(ms, task);
        },
      },
      host: file === engines.one ? 'one' : 'other',
    });
    return {
      check: () => new Promise<void>((resolve) => (checked = resolve)),
      kill() {
        isKilled = true;
        alerts.stop();
        checked();
      },
    };
  }

  const files = [engines.one, engines.other];
  const instances = files.map(startInstance);
  /** Time passes, and the instances check. */
  async function pass(minutes: number, ends: readonly string[] = []): Promise<void> {
    const checks = instances.map((instance, at) => {
      const check = instance.check();
      if (ends[at] !== 'dies') return check;
      // At some moment of its check.
      const killed = s.schedule(Promise.resolve()).then(() => instance.kill());
      return Promise.all([check, killed]);
    });
    const ms = minutes * MINUTE;
    await clock.run(ms, { stepMs: ms });
    await s.waitFor(Promise.all(checks));
    for (const [at, file] of files.entries()) {
      if (ends[at] === 'restarts') instances[at]?.kill();
      if (['restarts', 'dies'].includes(ends[at] ?? '')) instances[at] = startInstance(file);
    }
  }
  async function settle(next: { dead: number; late: number }): Promise<void> {
    now = { ...next, isTaken: true };
    for (const minutes of SETTLE_MINUTES) await pass(minutes);
  }
  const lastCounts = () =>
    (['dead-letters', 'submissions-late'] as const).map(
      (event) => sent.findLast((alert) => alert.event === event)?.count,
    );

  try {
    for (const { minutes, ends, ...phase } of phases) {
      now = phase;
      await pass(minutes, ends);
    }
    await settle({ dead: 4, late: 1 });
    const begun = lastCounts();
    await settle({ dead: 0, late: 0 });
    return { begun, ended: lastCounts() };
  } finally {
    for (const instance of instances) instance.kill();
  }
}
