import * as z from 'zod/mini';
import { line, sample } from './content-fields.ts';

const items = z.array(z.strictObject({ what: line, why: line })).check(z.minLength(1));

/** The notice of the DPDP Act, section 5, beside each form. */
export const formNoticesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  sample,
  forms: z.strictObject({ getInTouch: items, career: items, admission: items, certificate: items }),
  /** "Who gets it", "How long it is kept": the same for all forms. */
  common: z.array(z.strictObject({ label: line, text: line })).check(z.minLength(1)),
  /** Forms about a child show it. */
  children: line,
});
