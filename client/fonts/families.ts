import type { FontName, Fonts } from '../../shared/brand.ts';

export type FontSource = { package: string; wght: { min: number; max: number } } | { file: string };

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

type Family = { faces: Face[]; stack: string };

/** ASCII and what Indian English adds. */
const LATIN =
  'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20B9';

/** Its letters are alone in their words, so that no text waits for it, and almost nothing moves when it loads. */
export const DEVANAGARI: Face = {
  ...packaged('Noto Sans Devanagari', 'noto-sans-devanagari', 'devanagari', { min: 400, max: 700 }),
  id: 'devanagari',
  // The joiners and the dotted circle of a missing letter belong to it.
  range:
    'U+901-903,U+905-90D,U+90F-911,U+913-928,U+92A-932,U+935-939,U+93C-945,U+947-949,U+94B-94D,U+950,U+958-95F,U+964-970,U+200C-200D,U+25CC',
};

/** Android, Windows, Apple. A local font has one weight. */
export const DEVANAGARI_FACES: readonly Face[] = [
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

/** Their fallbacks are in client/styles/fonts.css. */
const FAMILIES: Readonly<Record<FontName, Family>> = {
  Fraunces: {
    faces: [packaged('Fraunces', 'fraunces', 'latin', { min: 400, max: 600 })],
    stack:
      "'Fraunces','Fraunces Desk','Fraunces Android','Fraunces Linux','Noto Sans Devanagari',serif",
  },
  'Source Sans 3': {
    faces: [
      {
        ...packaged('Source Sans 3', 'source-sans-3', 'latin', { min: 400, max: 700 }),
        id: 'source-sans',
      },
    ],
    stack:
      "'Source Sans 3','Source Sans Fallback','Source Sans Android','Source Sans Linux','Noto Sans Devanagari',system-ui,sans-serif",
  },
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

export function familiesOf({ headings, text }: Fonts): Record<keyof Fonts, Family> {
  return { headings: familyOf(headings), text: familyOf(text) };
}

function familyOf(font: Fonts[keyof Fonts]): Family {
  if (typeof font === 'string') return FAMILIES[font];
  const { name, kind, files } = font;
  return {
    faces: files.map(({ file, weight }) => ({
      family: name,
      weight,
      id: file.replace('.woff2', ''),
      source: { file },
      range: LATIN,
    })),
    stack: `'${name}','Noto Sans Devanagari',${kind === 'serif' ? 'Georgia' : 'system-ui'},${kind}`,
  };
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
