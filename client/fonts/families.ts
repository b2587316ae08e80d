export type FontSource = { package: string; wght: { min: number; max: number } };

/** `range` is the CSS `unicode-range`; glyphs outside it are removed. */
type Face = {
  family: string;
  weight: string;
  id: string;
  source: FontSource;
  range: string;
  /** Fonts of devices with these letters: where there is one, nothing is fetched. */
  local?: readonly string[];
};

/** ASCII and what Indian English adds. */
const LATIN =
  'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20B9';

/** Its letters are alone in their words, so that no text waits for it, and almost nothing moves when it loads. */
export const DEVANAGARI: Face = {
  ...packaged('Noto Sans Devanagari', 'noto-sans-devanagari', 'devanagari', { min: 400, max: 700 }),
  id: 'devanagari',
  // With the joiners, and the dotted circle of a missing letter.
  range:
    'U+901-903,U+905-90D,U+90F-911,U+913-928,U+92A-932,U+935-939,U+93C-945,U+947-949,U+94B-94D,U+950,U+958-95F,U+964-970,U+200C-200D,U+25CC',
};

export const FACES: readonly Face[] = [
  packaged('Fraunces', 'fraunces', 'latin', { min: 400, max: 600 }),
  {
    ...packaged('Source Sans 3', 'source-sans-3', 'latin', { min: 400, max: 700 }),
    id: 'source-sans',
  },
  // Android, Windows, Apple. A local font has one weight.
  {
    ...DEVANAGARI,
    weight: '400 549',
    local: [
      'Noto Sans Devanagari',
      'NotoSansDevanagari-Regular',
      'Nirmala UI',
      'Kohinoor Devanagari',
    ],
  },
  {
    ...DEVANAGARI,
    weight: '550 700',
    local: [
      'Noto Sans Devanagari Bold',
      'NotoSansDevanagari-Bold',
      'Nirmala UI Bold',
      'Kohinoor Devanagari Semibold',
    ],
  },
];

/**
 * By custom property; the fallbacks are in client/styles/fonts.css. The boxes come first: Chromium draws the boxes of
 * missing letters with the first font whose range has them.
 */
export const FAMILIES = {
  'font-headings':
    "'Devanagari Boxes','Fraunces','Fraunces Desk','Fraunces Android','Fraunces Linux','Noto Sans Devanagari',serif",
  'font-text':
    "'Devanagari Boxes','Source Sans 3','Source Sans Fallback','Source Sans Android','Source Sans Linux','Noto Sans Devanagari',system-ui,sans-serif",
};

function packaged(
  family: string,
  id: string,
  subset: string,
  wght: { min: number; max: number },
): Face {
  const file = `@fontsource-variable/${id}/files/${id}-${subset}-wght-normal.woff2`;
  const weight = `${wght.min} ${wght.max}`;
  return { family, id, weight, source: { package: file, wght }, range: LATIN };
}

export function lettersOf(unicodeRange: string): string {
  return unicodeRange
    .split(',')
    .map((range) => {
      const [first = 0, last = first] = range
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return String.fromCodePoint(
        ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
    })
    .join('');
}
