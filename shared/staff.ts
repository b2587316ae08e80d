import * as z from 'zod/mini';
import { CAMPUSES } from './campuses.ts';
import { line } from './content-fields.ts';

/** A line of content/staff.csv. */
export const staffSchema = z.strictObject({
  /** Any letter case will do. */
  campus: z.pipe(z.string().check(z.toUpperCase()), z.enum(CAMPUSES)),
  person: line,
  designation: line,
  /** Several with "; " between them; empty for other staff. */
  subjects: z.string(),
  qualification: line,
});

export type Teacher = Omit<z.infer<typeof staffSchema>, 'subjects'> & { subjects: string[] };

export const STAFF_COLUMNS = Object.keys(staffSchema.shape);

export function parseSubjects(text: string): string[] {
  return text.split(/[;,]/).flatMap((subject) => subject.trim() || []);
}
