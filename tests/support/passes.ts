import { FormError } from '../../server/forms/form-error.ts';

/** How many of as many posts get through; the others are one too many. */
export async function passes(count: number, post: (at: number) => Promise<void>): Promise<number> {
  let passed = 0;
  for (let at = 0; at < count; at += 1)
    try {
      await post(at);
      passed += 1;
    } catch (error) {
      if (!(error instanceof FormError && error.status === 429)) throw error;
    }
  return passed;
}
