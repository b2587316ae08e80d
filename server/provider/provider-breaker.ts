import { LIST_NAMES, PROVIDER_LISTS } from '../../shared/records/provider-lists.ts';
import { isConnectError } from '../connection-errors.ts';
import type { Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import { ProviderError, errorFields } from './provider-error.ts';
import type { ProviderLimits } from './provider-limits.ts';

/**
 * Path of a complete list; null for an item that a visitor named (an album, a file). A visitor may name an item
 * that makes the provider fail, so items prove little about its state.
 */
type ListPath = string | null;

export type ProviderState = 'up' | 'down' | 'probing';

type BreakerOptions = { limits: ProviderLimits; log: Log; now: () => Date };

/** Statuses about the whole provider, not about one resource (RFC 9110, RFC 6585; from 520 on Cloudflare's). */
const HOST_STATUSES = new Set([429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530]);
const HOST_ERRORS = new Set(['unreachable', 'timeout']);

/** Statuses of a provider that works: the resource is not there, or the token is wrong. */
const HARMLESS_STATUSES = new Set([401, 403, 404]);

const LIST_COUNT = LIST_NAMES.filter((name) => PROVIDER_LISTS[name].needsId !== true).length;

/** For so long after the success of a list, the errors of another one count once. */
const RECENT_MS = 60_000;

/**
 * Decides when the provider counts as down (docs/promises.md#c7): after three errors of the host in a row, or once
 * every list has failed. Any other error is about its list only, as is each error of a list that failed while
 * others succeeded. An item counts only when the provider is unreachable. While the provider is down, one list at
 * a time is the probe; items wait for a success.
 */
export class ProviderBreaker {
  readonly #options: BreakerOptions;
  /** Errors of the host since the last success of a list. */
  readonly #streak = new Set<string | symbol>();
  /** Lists that failed since then. */
  readonly #failed = new Set<string>();
  /** Lists that failed while another one succeeded. */
  readonly #illByThemselves = new Set<string>();
  #successes = 0;
  #succeededAtMs = -Infinity;
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
    const successes = this.#successes;
    try {
      const result = await call();
      if (list !== null) this.#recordSuccess(list);
      return result;
    } catch (error) {
      // The failure of a call that began before the last success shows nothing new.
      if (successes === this.#successes) this.#recordFailure(list, { error, isProbe });
      throw error;
    }
  }

  #recordSuccess(list: string): void {
    for (const failed of this.#failed) this.#illByThemselves.add(failed);
    this.#illByThemselves.delete(list);
    this.#failed.clear();
    this.#streak.clear();
    this.#successes += 1;
    this.#succeededAtMs = this.#nowMs();
    if (this.#state !== 'up') this.#enter('up');
  }

  #recordFailure(list: ListPath, { error, isProbe }: { error: unknown; isProbe: boolean }): void {
    const isOfHost = this.#countHostError(list, error);
    const isOfList = list !== null && isFailure(error);
    if (isOfList) this.#failed.add(list);
    // Any other error of the probe is a response too.
    if (isProbe && !isOfHost) this.#streak.clear();
    const isDown =
      (isProbe && isOfHost) ||
      this.#streak.size >= this.#options.limits.breakerFailures ||
      (isOfList && this.#failed.size >= LIST_COUNT);
    if (isDown) this.#lastOutage = error;
    // An older call changes no state while another one is the probe.
    if (isProbe) this.#enter(isDown ? 'down' : 'up');
    else if (isDown && this.#state === 'up') this.#enter('down');
  }

  /** Whether the error is one of the host. */
  #countHostError(list: ListPath, error: unknown): boolean {
    if (!isFailure(error)) return false;
    const { kind, status, cause } = error;
    const isUnconnected =
      kind === 'unreachable' && (list === null || isConnectError(errorCode(cause) ?? ''));
    const isOfHost = HOST_ERRORS.has(kind) || HOST_STATUSES.has(status ?? 0);
    if (!isUnconnected && (!isOfHost || list === null || this.#illByThemselves.has(list)))
      return false;
    const isRecent = this.#nowMs() - this.#succeededAtMs < RECENT_MS;
    this.#streak.add(isUnconnected || !isRecent || list === null ? Symbol(kind) : list);
    return true;
  }

  #enter(to: ProviderState): void {
    const { log } = this.#options;
    const line = { event: 'provider-state' as const, from: this.#state, to };
    this.#state = to;
    if (to === 'down') this.#downAtMs = this.#nowMs();
    if (to === 'up') log.info(line);
    else log.warn({ ...line, ...errorFields(this.#lastOutage) });
  }

  #mayCall(list: ListPath): boolean {
    if (this.#state !== 'down') return this.#state === 'up';
    const elapsedMs = this.#nowMs() - this.#downAtMs;
    // A clock that jumps back does not prolong the outage.
    const isDue = elapsedMs < 0 || elapsedMs >= this.#options.limits.breakerProbeMs;
    return list !== null && isDue;
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }
}

function isFailure(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    error.kind !== 'stopping' &&
    !HARMLESS_STATUSES.has(error.status ?? 0)
  );
}
