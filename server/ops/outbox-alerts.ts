import { hostname } from 'node:os';
import { hasRehearsalFailed, type RehearsalResult } from '../backup/rehearsal-result.ts';
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
  /** Other instances do not send the same alert for this time: less than the pause. */
  turnMs: 55 * MINUTE,
};

type AlertEvent =
  | 'dead-letters'
  | 'submissions-late'
  | 'rehearsal-failed' // that of the last night
  | 'storage-failing'; // forms get 503, or PostgreSQL takes none

/** It has no personal data. A count of 0 ends the alert. */
export type Alert = {
  event: AlertEvent;
  count: number;
  /** ISO 8601. */
  since: string;
  host: string;
};

type OutboxAlertsOptions = {
  outbox: Pick<Outbox, 'state' | 'probe' | 'takeTurn'>;
  rehearsal: () => Promise<RehearsalResult | null>;
  /** @throws Error whose message may be logged. */
  send: (alert: Alert) => Promise<void>;
  log: Log;
  clock?: Clock;
};

/** Sends alerts when dead letters, late submissions, a failing store or a failed rehearsal begin, grow or end. */
export function startOutboxAlerts({
  outbox,
  rehearsal,
  send,
  log,
  clock = systemClock,
}: OutboxAlertsOptions): { stop: () => void } {
  const known = new Map<AlertEvent, { count: number; atMs: number }>();
  let isStopped = false;
  let cancel = () => {};

  async function check(): Promise<void> {
    const nowMs = clock.now();
    const storage = await valueWithin<StorageState>(outbox.probe(), LIMITS.waitMs, 'locked');
    const state = await valueWithin<OutboxState | null>(outbox.state(), LIMITS.waitMs, null);
    const isFailing = storage !== 'ok' || state?.database?.state === 'down';
    await alertOnChange('storage-failing', Number(isFailing), nowMs);
    if (state === null) return;
    const { dead, waiting, oldestWaitingMs, isDeliverer } = state;
    const hasFailed = hasRehearsalFailed(await rehearsal(), nowMs);
    const found: [event: AlertEvent, count: number, sinceMs: number][] = [
      ['dead-letters', dead, nowMs],
      ['submissions-late', oldestWaitingMs > LIMITS.lateMs ? waiting : 0, nowMs - oldestWaitingMs],
      ['rehearsal-failed', Number(hasFailed), nowMs],
    ];
    for (const [event, count, sinceMs] of found)
      // While the database is down it is not known what else there is.
      if (count > 0 || isDeliverer) await alertOnChange(event, count, sinceMs);
  }

  /** Resolves to null while it is not known. A store that fails knows no turns: each instance alerts. */
  function takeTurn(event: AlertEvent, count: number): Promise<boolean | null> {
    const otherwise = event === 'storage-failing' ? true : null;
    const turn = outbox.takeTurn(`alert ${event} ${count}`, LIMITS.turnMs);
    return valueWithin<boolean | null>(turn, LIMITS.waitMs, otherwise);
  }

  async function alertOnChange(event: AlertEvent, count: number, sinceMs: number): Promise<void> {
    const nowMs = clock.now();
    const sent = known.get(event) ?? { count: 0, atMs: -Infinity };
    const hasGrown = event === 'dead-letters' && count > sent.count;
    const hasChanged = (count === 0) !== (sent.count === 0) || hasGrown;
    if (!hasChanged || nowMs - sent.atMs < LIMITS.pauseMs) return;
    const isOurs = await takeTurn(event, count);
    if (isOurs === null) return;
    known.set(event, { count, atMs: nowMs });
    if (!isOurs) return;
    const since = new Date(sinceMs).toISOString();
    try {
      await send({ event, count, since, host: hostname() });
      log.warn({ event: 'alert-sent', state: event, count });
    } catch (error) {
      // Retried after the pause.
      known.set(event, { count: sent.count, atMs: nowMs });
      const cause = error instanceof Error ? error.message : 'unknown';
      log.error({ event: 'alert-failed', state: event, count, cause });
    }
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
