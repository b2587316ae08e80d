import * as z from 'zod/mini';
import { day, pdf, sample } from './content-fields.ts';

export const documentDatesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  documents: z.array(
    z.strictObject({
      sample,
      file: pdf,
      published: day,
      /** A rule asks for a new one each year. */
      yearly: z.optional(z.literal(true)),
    }),
  ),
});
