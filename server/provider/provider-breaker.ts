import type { Log } from '../log/log.ts';
import { ProviderError, errorFields } from './provider-error.ts';
import type { ProviderLimits } from './provider-limits.ts';

/**
 * Path of a complete list; null for an item that a visitor named (an album, a file). A visitor may name an item
 * that makes the provider fail, so items prove little about its state.
 */
type ListPath = string | null;

export type ProviderState = 'up' | 'down' | 'probing';

type BreakerOptions = { limits: ProviderLimits; log: Log; now: () => Date };

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
export class ProviderBreaker {
  readonly #options: BreakerOptions;
  readonly #streak = new Set<string | symbol>();
  #state: ProviderState = 'up';
  #downAtMs = 0;
  #lastOutage: unknown;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  state(): ProviderState {
    return this.#state;
  }

  /** Runs a call, or fails at once with `breaker-open` while the provider is down or probed. */
  async run<T>(list: ListPath, call: () => Promise<T>): Promise<T> {
    if (!this.#mayCall(list)) throw new ProviderError('breaker-open');
    const isProbe = this.#state === 'down';
    if (isProbe) this.#enter('probing');
    try {
      const result = await call();
      if (list !== null) this.#streak.clear();
      return result;
    } catch (error) {
      if (this.#isOutage(list, error)) {
        this.#lastOutage = error;
        if (this.#state !== 'down') this.#enter('down');
      }
      throw error;
    } finally {
      // Any other error of the probe is a response too.
      if (isProbe && this.#state === 'probing') this.#enter('up');
    }
  }

  #enter(to: ProviderState): void {
    const { log, now } = this.#options;
    const line = { event: 'provider-state' as const, from: this.#state, to };
    this.#state = to;
    if (to === 'down') this.#downAtMs = now().getTime();
    if (to === 'up') log.info(line);
    else log.warn({ ...line, ...errorFields(this.#lastOutage) });
  }

  #isOutage(list: ListPath, error: unknown): boolean {
    if (!(error instanceof ProviderError) || error.kind === 'stopping') return false;
    if (HARMLESS_STATUSES.has(error.status ?? 0)) return false;
    if (list === null && error.kind !== 'unreachable') return false;
    if (this.#state === 'probing') return true;
    const isOfHost = error.kind === 'unreachable' || HOST_STATUSES.has(error.status ?? 0);
    this.#streak.add(list === null || isOfHost ? Symbol(error.kind) : list);
    return this.#streak.size >= this.#options.limits.breakerFailures;
  }

  #mayCall(list: ListPath): boolean {
    if (this.#state !== 'down') return this.#state === 'up';
    const { limits, now } = this.#options;
    const elapsedMs = now().getTime() - this.#downAtMs;
    // A clock that jumps back does not prolong the outage.
    return list !== null && (elapsedMs < 0 || elapsedMs >= limits.breakerProbeMs);
  }
}
