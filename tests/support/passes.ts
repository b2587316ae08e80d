import { FormError } from '../../server/forms/form-error.ts';

/** How many of `count` posts get through; the others are rejected with 429. */
export async function passes(count: number, post: (at: number) => Promise<void>): Promise<number> {
  let passed = 0;
  for (let at = 0; at < count; at += 1)
    try {
      await post(at);
      passed += 1;
    } catch (error) {
      const isTooMany = error instanceof FormError && error.status === 429;
      if (!isTooMany || error.code !== 'too-many') throw error;
    }
  return passed;
}
