import * as z from 'zod/mini';

const MAX_VALUE = 60;

const english = z.locales.en().localeError;

/** What is allowed, for a clerk. Messages in the schema take precedence. */
function allowed(issue: z.core.$ZodRawIssue) {
  if (issue.input === undefined) return 'is missing';
  if (issue.code === 'invalid_type' && issue.expected === 'string')
    return 'must be text in quotation marks';
  if (issue.code === 'invalid_type' && issue.expected === 'number')
    return 'must be a number, without quotation marks and commas';
  if (issue.code === 'too_small' && issue.origin === 'string')
    return 'must not be empty; leave out what is optional';
  return english(issue);
}

/** The errors name field, value and what is allowed. */
export function parseInWords<Value>(
  schema: z.ZodMiniType<Value>,
  value: unknown,
): { value: Value | null; errors: string[] } {
  const result = schema.safeParse(value, { reportInput: true, error: allowed });
  if (result.success) return { value: result.data, errors: [] };
  return { value: null, errors: result.error.issues.map(describe) };
}

function describe(issue: z.core.$ZodIssue): string {
  const { path, message, input } = issue;
  const alternatives =
    issue.code === 'invalid_union'
      ? issue.errors.map((issues) => issues.map(describe).join(' and '))
      : [typeof input === 'object' ? message : message + formatValue(input)];
  const words = [...new Set(alternatives)].join(', or ');
  return path.length === 0 ? words : `${path.map(String).join('.')}: ${words}`;
}

/** Such as `, but is "bell.gif"`. */
function formatValue(input: unknown): string {
  return input === undefined ? '' : `, but is ${JSON.stringify(input).slice(0, MAX_VALUE)}`;
}
