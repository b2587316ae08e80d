import { ProviderError, causeOf, remedyOf } from '../provider/provider.ts';

/** Statuses that speak of what was sent: sending it again would change nothing. */
const REJECTIONS = new Set([400, 413, 415, 422]);
/** Statuses below 500 that speak of the moment (RFC 9110, RFC 4918, RFC 8470, RFC 6585). */
const NOT_NOW = new Set([408, 409, 423, 425, 429]);

/** A Retry-After of years, or a date from a clock that is wrong, must not keep an entry from ever being attempted. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

export type DeliveryFailure = {
  /** `misconfigured` speaks of our settings or the route: any form sent there would fail alike. */
  kind: 'rejected' | 'later' | 'misconfigured';
  /** For the log: fault with status or the system's name of it, never an answer's text. */
  cause: string;
  /** What mends it, for the log. */
  remedy: string | undefined;
  status: number | null;
  /** Milliseconds that the provider asked us to wait. */
  waitMs: number;
};

/** What a failed delivery means for its entry. Anything that is no rejection may succeed later. */
export function toDeliveryFailure(error: unknown): DeliveryFailure {
  if (!(error instanceof ProviderError))
    return {
      kind: 'later',
      cause: error instanceof Error ? error.name : 'unknown',
      remedy: undefined,
      status: null,
      waitMs: 0,
    };
  const { status, retryAfterSeconds } = error;
  return {
    kind: isRejection(error) ? 'rejected' : isMisconfiguration(error) ? 'misconfigured' : 'later',
    cause: causeOf(error),
    remedy: remedyOf(error),
    status,
    waitMs: Math.min((retryAfterSeconds ?? 0) * 1_000, LONGEST_WAIT_MS),
  };
}

/** Whether the provider has read this very form and does not want it. */
function isRejection({ fault, status }: ProviderError): boolean {
  return fault === 'reported-failure' || (fault === 'status' && REJECTIONS.has(status ?? 0));
}

/** Whether an answer says that token, address or route are not what the provider expects: HTML with 200 included. */
function isMisconfiguration({ fault, status }: ProviderError): boolean {
  if (fault === 'content-type' || fault === 'refused-path') return true;
  return fault === 'status' && status !== null && status < 500 && !NOT_NOW.has(status);
}
