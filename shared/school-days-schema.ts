import * as z from 'zod/mini';
import { schoolCalendarSchema } from './school-calendar.ts';
import { schoolDaysProblems } from './school-days-problems.ts';

const calendar = schoolCalendarSchema.check(({ value, issues }) => {
  if (issues.length > 0) return;
  for (const { list, line, text, values } of schoolDaysProblems(value)) {
    const path = line === null ? [list] : [list, line];
    issues.push({ code: 'custom', path, message: text, params: values, input: {} });
  }
});

export const schoolDaysSchema = z.strictObject({
  $schema: z.optional(z.string()),
  FARRUKHABAD: calendar,
  NEKPUR: calendar,
});
