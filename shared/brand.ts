import * as z from 'zod/mini';

/** @param mustBe the error message, and the hint of editors. */
export function textThat(mustBe: string, test: RegExp | ((text: string) => boolean)) {
  const check = test instanceof RegExp ? z.regex(test, mustBe) : z.refine<string>(test, mustBe);
  return z.string().check(check, z.describe(mustBe));
}

const colour = textThat(
  'must be a colour such as #2b2a6c: # and six of the signs 0 to 9 and a to f',
  /^#[0-9a-fA-F]{6}$/,
);

/** All other tones of the site come from these, in both schemes: client/styles/palette.ts. */
export const coloursSchema = z.strictObject({
  /** Grounds of headers and footer, and links. */
  brand: colour,
  /** Ground of the pages, and text on the brand colour. */
  ground: colour,
  /** Buttons, lines and marks of each campus. */
  accents: z.strictObject({ FARRUKHABAD: colour, NEKPUR: colour }),
});

export type Colours = z.infer<typeof coloursSchema>;
