import { expect, test } from 'vitest';
import { newIdempotencyKey } from '../../../../../client/scripts/offline/store-form.ts';

test('every idempotency key is a UUID of its own', () => {
  const keys = Array.from({ length: 100 }, newIdempotencyKey);
  expect(keys.filter((key) => !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(100);
});
