import * as z from 'zod/mini';
import { day, line, pdf, sample } from './content-fields.ts';

const table = z
  .strictObject({
    sample,
    /** "2026-27". */
    session: line,
    /** The first day of the session. */
    from: day,
    published: day,
    /** The same as a PDF. */
    file: z.optional(pdf),
    heads: z.array(z.strictObject({ head: line, when: line })).check(z.minLength(1)),
    /** Rupees in the order of the heads; `null` where a head does not apply. */
    classes: z
      .array(
        z.strictObject({ classes: line, rupees: z.array(z.nullable(z.int().check(z.gte(0)))) }),
      )
      .check(z.minLength(1)),
    notes: z.array(line),
  })
  .check(
    z.refine(
      ({ heads, classes }) => classes.every(({ rupees }) => rupees.length === heads.length),
      'each class must have as many "rupees" as there are "heads"; a number has no commas',
    ),
  );

export const feesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  FARRUKHABAD: z.array(table),
  NEKPUR: z.array(table),
});

export type FeeTable = z.infer<typeof table>;

/** The newest session first, wherever it stands in the file. */
export function newestFees(tables: readonly FeeTable[] = []): FeeTable[] {
  return tables.toSorted((one, other) => other.from.localeCompare(one.from));
}
