import { COMPLETE_LISTS } from '../../shared/records/provider-lists.ts';
import { isConnectError } from '../connection-errors.ts';
import type { Log } from '../log/log.ts';
import { errorCode } from '../system-errors.ts';
import { ProviderError, errorFields } from './provider-error.ts';
import type { ProviderLimits } from './provider-limits.ts';

export type ProviderState = 'up' | 'down' | 'probing';

type BreakerOptions = { limits: ProviderLimits; log: Log; now: () => Date };

/** Statuses about the whole provider, not about one resource (RFC 9110, RFC 6585; from 520 on Cloudflare's). */
const HOST_STATUSES = new Set([429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530]);

/** Statuses of a provider that works: the resource is not there, or the token is wrong. */
const HARMLESS_STATUSES = new Set([401, 403, 404]);

/** A list that has been called, and its last call while it is in flight. */
type KnownList = { path: string; call: () => Promise<unknown>; pending: Promise<unknown> | null };

/**
 * Decides when the provider counts as down (docs/promises.md#c7): after three errors of the host in a row, or once
 * every list has failed. A reset, a time-out or a 503 may be of some lists only: the others are called before it
 * counts as one of the host. Any other error is about its list. An item counts only when there is no connection.
 * While the provider is down, one list at a time is the probe, each in its turn; items wait for a success.
 */
export class ProviderBreaker {
  readonly #options: BreakerOptions;
  /** In the order of their last calls. */
  readonly #lists = new Map<string, KnownList>();
  /** Lists that failed since the last success of one. */
  readonly #failed = new Set<KnownList>();
  /** Errors of the host since then. */
  #hostErrors = 0;
  #successes = 0;
  #state: ProviderState = 'up';
  #isChecking = false;
  #downAtMs = 0;
  #lastOutage: unknown;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  state(): ProviderState {
    return this.#state;
  }

  /**
   * Runs a call, or fails at once with `breaker-open` while the provider is down or probed.
   * @param path of a complete list; null for an item that a visitor named (an album, a file). A visitor may name an
   * item that makes the provider fail, so items prove little about its state.
   * @param call runs again, without the id of the request, where only its outcome is of interest.
   */
  async run<T>(
    path: string | null,
    call: (requestId?: string) => Promise<T>,
    requestId?: string,
  ): Promise<T> {
    const list = path === null ? null : (this.#lists.get(path) ?? { path, call, pending: null });
    if (this.#state !== 'up') await this.#probe(list);
    return this.#attempt(list, () => call(requestId));
  }

  /** Resolves when the list may be called, as the probe or after that of another one. @throws ProviderError */
  async #probe(list: KnownList | null): Promise<void> {
    if (list === null || !this.#isProbeDue()) throw new ProviderError('breaker-open');
    this.#enter('probing');
    const [next] = this.#lists.values();
    if (next === list || next === undefined) return;
    await this.#attempt(next, next.call).catch(() => undefined);
    if (this.#state !== 'up') throw new ProviderError('breaker-open');
  }

  async #attempt<T>(list: KnownList | null, call: () => Promise<T>): Promise<T> {
    const isProbe = this.#state === 'probing';
    const successes = this.#successes;
    const pending = call();
    if (list !== null) {
      list.pending = pending;
      this.#lists.delete(list.path);
      this.#lists.set(list.path, list);
    }
    try {
      const result = await pending;
      if (list !== null) this.#recordSuccess();
      return result;
    } catch (error) {
      // The failure of a call that began before the last success shows nothing new.
      if (successes === this.#successes) this.#recordFailure(list, { error, isProbe });
      throw error;
    } finally {
      if (list?.pending === pending) list.pending = null;
    }
  }

  #recordSuccess(): void {
    this.#failed.clear();
    this.#hostErrors = 0;
    this.#successes += 1;
    if (this.#state !== 'up') this.#enter('up');
  }

  #recordFailure(
    list: KnownList | null,
    { error, isProbe }: { error: unknown; isProbe: boolean },
  ): void {
    if (isFailure(error) && list !== null) this.#failed.add(list);
    const isOfHost = isHostError(list, error);
    if (isOfHost) this.#hostErrors += 1;
    // Any other error of the probe is a response too.
    else if (isProbe) this.#hostErrors = 0;
    if (isOfHost || this.#haveAllFailed) this.#lastOutage = error;
    if (isProbe) this.#enter(isOfHost || this.#haveAllFailed ? 'down' : 'up');
    // An older call changes no state while another one is the probe.
    else if (this.#isSuspected && isUnconnected(error)) this.#enter('down');
    else if (!this.#isChecking) void this.#checkOthers();
  }

  get #haveAllFailed(): boolean {
    return this.#failed.size >= COMPLETE_LISTS.length;
  }

  get #isSuspected(): boolean {
    const { breakerFailures } = this.#options.limits;
    return this.#state === 'up' && (this.#hostErrors >= breakerFailures || this.#haveAllFailed);
  }

  /** Waits for lists that have not failed, one after the other, until one responds. */
  async #checkOthers(): Promise<void> {
    this.#isChecking = true;
    while (this.#isSuspected) {
      const other = [...this.#lists.values()].find((list) => !this.#failed.has(list));
      if (other === undefined) this.#enter('down');
      else {
        await (other.pending ?? this.#attempt(other, other.call)).catch(() => undefined);
        // Its error, such as a 404, is no failure.
        if (!this.#failed.has(other)) this.#hostErrors = 0;
      }
    }
    this.#isChecking = false;
  }

  #enter(to: ProviderState): void {
    const { log, now } = this.#options;
    const line = { event: 'provider-state' as const, from: this.#state, to };
    this.#state = to;
    if (to === 'down') this.#downAtMs = now().getTime();
    if (to === 'up') log.info(line);
    else log.warn({ ...line, ...errorFields(this.#lastOutage) });
  }

  #isProbeDue(): boolean {
    if (this.#state !== 'down') return false;
    const { limits, now } = this.#options;
    const elapsedMs = now().getTime() - this.#downAtMs;
    // A clock that jumps back does not prolong the outage.
    return elapsedMs < 0 || elapsedMs >= limits.breakerProbeMs;
  }
}

function isFailure(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    error.kind !== 'stopping' &&
    !HARMLESS_STATUSES.has(error.status ?? 0)
  );
}

function isHostError(list: KnownList | null, error: unknown): boolean {
  if (!isFailure(error) || list === null) return isUnconnected(error);
  const isUnavailable = error.kind === 'unreachable' || error.kind === 'timeout';
  return isUnavailable || HOST_STATUSES.has(error.status ?? 0);
}

/** Whether there was no connection, so that the error is about no list. */
function isUnconnected(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error.kind !== 'unreachable') return false;
  return isConnectError(errorCode(error.cause) ?? '');
}
