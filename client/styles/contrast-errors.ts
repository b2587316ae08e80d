import { contrast, layOver, onWhite } from './oklch.ts';
import { paletteOf, SCHEMES, type AccentTones, type Tones } from './palette.ts';
import type { Colours } from '../../shared/brand.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';

type Tone = keyof Tones | keyof AccentTones;

const NAMES: Readonly<Record<Campus, string>> = { FARRUKHABAD: 'Farrukhabad', NEKPUR: 'Nekpur' };

/** `share`: opacity of the text. */
type Pair = { text: Tone; on: Tone; what: string; least: number; share?: number };

/** WCAG 2.2 AA: 1.4.3 (text), 1.4.11 (rings, field borders, icons). */
const LEAST_TEXT = 4.5;
const LEAST_SHAPE = 3;

const PAGE_GROUNDS = {
  paper: 'pages',
  surface: 'cards',
  'surface-sunk': 'darker sections',
  'accent-soft': 'tints of the accent',
} as const;

const BRAND_GROUNDS = {
  brand: 'the brand colour',
  'brand-deep': 'the deep brand colour',
  ring: 'rings in the brand colour',
  'ring-deep': 'rings in the deep brand colour',
} as const;

const BUTTONS = { accent: 'buttons', 'accent-strong': 'buttons below the pointer' } as const;
const FORMS = { paper: 'pages', surface: 'forms' } as const;

/**
 * Every two colours of which the styles put one on the other, with the contrast that they need. A rule with two
 * more has its line here: tests/slow/browser/brand.test.ts finds what pages show and this table lacks.
 */
export const PAIRS: readonly Pair[] = [
  ...pairs({ ink: 'text', 'ink-soft': 'quiet text', link: 'links' }, PAGE_GROUNDS),
  ...pairs({ 'on-brand': 'text', 'on-brand-soft': 'quiet text' }, BRAND_GROUNDS),
  ...pairs({ 'on-accent': 'text' }, BUTTONS),
  ...pairs({ 'on-link': 'text' }, { link: 'quiet buttons below the pointer' }),
  ...pairs({ bad: 'errors' }, { ...FORMS, 'bad-soft': 'their own tint' }),
  ...pairs({ good: 'thanks' }, { ...FORMS, 'good-soft': 'their own tint' }),
  ...pairs({ 'on-brand': 'captions' }, { caption: 'bright photos' }),
  // The place of a campus, in the chooser.
  { text: 'ink', on: 'surface', what: 'quiet text on cards', least: LEAST_TEXT, share: 0.75 },
  ...pairs({ focus: 'the ring of the focus' }, PAGE_GROUNDS, LEAST_SHAPE),
  ...pairs({ mark: 'icons and the ring of the focus' }, BRAND_GROUNDS, LEAST_SHAPE),
  ...pairs({ 'line-strong': 'borders of fields' }, FORMS, LEAST_SHAPE),
];

function pairs(
  texts: Partial<Record<Tone, string>>,
  grounds: Partial<Record<Tone, string>>,
  least = LEAST_TEXT,
): Pair[] {
  return tonesIn(texts).flatMap(([text, words]) =>
    tonesIn(grounds).map(([on, where]) => ({ text, on, what: `${words} on ${where}`, least })),
  );
}

function tonesIn(words: Partial<Record<Tone, string>>): [Tone, string][] {
  return Object.entries(words) as [Tone, string][];
}

/**
 * Colours that people with weak sight cannot tell from their ground, each pair as an error in words. Empty for
 * colours that can be used.
 */
export function contrastErrors(colours: Colours): string[] {
  const palette = paletteOf(colours);
  return SCHEMES.flatMap((scheme) => {
    const { tones, accents } = palette[scheme];
    const shared = PAIRS.filter(({ text, on }) => text in tones && on in tones);
    const own = PAIRS.filter((pair) => !shared.includes(pair));
    return [
      ...errorsIn(shared, { tones, where: `${scheme} scheme` }),
      ...CAMPUSES.flatMap((campus) =>
        errorsIn(own, {
          tones: { ...tones, ...accents[campus] },
          where: `${NAMES[campus]}, ${scheme} scheme`,
        }),
      ),
    ];
  });
}

type Place = { tones: Readonly<Partial<Record<Tone, string>>>; where: string };

function errorsIn(some: readonly Pair[], { tones, where }: Place): string[] {
  return some.flatMap(({ text, on, what, least, share = 1 }) => {
    // Translucent colours are on white at worst.
    const ground = onWhite(tones[on] ?? '');
    const colour = layOver(tones[text] ?? '', share, ground);
    const ratio = contrast(colour, ground);
    if (ratio >= least) return [];
    // Never rounded up to what is needed.
    const shown = Math.floor(ratio * 100) / 100;
    return [
      `colours: ${what} (${where}): ${colour} on ${ground} has a contrast of ${shown}, but needs ${least}`,
    ];
  });
}
