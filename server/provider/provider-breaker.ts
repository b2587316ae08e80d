import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoffFactory,
} from 'cockatiel';
import type { Log } from '../log/log.ts';
import { ProviderError, type ProviderLimits, type ProviderState, errorFields } from './provider.ts';

/**
 * A complete list, known by its path, or an item that a visitor named (an album, a file). A visitor may name
 * an item that makes the provider fail, so items prove little about its state.
 */
export type CallSubject = { kind: 'list'; path: string } | { kind: 'item' };

type BreakerOptions = { limits: ProviderLimits; log: Log; now: () => Date };

/** Runs a call, or fails at once with `breaker-open` while the provider is down or probed. */
export type ProviderBreaker = ReturnType<typeof createProviderBreaker>;

const STATES: Readonly<Record<CircuitState, ProviderState>> = {
  [CircuitState.Closed]: 'up',
  [CircuitState.Open]: 'down',
  [CircuitState.HalfOpen]: 'probing',
  [CircuitState.Isolated]: 'down',
};

/** Statuses about the whole provider, not about one resource (RFC 9110, RFC 6585). */
const HOST_STATUSES = new Set([429, 502, 503, 504]);

/** Statuses of a provider that works: the resource is not there, or the token is wrong. */
const HARMLESS_STATUSES = new Set([401, 403, 404]);

/**
 * Decides when the provider counts as down (docs/promises.md#c7). Each error of the host counts; any other
 * counts once per list, so that one broken list never takes down the others. An item counts only when the
 * provider is unreachable; 401 and 403 never count (docs/promises.md#c14). While the provider is down, one
 * list at a time is the probe; items wait for its success.
 */
export function createProviderBreaker({ limits, log, now }: BreakerOptions) {
  const streak = new Set<string | symbol>();
  const outages = new WeakSet<Error>();
  let from: ProviderState = 'up';

  const policy = circuitBreaker(
    handleWhen((error) => outages.has(error)),
    {
      // The streak above counts; an outage that arrives here opens the breaker.
      breaker: new ConsecutiveBreaker(1),
      halfOpenAfter: probeWait(limits.breakerProbeMs, now),
    },
  );
  policy.onStateChange((next) => {
    const to = STATES[next];
    const line = { event: 'provider-state' as const, from, to };
    from = to;
    const failure = policy.lastFailure;
    const error = failure !== undefined && 'error' in failure ? failure.error : undefined;
    if (to === 'up') log.info(line);
    else log.warn({ ...line, ...errorFields(error) });
  });

  function isOutage(subject: CallSubject, error: unknown): error is ProviderError {
    if (!(error instanceof ProviderError)) return false;
    if (HARMLESS_STATUSES.has(error.status ?? 0)) return false;
    if (error.kind === 'stopping' || error.kind === 'no-capacity') return false;
    if (subject.kind === 'item' && error.kind !== 'unreachable') return false;
    if (policy.state === CircuitState.HalfOpen) return true;
    const isOfHost = error.kind === 'unreachable' || HOST_STATUSES.has(error.status ?? 0);
    streak.add(subject.kind === 'item' || isOfHost ? Symbol(error.kind) : subject.path);
    return streak.size >= limits.breakerFailures;
  }

  async function run<T>(subject: CallSubject, call: () => Promise<T>): Promise<T> {
    // The policy would let further callers wait for the probe; they have stale lists.
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
 * The wait before each probe, by our own clock: cockatiel reads `Date.now()`, and only compares the elapsed
 * time with `duration`. A clock that jumps back does not prolong it.
 */
function probeWait(waitMs: number, now: () => Date): IBackoffFactory<unknown> {
  function next() {
    const openedAt = now().getTime();
    return {
      get duration() {
        const elapsedMs = now().getTime() - openedAt;
        return elapsedMs >= 0 && elapsedMs < waitMs ? Infinity : -Infinity;
      },
      next,
    };
  }
  return { next };
}
