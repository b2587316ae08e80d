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

/** Families that come with the site: client/fonts/families.ts. */
const FONT_NAMES = ['Fraunces', 'Source Sans 3'] as const;

/** File names of content/fonts. */
export const FONT_FILE = /^[a-z0-9-]+\.woff2$/;

const ownFont = z.strictObject({
  name: textThat(
    'must be the name of a font: letters, digits, spaces and hyphens',
    /^[A-Za-z][A-Za-z0-9 -]*$/,
  ),
  /** The fallback until it is loaded. */
  kind: z.enum(['serif', 'sans-serif']),
  files: z
    .array(
      z.strictObject({
        file: textThat(
          'must be the name of a font in content/fonts: small letters, digits and hyphens, then .woff2',
          FONT_FILE,
        ),
        weight: textThat(
          'must be the weight of the font, such as "400", or "400 700" where one file has all between',
          /^[1-9]00( [1-9]00)?$/,
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(4)),
});

const font = z.union([z.enum(FONT_NAMES), ownFont]);

export const fontsSchema = z.strictObject({ headings: font, text: font });

export type Colours = z.infer<typeof coloursSchema>;
export type FontName = (typeof FONT_NAMES)[number];
export type Fonts = z.infer<typeof fontsSchema>;
