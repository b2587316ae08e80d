import type FormData from 'form-data';
import { meaningOf } from '../connection-errors.ts';
import { memoryFor } from '../memory-share.ts';
import { errorCode } from '../system-errors.ts';

/** Why a call to the provider failed, as the log and the breaker see it. */
export type ProviderFault =
  | 'refused-path' // the address would leave the provider's origin or prefix; nothing was sent
  | 'unreachable' // connection refused, reset, DNS, TLS
  | 'timeout'
  | 'status' // an answer that is not 2xx, or a 2xx whose JSON names such a status
  | 'reported-failure' // a 2xx whose JSON reports a failure
  | 'content-type'
  | 'invalid-json'
  | 'shape' // JSON, but not the list that was asked for
  | 'too-large'
  | 'no-room' // larger than what is left of the memory for lists
  | 'cut' // the body ended before its length
  | 'breaker-open' // not tried: the provider is down
  | 'stopping';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** HTTP status of the provider where there was an answer, else null. */
  readonly status: number | null;
  /** Seconds from a Retry-After header, else null. */
  readonly retryAfterSeconds: number | null;

  constructor(
    fault: ProviderFault,
    options: { status?: number; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(`provider: ${fault}${options.status === undefined ? '' : ` ${options.status}`}`, {
      cause: options.cause,
    });
    this.fault = fault;
    this.status = options.status ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

const WAIT = 'if it lasts, ask who runs the provider';
const SETTINGS =
  'PROVIDER_URL and SCHOOL_CODE: `npm run doctor` says which of them, and what it has to be';
const TOKEN =
  'PROVIDER_TOKEN: compare it with the one of the provider, or ask for a new one; then restart';
const MEMORY =
  'all lists together are too large for the memory of this process: docs/operations.md#memory';
const CONTRACT = 'show the provider docs/provider.openapi.yaml: its answer is not of this form';

/** Why a call failed, for the log: fault and status (`status 401`), or the system's name of it (`unreachable ECONNREFUSED`). */
export function causeOf({ fault, status, cause }: ProviderError): string {
  const more = status ?? errorCode(cause);
  return more === null ? fault : `${fault} ${more}`;
}

/** The remedy of each fault that needs no more than its name. */
const REMEDIES: Readonly<
  Record<Exclude<ProviderFault, 'unreachable' | 'status'>, string | undefined>
> = {
  'content-type': SETTINGS,
  'refused-path': SETTINGS,
  'invalid-json': CONTRACT,
  shape: CONTRACT,
  'too-large': CONTRACT,
  'no-room': MEMORY,
  'reported-failure': CONTRACT,
  timeout: WAIT,
  cut: WAIT,
  'breaker-open': undefined,
  stopping: undefined,
};

/** Fields of the log line of a call that failed; cause `unknown` for what is no error of the provider. */
export function faultFields(error: unknown): { cause: string; remedy?: string | undefined } {
  return error instanceof ProviderError
    ? { cause: causeOf(error), remedy: remedyOf(error) }
    : { cause: 'unknown' };
}

/** What the operator can do: the setting, the command or the person to ask. */
export function remedyOf({ fault, status, cause }: ProviderError): string | undefined {
  if (fault === 'unreachable')
    return `PROVIDER_URL: ${meaningOf(errorCode(cause) ?? 'unknown').remedy}`;
  return fault === 'status' ? remedyOfStatus(status ?? 0) : REMEDIES[fault];
}

function remedyOfStatus(status: number): string {
  if (status === 401 || status === 403) return TOKEN;
  return status === 429 || status >= 500 ? WAIT : SETTINGS;
}

const SECOND = 1_000;
const MIB = 1024 * 1024;

/** What a call to the provider may cost, docs/promises.md#c7 to #c10; times in ms, sizes in bytes. */
export const PROVIDER_LIMITS = {
  connectMs: 2 * SECOND,
  /** Total deadline of a list. */
  listMs: 5 * SECOND,
  /** Total deadline of an image or a file. */
  imageMs: 20 * SECOND,
  /** Total deadline of a submission that does not bring its own. */
  formMs: 15 * SECOND,
  /** Most bytes of a list, and of the answer to a submission, after decoding. */
  maxJsonBytes: 5 * MIB,
  maxFileBytes: 25 * MIB,
  /** Connections for lists. The others have their own, so that slow pictures and made-up albums never delay a list; all four are 16 together at most. What comes on them is in memory. */
  maxListConnections: Math.max(2, memoryFor(6)),
  maxAlbumConnections: 2,
  maxFileConnections: 6,
  maxFormConnections: 2,
  /** Failures in a row after which the provider counts as down. */
  breakerFailures: 3,
  /** Wait before the first probe; it doubles with each probe that fails. */
  breakerFirstProbeMs: 5 * SECOND,
  breakerLongestProbeMs: 8 * SECOND,
};

export type ProviderLimits = typeof PROVIDER_LIMITS;

export type CallOptions = {
  withToken: boolean;
  /** More than so many bytes are not read: `no-room`. */
  roomBytes?: number;
  requestId?: string;
};

export type PostOptions = { requestId?: string; idempotencyKey?: string; timeoutMs?: number };

/** State of the breaker. */
export type ProviderState = 'up' | 'down' | 'probing';

/** The one way out to the provider: hides URL, token, deadlines, size caps, breaker and errors. */
export type Provider = {
  /** Its origin and path prefix: addresses below it are its own. */
  base: string;
  /** GET of a list. Answers the decoded JSON; @throws ProviderError. */
  getJson(path: string, options: CallOptions): Promise<unknown>;
  /** GET /api/image/{id}: the file, complete. What it is only its bytes say. @throws ProviderError */
  getFile(id: string, requestId?: string): Promise<Buffer>;
  /**
   * POST with the token, of JSON or of a form without streams. Resolves only with the provider's yes: a 2xx whose body is
   * empty (`json` is null then) or JSON that does not say failure. @throws ProviderError for all else,
   * HTML and cut bodies with 200 included.
   */
  post(
    path: string,
    body: { json: unknown } | { form: FormData },
    options: PostOptions,
  ): Promise<{ status: number; json: unknown }>;
  /** For health and log. */
  state(): ProviderState;
  /** Ends what is in progress with `stopping`. */
  close(): Promise<void>;
};
