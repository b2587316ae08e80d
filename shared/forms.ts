export type FormName = 'getInTouch' | 'career' | 'admission' | 'certificate';

/** What a page knows of a form that was posted to it; a form that was not posted has none. */
export type FormState = {
  form: FormName;
  /** What the visitor had typed; shown again beside its errors. */
  values: Readonly<Record<string, string>>;
  /** Message by field, in the words of SPEC §5. */
  errors: Readonly<Record<string, string>>;
  /** Set after a success: the reference that the visitor may quote. */
  sentReference: string | null;
};
