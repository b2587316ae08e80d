import type { FormNotice } from '../../shared/forms.ts';

/** Why a form request goes no further, as the answer's JSON has it. */
export type FormErrorCode =
  | 'cross-site'
  | 'content-type'
  | 'too-large'
  | 'too-many'
  | 'busy'
  | 'too-slow'
  | 'malformed'
  | 'invalid'
  | 'storage'
  | 'rejected';

type FormErrorOptions = {
  /** Message by field. */
  errors?: Readonly<Record<string, string>>;
  /** What the log names as the cause, where that says more than the code. */
  logCause?: string;
  /** What the visitor can do about it, where that is not another value in a field. */
  notice?: FormNotice;
  retryAfterSeconds?: number;
  /** The rest of the body is not worth reading before the answer. */
  isBodyAbandoned?: boolean;
  cause?: unknown;
};

/** A form request that ends with an error status. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly status: number;
  readonly code: FormErrorCode;
  readonly errors: Readonly<Record<string, string>>;
  readonly logCause: string;
  readonly notice: FormNotice | null;
  readonly retryAfterSeconds: number | null;
  readonly isBodyAbandoned: boolean;

  constructor(status: number, code: FormErrorCode, options: FormErrorOptions = {}) {
    super(`form rejected: ${code}`, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.errors = options.errors ?? {};
    this.logCause = options.logCause ?? code;
    this.notice = options.notice ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.isBodyAbandoned = options.isBodyAbandoned ?? false;
  }
}
