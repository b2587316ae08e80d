import { paletteOf, type AccentTones, type Tones } from './palette.ts';
import { DEVANAGARI_FACES, familiesOf, lettersOf, type FontSource } from '../fonts/families.ts';
import type { Colours, Fonts } from '../../shared/brand.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';

export type BrandStyles = {
  /** What stands before all other styles; `url(asset:id)` is in the place of the address of a font. */
  css: string;
  /** The same without font files, for visitors who save data. */
  saveDataCss: string;
  fonts: Record<string, FontSource & { letters: string }>;
};

/** It comes first: Chromium draws the boxes of missing letters with the first font whose range has them. */
const BOXES = "'Devanagari Boxes'";

export function brandStyles({ colours, fonts }: { colours: Colours; fonts: Fonts }): BrandStyles {
  const { headings, text } = familiesOf(fonts);
  // Both may be the same family: its faces are declared once.
  const chosen = Object.fromEntries(
    [...headings.faces, ...text.faces].map((face) => [`${face.family} ${face.id}`, face]),
  );
  const faces = [...Object.values(chosen), ...DEVANAGARI_FACES];
  const fontFaces = faces.map(
    // The fallbacks of fonts.css have the same metrics: hardly anything moves when a font replaces them.
    ({ family, weight, id, range, local = [] }) =>
      `@font-face{font-family:'${family}';font-weight:${weight};font-display:swap;src:${local.map((name) => `local('${name}'),`).join('')}url(asset:${id}) format('woff2');unicode-range:${range}}`,
  );
  const families = `:root{--font-headings:${BOXES},${headings.stack};--font-text:${BOXES},${text.stack}}`;
  const saveDataCss = `${[families, ...colourRules(colours)].join('\n')}\n`;
  return {
    css: `${fontFaces.join('\n')}\n${saveDataCss}`,
    saveDataCss,
    fonts: Object.fromEntries(
      faces.map(({ id, source, range }) => [id, { ...source, letters: lettersOf(range) }]),
    ),
  };
}

function colourRules(colours: Colours): string[] {
  const { light, dark } = paletteOf(colours);
  const darkRules = [
    rule(':root', changed(light.tones, dark.tones)),
    ...CAMPUSES.map((campus) =>
      rule(selector(campus), changed(light.accents[campus], dark.accents[campus])),
    ),
  ];
  return [
    rule(':root', light.tones),
    ...CAMPUSES.map((campus) => rule(selector(campus), light.accents[campus])),
    `@media (prefers-color-scheme: dark){${darkRules.join('')}}`,
  ];
}

/** A campus's colours apply to its pages and to its parts on other pages. */
function selector(campus: Campus): string {
  return campus === CAMPUSES[0] ? `:root,[data-campus='${campus}']` : `[data-campus='${campus}']`;
}

function rule(selectors: string, tones: Partial<Tones | AccentTones>): string {
  const lines = Object.entries(tones).map(([name, value]) => `--${name}:${value}`);
  return `${selectors}{${lines.join(';')}}`;
}

function changed<Some extends Record<string, string>>(from: Some, to: Some): Partial<Some> {
  const entries = Object.entries(to).filter(([name, value]) => from[name] !== value);
  return Object.fromEntries(entries) as Partial<Some>;
}
