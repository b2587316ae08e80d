import type { Clock } from './clock.ts';
import type { DeliveryFailure } from './delivery-failure.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import type { StoredFormName } from '../../shared/forms.ts';
import type { Log } from '../web/log.ts';

const SETTINGS_TO_CHECK = ['PROVIDER_URL', 'PROVIDER_TOKEN', 'SCHOOL_CODE'];

/** Which forms are held back, as the provider does not accept their token, address or route. */
export type FormHolds = {
  /** Milliseconds for which an entry of this form is held; 0 lets it be attempted, and holds the others meanwhile. */
  acquire(form: StoredFormName): number | Promise<number>;
  /** Holds the form, longer with each attempt that fails, and raises the alarm. */
  failed(form: StoredFormName, failure: DeliveryFailure): void | Promise<void>;
  /** A delivery of this form: it is over, and as one token serves all forms, each other one may be attempted again. */
  succeeded(form: StoredFormName): void | Promise<void>;
  /** The provider has spoken of an entry itself, or not at all: whatever held the form is over. */
  release(form: StoredFormName): void | Promise<void>;
  /** Somebody says that it is mended. */
  releaseAll(): void | Promise<void>;
};

type Hold = { failures: number; untilMs: number };

export type MisconfiguredFormsOptions = {
  clock: Clock;
  log: Log;
  limits: Pick<OutboxLimits, 'firstRetryMs' | 'longestHoldMs' | 'alarmEveryMs'>;
};

/**
 * Forms whose token, address or route the provider does not accept. As every entry of such a form would
 * fail alike, one at a time is attempted, to see whether it has been mended, and the others are held:
 * a hundred wrong tokens in a row would get this server banned. One alarm line speaks for all.
 */
export class MisconfiguredForms implements FormHolds {
  readonly #options: MisconfiguredFormsOptions;
  readonly #holds = new Map<StoredFormName, Hold>();
  #alarmedAt = -Infinity;

  constructor(options: MisconfiguredFormsOptions) {
    this.#options = options;
  }

  acquire(form: StoredFormName): number {
    const { clock } = this.#options;
    const hold = this.#holds.get(form);
    if (hold === undefined) return 0;
    const leftMs = hold.untilMs - clock.elapsed();
    if (leftMs <= 0) hold.untilMs = clock.elapsed() + this.#holdMs(hold.failures);
    return Math.max(0, leftMs);
  }

  failed(form: StoredFormName, failure: DeliveryFailure): void {
    const { clock, log, limits } = this.#options;
    const failures = (this.#holds.get(form)?.failures ?? 0) + 1;
    const waitMs = Math.max(this.#holdMs(failures), failure.waitMs);
    this.#holds.set(form, { failures, untilMs: clock.elapsed() + waitMs });
    if (clock.elapsed() - this.#alarmedAt < limits.alarmEveryMs) return;
    this.#alarmedAt = clock.elapsed();
    log.error({
      event: 'provider-misconfigured',
      form,
      status: failure.status ?? undefined,
      cause: adviceOn(failure),
    });
  }

  succeeded(form: StoredFormName): void {
    this.release(form);
    for (const hold of this.#holds.values()) hold.untilMs = this.#options.clock.elapsed();
  }

  release(form: StoredFormName): void {
    this.#holds.delete(form);
  }

  releaseAll(): void {
    this.#holds.clear();
  }

  #holdMs(failures: number): number {
    const { firstRetryMs, longestHoldMs } = this.#options.limits;
    return Math.min(firstRetryMs * 2 ** Math.min(failures - 1, 30), longestHoldMs);
  }
}

/** The symptom, and where to look first. */
export function adviceOn({ cause, status }: DeliveryFailure): string {
  const symptom = cause === 'content-type' ? 'the answer is neither empty nor JSON' : cause;
  const first = status === 401 || status === 403 ? 'PROVIDER_TOKEN' : 'PROVIDER_URL';
  const others = SETTINGS_TO_CHECK.filter((name) => name !== first).join(' and ');
  return `${symptom}: check ${first} first, then ${others}; submissions wait until it is mended`;
}
