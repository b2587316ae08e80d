import * as z from 'zod/mini';
import { CAMPUSES, type Campus } from './campuses.ts';
import { day, line, sample } from './content-fields.ts';
import type { Day } from './dates.ts';

const vacancy = z
  .strictObject({
    sample,
    post: line,
    subject: line,
    campus: z.enum(CAMPUSES),
    /** What it asks and offers, in a sentence or two. */
    text: line,
    published: day,
    lastDay: day,
  })
  .check(
    z.refine((each) => each.published <= each.lastDay, '"lastDay" must not be before "published"'),
  );

export const vacanciesSchema = z.strictObject({
  $schema: z.optional(z.string()),
  vacancies: z.array(vacancy),
});

type Vacancies = z.infer<typeof vacanciesSchema>;
type Vacancy = z.infer<typeof vacancy>;

/** Vacancies that are still open; the number of each, from 1, is its place in the file. */
export function openVacancies(
  all: Vacancies | null,
  campus: Campus,
  today: Day,
): (Vacancy & { number: string })[] {
  return (all?.vacancies ?? [])
    .map((each, index) => ({ ...each, number: String(index + 1) }))
    .filter((each) => each.campus === campus && each.published <= today && today <= each.lastDay);
}
