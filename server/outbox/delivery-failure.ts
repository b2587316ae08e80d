import { ProviderError, causeOf, remedyOf } from '../provider/provider.ts';

/** Statuses about the submission itself: a repeat would get the same one. */
const REJECTIONS = new Set([400, 413, 415, 422]);
/** Temporary statuses below 500 (RFC 9110, RFC 4918, RFC 8470, RFC 6585). */
const TEMPORARY = new Set([408, 409, 423, 425, 429]);

/** A Retry-After of years must not stop all attempts. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

export type DeliveryFailure = {
  /** `misconfigured`: settings or route are wrong, so each submission of this form would fail. */
  kind: 'rejected' | 'later' | 'misconfigured';
  /** For the log: never text of the provider's response. */
  cause: string;
  remedy?: string | undefined;
  status?: number | undefined;
  /** The provider's Retry-After, in milliseconds. */
  waitMs: number;
};

/** What a failed delivery means for its submission. Everything but a rejection may succeed later. */
export function toDeliveryFailure(error: unknown): DeliveryFailure {
  if (!(error instanceof ProviderError))
    return { kind: 'later', cause: error instanceof Error ? error.name : 'unknown', waitMs: 0 };
  return {
    kind: isRejection(error) ? 'rejected' : isMisconfiguration(error) ? 'misconfigured' : 'later',
    cause: causeOf(error),
    remedy: remedyOf(error),
    status: error.status ?? undefined,
    waitMs: Math.min((error.retryAfterSeconds ?? 0) * 1_000, LONGEST_WAIT_MS),
  };
}

function isRejection({ kind, status }: ProviderError): boolean {
  return kind === 'reported-failure' || (kind === 'status' && REJECTIONS.has(status ?? 0));
}

/** HTML with status 200 included: it comes from a wrong address. */
function isMisconfiguration({ kind, status }: ProviderError): boolean {
  if (kind === 'content-type' || kind === 'refused-path') return true;
  return kind === 'status' && status !== null && status < 500 && !TEMPORARY.has(status);
}
