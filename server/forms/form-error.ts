import type { FormErrors, FormNotice } from '../../shared/forms.ts';

/** As in the response's JSON. */
type FormErrorCode =
  | 'cross-site'
  | 'content-type'
  | 'too-large'
  | 'too-many'
  | 'busy'
  | 'too-slow'
  | 'malformed'
  | 'invalid'
  | 'storage'
  | 'not-found'
  | 'rejected';

export class FormError extends Error {
  override readonly name = 'FormError';
  readonly status: number;
  readonly code: FormErrorCode;
  readonly errors: FormErrors = {};
  /** For the log; by default the code. */
  readonly logCause: string;
  /** What the visitor can do, unless it is about a field. */
  readonly notice: FormNotice | null = null;
  readonly retryAfterSeconds: number | null = null;
  /** The rest of the body is not drained before the response. */
  readonly isBodyAbandoned: boolean = false;

  constructor(status: number, code: FormErrorCode, details: Partial<FormError> = {}) {
    super(`form rejected: ${code}`);
    this.status = status;
    this.code = code;
    this.logCause = code;
    Object.assign(this, details);
  }
}
