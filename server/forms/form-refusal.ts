/** Why a form request goes no further, for the answer's JSON and the log. */
export type RefusalCode =
  | 'cross-site'
  | 'content-type'
  | 'too-large'
  | 'too-many'
  | 'busy'
  | 'too-slow'
  | 'malformed'
  | 'invalid'
  | 'storage'
  | 'refused';

type RefusalOptions = {
  /** Message by field, in the words of SPEC §5. */
  errors?: Readonly<Record<string, string>>;
  /** What the visitor had typed, to be shown again. */
  values?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** A form request that ends with an error status. */
export class FormRefusal extends Error {
  override readonly name = 'FormRefusal';
  readonly status: number;
  readonly code: RefusalCode;
  readonly errors: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: RefusalCode, options: RefusalOptions = {}) {
    super(`form refused: ${code}`, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.errors = options.errors ?? {};
    this.values = options.values ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}
