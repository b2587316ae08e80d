import * as z from 'zod/mini';
import { isProblemText, type Finding, type ProblemText } from './problem.ts';

const MAX_VALUE = 60;

/** A schema's own check may have values of its message. */
const valuesSchema = z.record(z.string(), z.string());

const english = z.locales.en().localeError;

/** What is allowed, for a clerk. Messages in the schema take precedence. */
function allowed(issue: z.core.$ZodRawIssue) {
  return inOurWords(issue) ?? english(issue);
}

function inOurWords(issue: z.core.$ZodRawIssue): ProblemText | null {
  const { code, origin } = issue;
  if (issue.input === undefined) return 'is missing';
  if (code === 'invalid_type' && issue.expected === 'string')
    return 'must be text in quotation marks';
  if (code === 'invalid_type' && issue.expected === 'number')
    return 'must be a number, without quotation marks and commas';
  if (code === 'too_small' && origin === 'string')
    return 'must not be empty; leave out what is optional';
  if (code === 'too_small')
    return origin === 'array' ? 'must have {least} or more entries' : 'must be {least} or more';
  if (code === 'too_big' && origin !== 'string')
    return origin === 'array' ? 'must have {most} or fewer entries' : 'must be {most} or less';
  if (code === 'invalid_value') return 'must be one of {allowed}';
  if (code === 'unrecognized_keys')
    return 'must not have {keys}: correct the name of the field, or remove it';
  return null;
}

/** The findings name field, value and what is allowed. */
export function parseInWords<Value>(
  schema: z.ZodMiniType<Value>,
  value: unknown,
): { value: Value | null; errors: Finding[] } {
  const result = schema.safeParse(value, { reportInput: true, error: allowed });
  if (result.success) return { value: result.data, errors: [] };
  return { value: null, errors: result.error.issues.map(describe) };
}

function describe(issue: z.core.$ZodIssue): Finding {
  const place = issue.path.length === 0 ? {} : { place: issue.path.map(String).join('.') };
  // Of a union's alternatives the schema names the preferred one first.
  const [preferred] = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  if (preferred !== undefined) {
    const finding = describe(preferred);
    const path = [place.place, finding.place].filter(Boolean).join('.');
    return path === '' ? finding : { ...finding, place: path };
  }
  const { message, input } = issue;
  const isOne = input !== undefined && typeof input !== 'object';
  return {
    ...place,
    ...(isProblemText(message)
      ? { text: message, values: valuesOf(issue) }
      : { text: '{error}', values: { error: message } }),
    ...(isOne ? { found: JSON.stringify(input).slice(0, MAX_VALUE) } : {}),
  };
}

function valuesOf(issue: z.core.$ZodIssue): Record<string, string> {
  if (issue.code === 'custom') return valuesSchema.safeParse(issue.params).data ?? {};
  const quoted = (values: readonly unknown[]) => values.map((each) => JSON.stringify(each));
  if (issue.code === 'invalid_value') return { allowed: quoted(issue.values).join(', ') };
  if (issue.code === 'unrecognized_keys') return { keys: quoted(issue.keys).join(', ') };
  if (issue.code === 'too_small') return { least: String(issue.minimum) };
  return issue.code === 'too_big' ? { most: String(issue.maximum) } : {};
}
