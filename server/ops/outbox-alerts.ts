import { hostname } from 'node:os';
import { hasRehearsalFailed, type RehearsalResult } from '../backup/rehearsal-result.ts';
import { systemClock, type Clock } from '../outbox/clock.ts';
import type { Outbox, OutboxState } from '../outbox/outbox.ts';
import type { Log } from '../log/log.ts';

const MINUTE = 60_000;
const LIMITS = {
  checkMs: MINUTE,
  /** A submission that is pending for longer is late. */
  lateMs: 30 * MINUTE,
  /** Between two alerts of the same event. */
  pauseMs: 60 * MINUTE,
  /** Other instances do not send the same alert for this time: less than the pause. */
  turnMs: 55 * MINUTE,
};

const ALERT_EVENTS = ['dead-letters', 'submissions-late', 'rehearsal-failed'] as const;
type AlertEvent = (typeof ALERT_EVENTS)[number];

/** Without personal data. A count of 0 ends the alert. */
export type Alert = {
  event: AlertEvent;
  count: number;
  /** ISO 8601. */
  since: string;
  host: string;
};

/** `hasFailed` is the rehearsal of the last night. */
type AlertState = OutboxState & { hasFailed: boolean };

type OutboxAlertsOptions = {
  outbox: Pick<Outbox, 'state' | 'takeTurn'>;
  rehearsal: () => Promise<RehearsalResult | null>;
  /** @throws Error whose message may be logged. */
  send: (alert: Alert) => Promise<void>;
  log: Log;
  clock?: Clock;
};

/** Sends alerts when dead letters, late submissions or a failed rehearsal begin, grow or end. */
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
    const state = await outbox.state().catch(() => null);
    if (state === null) return;
    const hasFailed = hasRehearsalFailed(await rehearsal(), clock.now());
    for (const event of ALERT_EVENTS) await alertOf(event, { ...state, hasFailed });
  }

  async function alertOf(event: AlertEvent, state: AlertState): Promise<void> {
    const nowMs = clock.now();
    const count = countOf(event, state);
    const sent = known.get(event) ?? { count: 0, atMs: -Infinity };
    const hasGrown = event === 'dead-letters' && count > sent.count;
    // Without the database it is not known what else there is.
    if (count === 0 && !state.isDeliverer) return;
    const hasChanged = (count === 0) !== (sent.count === 0) || hasGrown;
    if (!hasChanged || nowMs - sent.atMs < LIMITS.pauseMs) return;
    const isOurs = await outbox
      .takeTurn(`alert ${event} ${count}`, LIMITS.turnMs)
      .catch(() => null);
    if (isOurs === null) return;
    known.set(event, { count, atMs: nowMs });
    if (!isOurs) return;
    const sinceMs = event === 'submissions-late' ? nowMs - state.oldestWaitingMs : nowMs;
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

function countOf(event: AlertEvent, state: AlertState): number {
  const { dead, corrupt, waiting, oldestWaitingMs, hasFailed } = state;
  if (event === 'rehearsal-failed') return Number(hasFailed);
  // What cannot be read is not delivered by itself either.
  if (event === 'dead-letters') return dead + corrupt;
  return oldestWaitingMs > LIMITS.lateMs ? waiting : 0;
}
