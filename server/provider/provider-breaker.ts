import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoffFactory,
} from 'cockatiel';
import type { Log } from '../log/log.ts';
import { ProviderError, type ProviderLimits, type ProviderState, faultFields } from './provider.ts';

/**
 * What a call asks for: a complete list, known by its path, or an item that a visitor named (an album, a
 * file). A visitor may name what makes the provider fail, so an item says little about its state.
 */
export type CallSubject = { kind: 'list'; path: string } | { kind: 'item' };

type BreakerOptions = { limits: ProviderLimits; log: Log; now: () => Date };

export type ProviderBreaker = ReturnType<typeof createProviderBreaker>;

const STATES: Readonly<Record<CircuitState, ProviderState>> = {
  [CircuitState.Closed]: 'up',
  [CircuitState.Open]: 'down',
  [CircuitState.HalfOpen]: 'probing',
  [CircuitState.Isolated]: 'down',
};

/** Statuses that speak for the whole provider, not for the one resource (RFC 9110, RFC 6585). */
const HOST_STATUSES = new Set([429, 502, 503, 504]);

/** Statuses of a provider that works: the resource is not there, or the token is wrong. */
const HARMLESS_STATUSES = new Set([401, 403, 404]);

/**
 * Decides when the provider counts as down (docs/promises.md#c7). Each fault of the host counts by itself;
 * any other fault counts once per list, so that one list that is always broken never takes the others
 * with it. An item counts only when the provider cannot be reached. 401 and 403 are about the token, and
 * count for nothing (docs/promises.md#c14). While it is down one list at a time goes through as a probe
 * when its time has come; items wait until it has worked.
 */
export function createProviderBreaker({ limits, log, now }: BreakerOptions) {
  const streak = new Set<string | symbol>();
  const outages = new WeakSet<Error>();
  let from: ProviderState = 'up';

  const policy = circuitBreaker(
    handleWhen((error) => outages.has(error)),
    {
      // The streak above has counted already; what arrives here as an outage opens the breaker.
      breaker: new ConsecutiveBreaker(1),
      halfOpenAfter: probeBackoff(limits, now),
    },
  );
  policy.onStateChange((next) => {
    const to = STATES[next];
    const line = { event: 'provider-state' as const, from, to };
    from = to;
    if (to === 'up') log.info(line);
    else log.warn({ ...line, ...lastFault() });
  });

  function lastFault() {
    const failure = policy.lastFailure;
    return faultFields(failure !== undefined && 'error' in failure ? failure.error : undefined);
  }

  function isOutage(subject: CallSubject, error: unknown): error is ProviderError {
    if (!(error instanceof ProviderError)) return false;
    // These say nothing of the provider as a whole.
    if (HARMLESS_STATUSES.has(error.status ?? 0)) return false;
    if (error.fault === 'stopping' || error.fault === 'no-room') return false;
    if (subject.kind === 'item' && error.fault !== 'unreachable') return false;
    if (policy.state === CircuitState.HalfOpen) return true;
    const isOfHost = error.fault === 'unreachable' || HOST_STATUSES.has(error.status ?? 0);
    streak.add(subject.kind === 'item' || isOfHost ? Symbol(error.fault) : subject.path);
    return streak.size >= limits.breakerFailures;
  }

  /** Runs the call, or fails at once with `breaker-open` while the provider is down or being probed. */
  async function run<T>(subject: CallSubject, call: () => Promise<T>): Promise<T> {
    // The policy would let further callers wait for the probe; they have an old answer to go on with.
    const mayCall = subject.kind === 'item' ? state() === 'up' : state() !== 'probing';
    if (!mayCall) throw new ProviderError('breaker-open');
    try {
      const result = await policy.execute(() =>
        call().catch((error: unknown) => {
          if (isOutage(subject, error)) outages.add(error);
          throw error;
        }),
      );
      if (subject.kind === 'list') streak.clear();
      return result;
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new ProviderError('breaker-open') : error;
    }
  }

  function state(): ProviderState {
    return STATES[policy.state];
  }

  return { run, state };
}

/**
 * The wait before each probe, by our own clock: cockatiel reads `Date.now()`, and only ever asks whether
 * the time that has passed is shorter than `duration`. A clock that was set back does not prolong it.
 */
function probeBackoff(
  { breakerFirstProbeMs, breakerLongestProbeMs }: ProviderLimits,
  now: () => Date,
): IBackoffFactory<unknown> {
  function wait(attempt: number) {
    const openedAt = now().getTime();
    const waitMs = Math.min(breakerLongestProbeMs, breakerFirstProbeMs * 2 ** attempt);
    return {
      get duration() {
        const elapsedMs = now().getTime() - openedAt;
        return elapsedMs >= 0 && elapsedMs < waitMs ? Infinity : -Infinity;
      },
      next: () => wait(attempt + 1),
    };
  }
  return { next: () => wait(0) };
}
