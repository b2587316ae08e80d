import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  circuitBreaker,
  handleWhen,
  noJitterGenerator,
} from 'cockatiel';
import { ProviderError } from './provider.ts';

export type ProviderState = 'up' | 'down' | 'probing';

/** What a call asks for: a list, known by its path, or a file. */
export type CallSubject = { kind: 'list'; path: string } | { kind: 'file' };

export type BreakerOptions = {
  /** Failures in a row, without a list that worked between them, after which the provider is down. */
  failures: number;
  /** Wait before the first probe, in ms; it doubles with each probe that fails. */
  firstProbeMs: number;
  longestProbeMs: number;
  onChange: (from: ProviderState, to: ProviderState, cause: string) => void;
};

export type ProviderBreaker = {
  /** Runs the call, or fails at once with `breaker-open` while the provider is down or being probed. */
  run<T>(subject: CallSubject, call: () => Promise<T>): Promise<T>;
  state(): ProviderState;
};

const STATES: Readonly<Record<CircuitState, ProviderState>> = {
  [CircuitState.Closed]: 'up',
  [CircuitState.Open]: 'down',
  [CircuitState.HalfOpen]: 'probing',
  [CircuitState.Isolated]: 'down',
};

/** Statuses that speak for the whole provider, not for the one resource (RFC 9110, RFC 6585). */
const HOST_STATUSES = new Set([429, 502, 503, 504]);

/**
 * Decides when the provider counts as down (RELIABILITY C7). Each fault of the host counts by itself;
 * any other fault counts once per list, so that one list that is always broken never takes the others
 * with it. A file counts only when the provider cannot be reached: a missing or broken picture says
 * nothing about it. While it is down one call at a time goes through as a probe when its time has come.
 */
export function createProviderBreaker(options: BreakerOptions): ProviderBreaker {
  const streak = new Set<string | symbol>();
  const outages = new WeakSet<Error>();
  let last: ProviderState = 'up';
  let lastCause = '';

  const policy = circuitBreaker(
    handleWhen((error) => outages.has(error)),
    {
      // The streak above has counted already; what arrives here as an outage opens the breaker.
      breaker: new ConsecutiveBreaker(1),
      halfOpenAfter: new ExponentialBackoff({
        generator: noJitterGenerator,
        initialDelay: options.firstProbeMs,
        maxDelay: options.longestProbeMs,
      }),
    },
  );
  policy.onStateChange((state) => {
    const from = last;
    last = STATES[state];
    options.onChange(from, last, lastCause);
  });

  function isOutage(subject: CallSubject, error: Error): boolean {
    if (error instanceof ProviderError && error.status === 404) return false;
    // A probe that ended in any other way, its caller's leaving included, has not found the provider up.
    if (policy.state === CircuitState.HalfOpen) return true;
    if (!(error instanceof ProviderError) || error.fault === 'stopping') return false;
    if (subject.kind === 'file' && error.fault !== 'unreachable') return false;
    const isOfHost = error.fault === 'unreachable' || HOST_STATUSES.has(error.status ?? 0);
    streak.add(subject.kind === 'file' || isOfHost ? Symbol(error.fault) : subject.path);
    return streak.size >= options.failures;
  }

  async function judged<T>(subject: CallSubject, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      if (subject.kind === 'list') streak.clear();
      return result;
    } catch (error) {
      if (error instanceof Error && isOutage(subject, error)) {
        if (error instanceof ProviderError) lastCause = error.fault;
        outages.add(error);
      }
      throw error;
    }
  }

  async function run<T>(subject: CallSubject, call: () => Promise<T>): Promise<T> {
    // The policy would let further callers wait for the probe; they have an old answer to go on with.
    if (policy.state === CircuitState.HalfOpen) throw new ProviderError('breaker-open');
    try {
      return await policy.execute(() => judged(subject, call));
    } catch (error) {
      throw error instanceof BrokenCircuitError ? new ProviderError('breaker-open') : error;
    }
  }

  return { run, state: () => STATES[policy.state] };
}
