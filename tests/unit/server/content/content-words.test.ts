import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { parseInWords } from '../../../../server/content/content-words.ts';

const schema = z.strictObject({
  name: z.string().check(z.minLength(1)),
  count: z.number().check(z.gte(2), z.lte(5)),
  list: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  kind: z.optional(z.enum(['a', 'b'])),
  on: z.optional(z.boolean()),
});

test.each([
  [{ name: '' }, 'name: must not be empty; leave out what is optional, but is ""'],
  [{ name: undefined }, 'name: must be text in quotation marks, but is missing'],
  [{ name: ['x'] }, 'name: must be text in quotation marks, but is a list'],
  [{ count: 1 }, 'count: must be 2 or more, but is 1'],
  [{ count: 6 }, 'count: must be 5 or fewer, but is 6'],
  [{ list: [] }, 'list: must have 1 entries or more, but has 0'],
  [{ list: ['a', 'b', 'c'] }, 'list: must have 2 entries or fewer, but has 3'],
  [{ list: {} }, 'list: must be a list: [ … ], but is an object'],
  [{ kind: 'c' }, 'kind: must be "a" or "b", but is "c"'],
  [{ on: 'x'.repeat(70) }, `on: must be true or false, but is "${'x'.repeat(59)}…`],
  [{ no: 1 }, 'there is no field "no" here; fields are name, count, list, kind, on'],
])('%j is an error with its field, what is allowed and what is there', (fields, error) => {
  const { value, errors } = parseInWords(schema, { name: 'x', count: 3, list: ['a'], ...fields });
  expect([value, errors]).toEqual([null, [error]]);
});
