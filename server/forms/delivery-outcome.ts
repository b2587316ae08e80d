import { ProviderError } from '../provider/provider.ts';

/** 4xx that say "not now" rather than "not this" (RELIABILITY O6). */
const TRY_AGAIN = new Set([408, 409, 425, 429]);

export type DeliveryFailure = {
  kind: 'refused' | 'later';
  /** For the log: fault and status, never an answer's text. */
  cause: string;
  status: number | null;
  /** Milliseconds that the provider asked us to wait. */
  waitMs: number;
};

/** What a failed delivery means for its entry. Anything that is not a refusal may succeed later. */
export function toDeliveryFailure(error: unknown): DeliveryFailure {
  if (!(error instanceof ProviderError))
    return {
      kind: 'later',
      cause: error instanceof Error ? error.name : 'unknown',
      status: null,
      waitMs: 0,
    };
  const { fault, status, retryAfterSeconds } = error;
  const isRefusal =
    fault === 'status' &&
    status !== null &&
    status >= 400 &&
    status < 500 &&
    !TRY_AGAIN.has(status);
  return {
    kind: isRefusal ? 'refused' : 'later',
    cause: status === null ? fault : `${fault} ${status}`,
    status,
    waitMs: (retryAfterSeconds ?? 0) * 1_000,
  };
}
