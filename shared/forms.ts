import type * as z from 'zod/mini';
import {
  admissionSchema,
  careerSchema,
  certificateSchema,
  FIELD_TOO_LONG,
  getInTouchSchema,
} from './forms/schemas.ts';
import type { Message } from './forms/text.ts';

export type FormName = 'getInTouch' | 'career' | 'admission' | 'certificate';

/** The forms that are stored until the provider has them; a certificate look-up never is. */
export type StoredFormName = Exclude<FormName, 'certificate'>;

/** Sentences for the visitor, and an address in them. */
export type FormNotice = { messages: readonly Message[]; link: string | null };

/** What a page knows of a form that was posted to it; a form that was not posted has none. */
export type FormState = {
  form: FormName;
  /** `failed`: rejected or not stored (R-181: the page shows nothing). `sent`: stored, or a certificate was found. */
  outcome: 'invalid' | 'failed' | 'sent';
  /** What the visitor had typed; shown again beside its errors. */
  values?: Readonly<Record<string, string>>;
  errors?: FormErrors;
  /** What the visitor can do about a failure that is not theirs. */
  notice?: FormNotice | null;
  /** The reference that the visitor may quote after a success. */
  sentReference?: string;
  /** The signed link to the picture of a certificate that was found. */
  certificateLink?: string;
};

/** A field that people do not see and robots fill in; what has it is rejected. */
export const HONEYPOT_FIELD = 'website';

/** Password managers fill it in too. The form comes back with the field empty, so that its sender can send it. */
export const TRAPPED =
  'A program, such as a password manager, has filled in a hidden field. Please send the form again.';

/** The provider's `formType` by form. */
export const FORM_TYPES = {
  getInTouch: 'Get In Touch',
  career: 'Career',
  admission: 'Admission',
} as const satisfies Record<StoredFormName, string>;

const SCHEMAS = {
  getInTouch: getInTouchSchema,
  career: careerSchema,
  admission: admissionSchema,
  certificate: certificateSchema,
};

/** Names of a form's text fields in the order of the page: the provider's keys without `school`. */
export function formFieldNames(form: FormName): readonly string[] {
  return Object.keys(SCHEMAS[form].shape);
}

export type FormErrors = Readonly<Record<string, Message>>;

type FormCheck =
  | { isValid: true; values: Readonly<Record<string, string>> }
  | { isValid: false; errors: FormErrors };

/**
 * Checks and cleans a form's texts. A missing field is empty, and an empty one is left out of the values; the first
 * error of a field counts.
 */
export function checkForm(
  form: FormName,
  values: Readonly<Record<string, string | undefined>>,
): FormCheck {
  const fields = Object.fromEntries(formFieldNames(form).map((name) => [name, values[name] ?? '']));
  const parsed = SCHEMAS[form].safeParse(fields);
  if (parsed.success) {
    const filled = Object.entries(parsed.data).filter(([, value]) => value !== '');
    return { isValid: true, values: Object.fromEntries(filled) };
  }
  const errors: Record<string, Message> = {};
  for (const issue of parsed.error.issues) {
    const [name] = issue.path;
    if (typeof name === 'string') errors[name] ??= toMessage(issue);
  }
  return { isValid: false, errors };
}

/** The error of a text that is longer than its field may be, to be shown while it is typed; else null. */
export function lengthError(form: FormName, name: string, text: string): Message | null {
  const issues = schemaOf(form, name)?.safeParse(text).error?.issues ?? [];
  const issue = issues.find(({ code }) => code === 'too_big');
  return issue === undefined ? null : toMessage(issue);
}

/** Whether a form must have a field; a file always. */
export function isRequired(form: FormName, name: string): boolean {
  return schemaOf(form, name)?.safeParse('').success !== true;
}

function schemaOf(form: FormName, name: string) {
  return Object.entries(SCHEMAS[form].shape).find(([known]) => known === name)?.[1];
}

function toMessage({ message, ...issue }: z.core.$ZodIssue): Message {
  return message === FIELD_TOO_LONG && issue.code === 'too_big'
    ? { text: message, values: { count: Number(issue.maximum).toLocaleString('en') } }
    : message;
}
