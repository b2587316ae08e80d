import type { FormErrors, FormNotice } from '../../shared/forms.ts';

/** Why a form request goes no further, as the answer's JSON has it. */
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

type Details = Partial<
  Pick<
    FormError,
    'errors' | 'logCause' | 'notice' | 'retryAfterSeconds' | 'isBodyAbandoned' | 'cause'
  >
>;

/** A form request that ends with an error status. */
export class FormError extends Error {
  override readonly name = 'FormError';
  readonly status: number;
  readonly code: FormErrorCode;
  readonly errors: FormErrors = {};
  /** What the log names as the cause, where that says more than the code. */
  readonly logCause: string;
  /** What the visitor can do about it, where that is not another value in a field. */
  readonly notice: FormNotice | null = null;
  readonly retryAfterSeconds: number | null = null;
  /** The rest of the body is not worth reading before the answer. */
  readonly isBodyAbandoned: boolean = false;

  constructor(status: number, code: FormErrorCode, details: Details = {}) {
    super(`form rejected: ${code}`);
    this.status = status;
    this.code = code;
    this.logCause = code;
    Object.assign(this, details);
  }
}
