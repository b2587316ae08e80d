import { explainError } from '../connection-errors.ts';
import { errorCode } from '../system-errors.ts';

export type ProviderErrorKind =
  | 'refused-path' // the address would leave the provider's origin or prefix
  | 'unreachable' // connection refused, reset, DNS, TLS
  | 'timeout'
  | 'status' // not 2xx, or a 2xx whose JSON names such a status
  | 'reported-failure' // a 2xx whose JSON reports a failure
  | 'content-type'
  | 'invalid-json'
  | 'shape' // JSON, but not the requested list
  | 'too-large'
  | 'no-capacity' // more than the free memory for lists
  | 'cut' // the body ended before its length
  | 'breaker-open' // no attempt: the provider is down
  | 'stopping';

type ErrorOptions = {
  status?: number;
  retryAfterSeconds?: number | null;
  mayBeEmpty?: boolean;
  cause?: unknown;
};

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: ProviderErrorKind;
  /** HTTP status of the provider; null without a response. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Platforms also say so that there are no rows. */
  readonly mayBeEmpty: boolean;

  constructor(kind: ProviderErrorKind, options: ErrorOptions = {}) {
    super(`provider: ${kind}${options.status === undefined ? '' : ` ${options.status}`}`, {
      cause: options.cause,
    });
    this.kind = kind;
    this.status = options.status ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.mayBeEmpty = options.mayBeEmpty ?? this.status === 404;
  }
}

const WAIT = 'if it lasts, ask who runs the provider';
const SETTINGS =
  'PROVIDER_URL and SCHOOL_CODE: compare both with the provider, letter case included. PROVIDER_URL has http or https, the host and any path prefix, but not /api; it is no web page. If only calls with the token fail, check PROVIDER_TOKEN; if only one call fails, show the provider docs/provider.openapi.yaml';
const TOKEN =
  'PROVIDER_TOKEN: compare it with the one of the provider, or ask for one with the rights for docs/provider.openapi.yaml; then restart';
const CONTRACT = 'show the provider docs/provider.openapi.yaml: its response is not of this form';

/** Cause for the log: `status 401`, `unreachable ECONNREFUSED`. */
export function formatCause(error: Pick<ProviderError, 'kind' | 'status' | 'cause'>): string {
  const { kind, status, cause } = error;
  const more = status ?? errorCode(cause);
  return more === null ? kind : `${kind} ${more}`;
}

const REMEDIES: Readonly<Partial<Record<ProviderErrorKind, string>>> = {
  'content-type': SETTINGS,
  'refused-path': SETTINGS,
  'invalid-json': CONTRACT,
  shape: CONTRACT,
  'too-large': CONTRACT,
  'no-capacity':
    'all lists together are too large for the memory of this process: docs/operations.md#memory',
  'reported-failure': CONTRACT,
  timeout: WAIT,
  cut: WAIT,
};

/** Fields of the log line of a failed call; cause `unknown` for other errors. */
export function errorFields(error: unknown): { cause: string; remedy?: string | undefined } {
  return error instanceof ProviderError
    ? { cause: formatCause(error), remedy: findRemedy(error) }
    : { cause: 'unknown' };
}

export function findRemedy({ kind, status, cause }: ProviderError): string | undefined {
  if (kind === 'unreachable')
    return `PROVIDER_URL: ${explainError(errorCode(cause) ?? 'unknown').remedy}`;
  if (kind !== 'status') return REMEDIES[kind];
  if (status === 401 || status === 403) return TOKEN;
  return status === 429 || (status ?? 0) >= 500 ? WAIT : SETTINGS;
}
