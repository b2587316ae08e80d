import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { parseInWords } from '../../../../server/content/content-words.ts';
import { formatFinding } from '../../../../server/content/problem.ts';

const schema = z.strictObject({
  name: z.string().check(z.minLength(1)),
  count: z.number().check(z.gte(2), z.lte(5)),
  list: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  kind: z.optional(z.enum(['a', 'b'])),
  on: z.optional(z.boolean()),
});

const ERRORS: readonly (readonly [fields: object, error: string])[] = [
  [{ name: '' }, 'name: must not be empty; leave out what is optional, but is ""'],
  [{ name: undefined }, 'name: is missing'],
  [{ name: ['x'] }, 'name: must be text in quotation marks'],
  [{ count: 1 }, 'count: must be 2 or more, but is 1'],
  [{ list: [] }, 'list: must have 1 or more entries'],
  [{ kind: 'c' }, 'kind: must be one of "a", "b", but is "c"'],
  [
    { on: 'x'.repeat(70) },
    `on: Invalid input: expected boolean, received string, but is "${'x'.repeat(59)}`,
  ],
  [{ no: 1 }, 'must not have "no": correct the name of the field, or remove it'],
];

test('an error names its field, what is allowed and what is there', () => {
  const parse = (fields: object) =>
    parseInWords(schema, { name: 'x', count: 3, list: ['a'], ...fields }).errors.map(formatFinding);
  expect(ERRORS.map(([fields]) => parse(fields))).toEqual(ERRORS.map(([, error]) => [error]));
});
