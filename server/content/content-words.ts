import * as z from 'zod/mini';

const MAX_VALUE = 60;

const NAMES: Readonly<Record<string, string>> = {
  string: 'text in quotation marks',
  array: 'a list: [ … ]',
  object: 'an object: { … }',
  number: 'a number',
  boolean: 'true or false',
};

type RawIssue = z.core.$ZodRawIssue;

/** What is allowed, for a clerk. Messages in the schema take precedence. */
function allowed(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    case 'too_small':
      if (issue.origin === 'string') return 'must not be empty; leave out what is optional';
      return `must ${amount(issue, issue.minimum)} or more`;
    case 'too_big':
      return `must ${amount(issue, issue.maximum)} or fewer`;
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.map((key) => `"${key}"`).join(', ')} here; fields are ${fieldsOf(issue).join(', ')}`;
    default:
      return undefined;
  }
}

function amount({ origin }: { origin: string }, limit: number | bigint): string {
  return origin === 'array' ? `have ${limit} entries` : `be ${limit}`;
}

function fieldsOf({ inst }: RawIssue): string[] {
  return inst instanceof z.ZodMiniObject ? Object.keys(inst.shape) : [];
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
  const field = issue.path.map(String).join('.');
  const words =
    issue.code === 'invalid_union' ? alternatives(issue.errors) : issue.message + valueOf(issue);
  return field === '' ? words : `${field}: ${words}`;
}

function alternatives(shapes: readonly (readonly z.core.$ZodIssue[])[]): string {
  const described = shapes.map((issues) => issues.map(describe).join(' and '));
  return [...new Set(described)].join(', or ');
}

/** Such as `, but is "bell.gif"`. */
function valueOf({ code, input }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys') return '';
  if (input === undefined) return ', but is missing';
  if (Array.isArray(input))
    return code === 'too_small' || code === 'too_big'
      ? `, but has ${input.length}`
      : ', but is a list';
  if (typeof input === 'object' && input !== null)
    return code === 'custom' ? '' : ', but is an object';
  const text = JSON.stringify(input);
  return `, but is ${text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text}`;
}
