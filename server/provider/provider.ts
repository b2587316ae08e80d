import type FormData from 'form-data';

/** Why a call to the provider failed, as the log and the breaker see it. */
export type ProviderFault =
  | 'refused-path' // the address would leave the provider's origin or prefix; nothing was sent
  | 'unreachable' // connection refused, reset, DNS, TLS
  | 'timeout'
  | 'status' // an answer that is not 2xx, or a 2xx whose JSON names such a status
  | 'said-failure' // a 2xx whose JSON says that it did not work
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
  /** Ends what is under way with `stopping`. */
  close(): Promise<void>;
};
