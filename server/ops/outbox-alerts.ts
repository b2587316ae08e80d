import { hostname } from 'node:os';
import { hasRehearsalFailed, type RehearsalResult } from '../backup/rehearsal-result.ts';
import { AlertStore, type SentAlert } from './alert-store.ts';
import type { Engine } from '../database/sql.ts';
import { systemClock, type Clock } from '../outbox/clock.ts';
import type { Outbox, OutboxState } from '../outbox/outbox.ts';
import type { Log } from '../log/log.ts';
import { valueWithin } from '../settled-within.ts';
import type { StorageState } from '../storage.ts';

const MINUTE = 60_000;
const LIMITS = {
  checkMs: MINUTE / 2,
  /** How long a check waits for a disk that hangs. */
  waitMs: 10_000,
  /** A submission that is pending for longer is late. */
  lateMs: 30 * MINUTE,
  /** Pause between two alerts of the same event. */
  pauseMs: 60 * MINUTE,
  /** For this time one instance sends an alert, or waits after it could not. */
  turnMs: 15 * MINUTE,
  /** A machine that was off or asleep at night makes up for its backup: the delay of the timer, and what the unit may take. */
  makeUpMs: 30 * MINUTE,
};

type AlertEvent =
  | 'dead-letters'
  | 'submissions-late'
  | 'rehearsal-failed' // that of the last night
  | 'database-rewound' // PostgreSQL has lost submissions of this host
  | 'storage-failing'; // forms get 503, or PostgreSQL takes none

/** Each host has its own; the others are of what all instances share. */
const HOST_EVENTS: ReadonlySet<AlertEvent> = new Set([
  'storage-failing',
  'rehearsal-failed',
  'database-rewound',
]);

/** It has no personal data. A count of 0 ends the alert. */
export type Alert = {
  event: AlertEvent;
  count: number;
  /** ISO 8601. */
  since: string;
  host: string;
  /** References of the submissions that were lost. */
  references?: readonly string[];
};

type OutboxAlertsOptions = {
  outbox: Pick<Outbox, 'state' | 'probe' | 'takeTurn'> & { engine: Engine; localEngine: Engine };
  rehearsal: () => Promise<RehearsalResult | null>;
  /** @throws Error whose message may be logged. */
  send: (alert: Alert) => Promise<void>;
  log: Log;
  clock?: Clock;
  /** Names this machine for the others. */
  host?: string;
};

const NEVER_SENT: SentAlert = { count: 0, ageMs: Infinity };

/** Sends alerts when dead letters, late submissions, a failing store or a failed rehearsal begin, grow or end. */
export function startOutboxAlerts({
  outbox,
  rehearsal,
  send,
  log,
  clock = systemClock,
  host = hostname(),
}: OutboxAlertsOptions): { stop: () => void } {
  const sharedStore = new AlertStore(outbox.engine);
  const hostStore = new AlertStore(outbox.localEngine);
  /** Alerts that no store took. */
  const unrecorded = new Map<AlertEvent, { count: number; atMs: number }>();
  /** References of submissions that PostgreSQL has lost. */
  let references: readonly string[] = [];
  /** Since when no rehearsal has been there that is due. */
  let overdueSinceMs: number | null = null;
  let isStopped = false;
  let cancel = () => {};

  async function check(): Promise<void> {
    const nowMs = clock.now();
    const storage = await valueWithin<StorageState>(outbox.probe(), LIMITS.waitMs, 'locked');
    const state = await valueWithin<OutboxState | null>(outbox.state(), LIMITS.waitMs, null);
    const isFailing = storage !== 'ok' || state?.database?.state === 'down';
    await alertOnChange('storage-failing', Number(isFailing), nowMs);
    if (state === null) return;
    const { dead, waiting, oldestWaitingMs, isDeliverer, missing } = state;
    const hasFailed = isRehearsalMissing(await rehearsal(), nowMs);
    references = missing;
    const found: [event: AlertEvent, count: number, sinceMs: number][] = [
      ['dead-letters', dead, nowMs],
      ['submissions-late', oldestWaitingMs > LIMITS.lateMs ? waiting : 0, nowMs - oldestWaitingMs],
      ['rehearsal-failed', Number(hasFailed), nowMs],
      ['database-rewound', missing.length, nowMs],
    ];
    for (const [event, count, sinceMs] of found)
      // While the database is down it is not known what else there is.
      if (count > 0 || isDeliverer) await alertOnChange(event, count, sinceMs);
  }

  function isRehearsalMissing(result: RehearsalResult | null, nowMs: number): boolean {
    const hasFailed = hasRehearsalFailed(result, nowMs);
    const isOverdue = hasFailed && result?.isOk === true;
    overdueSinceMs = isOverdue ? (overdueSinceMs ?? nowMs) : null;
    return hasFailed && (overdueSinceMs === null || nowMs - overdueSinceMs >= LIMITS.makeUpMs);
  }

  /** Names an alert for all hosts. */
  function nameOf(event: AlertEvent): string {
    return HOST_EVENTS.has(event) ? `${event} ${host}` : event;
  }

  /** Where an alert is recorded, and its name there: while one fails the other is read. */
  function placesOf(event: AlertEvent): { store: AlertStore; name: string }[] {
    const own = { store: hostStore, name: event };
    if (outbox.engine === outbox.localEngine) return [own];
    return [own, { store: sharedStore, name: nameOf(event) }];
  }

  /** Of an alert that was never sent, count 0. Resolves to null while it is not known. */
  async function lastSent(event: AlertEvent): Promise<SentAlert | null> {
    const reads = placesOf(event).map(({ store, name }) =>
      valueWithin<SentAlert | null | undefined>(store.last(name), LIMITS.waitMs, undefined),
    );
    const stored = await Promise.all(reads);
    const held = unrecorded.get(event);
    const alerts = [...stored, held && { count: held.count, ageMs: clock.now() - held.atMs }];
    const [last] = alerts.filter((alert) => !!alert).toSorted((a, b) => a.ageMs - b.ageMs);
    // A store that fails knows nothing: each instance alerts of it.
    if (last === undefined)
      return stored.includes(null) || event === 'storage-failing' ? NEVER_SENT : null;
    // A place that failed when it was recorded, or to which another host recorded it.
    if (held || stored.some((alert) => alert !== undefined && alert?.count !== last.count))
      await record(event, last);
    return last;
  }

  /** Never rejects: what no store takes is recorded by a later check. */
  async function record(event: AlertEvent, alert: SentAlert): Promise<void> {
    unrecorded.set(event, { count: alert.count, atMs: clock.now() - alert.ageMs });
    const writes = placesOf(event).map(({ store, name }) =>
      valueWithin(
        store.record(name, alert).then(() => true),
        LIMITS.waitMs,
        false,
      ),
    );
    if ((await Promise.all(writes)).includes(true)) unrecorded.delete(event);
  }

  /** A store that fails knows no turns: each instance alerts of it. */
  function takeTurn(event: AlertEvent): Promise<boolean> {
    const turn = outbox.takeTurn(`alert ${nameOf(event)}`, LIMITS.turnMs);
    return valueWithin(turn, LIMITS.waitMs, event === 'storage-failing');
  }

  async function isDue(event: AlertEvent, count: number): Promise<boolean> {
    const last = await lastSent(event);
    if (last === null) return false;
    const { ageMs } = last;
    const canGrow = event === 'dead-letters' || event === 'database-rewound';
    // More than there were after some were settled is an alert again.
    if (canGrow && 0 < count && count < last.count) await record(event, { count, ageMs });
    const hasChanged = (count === 0) !== (last.count === 0) || (canGrow && count > last.count);
    return hasChanged && (ageMs < 0 || ageMs >= LIMITS.pauseMs);
  }

  async function alertOnChange(event: AlertEvent, count: number, sinceMs: number): Promise<void> {
    if (!(await isDue(event, count)) || !(await takeTurn(event))) return;
    // Another instance may have sent it meanwhile.
    if (!(await isDue(event, count))) return;
    const since = new Date(sinceMs).toISOString();
    try {
      const lost = event === 'database-rewound' && count > 0 ? { references } : {};
      await send({ event, count, since, host, ...lost });
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      log.error({ event: 'alert-failed', state: event, count, cause });
      return;
    }
    await record(event, { count, ageMs: 0 });
    log.warn({ event: 'alert-sent', state: event, count });
  }

  function checkLater(): void {
    if (isStopped) return;
    cancel = clock.after(LIMITS.checkMs, () => void check().then(checkLater));
  }

  checkLater();
  return {
    stop() {
      isStopped = true;
      cancel();
    },
  };
}
