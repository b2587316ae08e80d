import type { FormName } from './forms.ts';

/** The notice of the DPDP Act, section 5, beside each form. */
export type FormNotices = {
  forms: Record<FormName, { what: string; why: string }[]>;
  /** "Who gets it", "How long it is kept": the same for all forms. */
  common: { label: string; text: string }[];
  /** Forms about a child show it. */
  children: string;
};
