import type { FontName, Fonts } from '../../shared/brand.ts';

/** Where a font's file comes from: a package of npm, or content/fonts. */
export type FontSource = { package: string; wght: { min: number; max: number } } | { file: string };

type Face = { family: string; weight: string; id: string; source: FontSource };

type Family = { faces: Face[]; stack: string };

/** ASCII, and what English texts from India add to it: what a font keeps of its letters. */
export const UNICODE_RANGE =
  'U+20-7E,U+A0,U+A9,U+B7,U+D7,U+E9,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+20B9';

/** The same as text. */
export const LETTERS = UNICODE_RANGE.split(',')
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

/** Those that come with the site; the families that stand in for them are in client/styles/fonts.css. */
const FAMILIES: Readonly<Record<FontName, Family>> = {
  Fraunces: {
    faces: [
      {
        family: 'Fraunces',
        weight: '400 600',
        id: 'fraunces',
        source: {
          package: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
          wght: { min: 400, max: 600 },
        },
      },
    ],
    stack: "'Fraunces','Fraunces Desk','Fraunces Android','Fraunces Linux',serif",
  },
  'Source Sans 3': {
    faces: [
      {
        family: 'Source Sans 3',
        weight: '400 700',
        id: 'source-sans',
        source: {
          package: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
          wght: { min: 400, max: 700 },
        },
      },
    ],
    stack:
      "'Source Sans 3','Source Sans Fallback','Source Sans Android','Source Sans Linux',system-ui,'Noto Sans Devanagari',sans-serif",
  },
};

/** The families of headings and texts, with their files. */
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
    })),
    stack: `'${name}',${kind === 'serif' ? 'Georgia' : 'system-ui'},'Noto Sans Devanagari',${kind}`,
  };
}
