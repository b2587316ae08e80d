import * as z from 'zod/mini';

/** @param mustBe the error message, and the hint of editors. */
export function textThat(mustBe: string, test: RegExp | ((text: string) => boolean)) {
  const check = test instanceof RegExp ? z.regex(test, mustBe) : z.refine<string>(test, mustBe);
  return z.string().check(check, z.describe(mustBe));
}
