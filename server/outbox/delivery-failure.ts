import { isConnectError } from '../connection-errors.ts';
import { ProviderError, formatCause, findRemedy } from '../provider/provider-error.ts';
import { errorCode } from '../system-errors.ts';

/** Statuses about the submission itself: a repeat would get the same one. */
const REJECTIONS = new Set([400, 413, 415, 422]);
/** Temporary statuses below 500 (RFC 9110, RFC 4918, RFC 8470, RFC 6585). */
const TEMPORARY = new Set([408, 409, 423, 425, 429]);

/** Statuses of a proxy that got no whole response from the provider (520 and 524 are Cloudflare's). */
const GATEWAY = new Set([502, 504, 520, 524]);
/** Errors after which the request may have been sent, and has no whole response. */
const UNCLEAR = new Set(['timeout', 'cut', 'invalid-json', 'too-large', 'stopping']);

/** A Retry-After of years must not stop all attempts. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000;

export type DeliveryFailure = ReturnType<typeof toDeliveryFailure>;

/** What a failed delivery means for its submission. */
export function toDeliveryFailure(error: unknown) {
  const known = error instanceof ProviderError ? error : null;
  const name = error instanceof Error ? error.name : 'unknown';
  return {
    kind: known ? judge(known) : 'later',
    /** The log has it: it is never text of the provider's response. */
    cause: known ? formatCause(known) : name,
    remedy: known ? findRemedy(known) : undefined,
    status: known?.status ?? undefined,
    /** The provider may have accepted it. */
    mayHaveArrived: known !== null && isUnclear(known),
    /** The provider's Retry-After, in milliseconds. */
    waitMs: Math.min((known?.retryAfterSeconds ?? 0) * 1_000, LONGEST_WAIT_MS),
  };
}

/**
 * Everything but a rejection may succeed later. `misconfigured`: settings or route are wrong, so each submission of
 * this form would fail.
 */
function judge({ kind, status }: ProviderError): 'rejected' | 'later' | 'misconfigured' {
  if (kind === 'reported-failure') return 'rejected';
  // HTML with status 200 comes from a wrong address.
  if (kind === 'content-type' || kind === 'refused-path') return 'misconfigured';
  if (kind !== 'status' || status === null || status >= 500 || TEMPORARY.has(status))
    return 'later';
  return REJECTIONS.has(status) ? 'rejected' : 'misconfigured';
}

function isUnclear({ kind, status, cause }: ProviderError): boolean {
  if (kind === 'unreachable') return !isConnectError(errorCode(cause) ?? '');
  return kind === 'status' ? GATEWAY.has(status ?? 0) : UNCLEAR.has(kind);
}
