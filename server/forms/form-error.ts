import type { FormErrors, FormNotice } from '../../shared/forms.ts';

/** The response's JSON has it as `error`. */
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
  /** The log has it as `cause`; it is the code by default. */
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
