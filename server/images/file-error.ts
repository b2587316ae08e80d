import { ProviderError, type ProviderErrorKind } from '../provider/provider-error.ts';

/**
 * `status` is for the original, `pictureStatus` for a variant, whose body is the placeholder: 200 if the picture itself
 * is bad, an error if it may work later. For `rememberMs` the file is not fetched again (docs/promises.md#c10); only
 * such responses may be cached.
 */
type ErrorPolicy = { status: number; pictureStatus: number; rememberMs: number };

const ERRORS = {
  /** No cached list names it. */
  unpublished: { status: 404, pictureStatus: 404, rememberMs: 0 },
  /** A list that could name it is not loaded yet. */
  unknown: { status: 503, pictureStatus: 503, rememberMs: 0 },
  /** 404 or 410 of the provider. */
  missing: { status: 404, pictureStatus: 404, rememberMs: 60_000 },
  /** A kind that docs/promises.md#s8 does not list. */
  unsupported: { status: 415, pictureStatus: 200, rememberMs: 60_000 },
  'too-large': { status: 502, pictureStatus: 200, rememberMs: 600_000 },
  /** It cannot be decoded, or has too many pixels. */
  broken: { status: 502, pictureStatus: 200, rememberMs: 600_000 },
  provider: { status: 502, pictureStatus: 502, rememberMs: 5_000 },
  timeout: { status: 504, pictureStatus: 504, rememberMs: 5_000 },
  /** The breaker is open, or the process stops. */
  down: { status: 503, pictureStatus: 503, rememberMs: 0 },
  /** Our own queue is full. */
  busy: { status: 503, pictureStatus: 503, rememberMs: 0 },
  /** The disk is full, or cannot be read or written. */
  disk: { status: 503, pictureStatus: 503, rememberMs: 30_000 },
} as const satisfies Record<string, ErrorPolicy>;

export type FileErrorKind = keyof typeof ERRORS;

const OF_PROVIDER: Partial<Record<ProviderErrorKind, FileErrorKind>> = {
  'refused-path': 'missing',
  timeout: 'timeout',
  'too-large': 'too-large',
  'breaker-open': 'down',
  stopping: 'down',
};

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly kind: FileErrorKind;

  constructor(kind: FileErrorKind, cause?: unknown) {
    super(`file: ${kind}`, { cause });
    this.kind = kind;
  }

  get policy(): ErrorPolicy {
    return ERRORS[this.kind];
  }

  get reason(): string {
    return this.cause instanceof Error
      ? `${this.kind}: ${this.cause.message.split('\n')[0]}`
      : this.kind;
  }
}

export function toFileError(error: unknown): FileError {
  if (error instanceof FileError) return error;
  if (!(error instanceof ProviderError)) return new FileError('provider', error);
  if (error.status === 404 || error.status === 410) return new FileError('missing', error);
  return new FileError(OF_PROVIDER[error.kind] ?? 'provider', error);
}
