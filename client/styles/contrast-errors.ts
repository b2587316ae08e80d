import { contrast, layOver, onWhite, toHex, toOklch } from './oklch.ts';
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

type Seen = Pair & {
  /** Tells it from all others. */
  place: string;
  where: string;
  colours: readonly [text: string, ground: string];
  ratio: number;
};

/**
 * Colours that people with weak sight cannot tell from their ground, each pair as an error in words, with the
 * field of content/site.json that is to change and its nearest colour that would do. Empty for colours that
 * can be used.
 */
export function contrastErrors(colours: Colours): string[] {
  const failing = weakPairs(colours);
  if (failing.length === 0) return [];
  // The change that does most, and of those that do as much the least.
  const candidates = Object.entries(fieldsOf(colours))
    .flatMap(([field, own]) => candidatesFor(colours, { field, own, failing }))
    .toSorted((one, other) => one.weak.size - other.weak.size || one.distance - other.distance);
  return failing.map((pair) => {
    const best = candidates.find(({ weak }) => !weak.has(pair.place));
    return best === undefined
      ? `colours: ${inWords(pair)}; no change of one colour alone would do`
      : `colours.${best.field}: ${inWords(pair)}; ${best.colour} would do`;
  });
}

function weakPairs(colours: Colours): Seen[] {
  const palette = paletteOf(colours);
  return SCHEMES.flatMap((scheme) => {
    const { tones, accents } = palette[scheme];
    const shared = PAIRS.filter(({ text, on }) => text in tones && on in tones);
    const own = PAIRS.filter((pair) => !shared.includes(pair));
    return [
      ...weakAmong(shared, { tones, where: `${scheme} scheme` }),
      ...CAMPUSES.flatMap((campus) =>
        weakAmong(own, {
          tones: { ...tones, ...accents[campus] },
          where: `${NAMES[campus]}, ${scheme} scheme`,
        }),
      ),
    ];
  });
}

type Place = { tones: Readonly<Partial<Record<Tone, string>>>; where: string };

function weakAmong(some: readonly Pair[], { tones, where }: Place): Seen[] {
  return some.flatMap((pair) => {
    // Translucent colours are on white at worst.
    const ground = onWhite(tones[pair.on] ?? '');
    const text = layOver(tones[pair.text] ?? '', pair.share ?? 1, ground);
    const ratio = contrast(text, ground);
    return ratio < pair.least
      ? [{ ...pair, where, place: `${pair.what} ${where}`, colours: [text, ground], ratio }]
      : [];
  });
}

type Candidate = { field: string; colour: string; distance: number; weak: ReadonlySet<string> };

/** Other lightnesses of a colour that make no other pair too weak. */
function candidatesFor(
  colours: Colours,
  { field, own, failing }: { field: string; own: string; failing: readonly Seen[] },
): Candidate[] {
  const before = new Set(failing.map(({ place }) => place));
  const from = toOklch(own);
  return Array.from({ length: 101 }, (_, index) => index / 100)
    .map((lightness) => {
      const colour = toHex({ ...from, lightness });
      const weak = weakPairs(coloursOf({ ...fieldsOf(colours), [field]: colour }));
      return {
        field,
        colour,
        distance: Math.abs(lightness - from.lightness),
        weak: new Set(weak.map(({ place }) => place)),
      };
    })
    .filter(({ weak }) => [...weak].every((place) => before.has(place)));
}

function fieldsOf({ brand, ground, accents: { FARRUKHABAD, NEKPUR } }: Colours) {
  return { brand, ground, 'accents.FARRUKHABAD': FARRUKHABAD, 'accents.NEKPUR': NEKPUR };
}

function coloursOf(fields: ReturnType<typeof fieldsOf>): Colours {
  const { brand, ground, 'accents.FARRUKHABAD': FARRUKHABAD, 'accents.NEKPUR': NEKPUR } = fields;
  return { brand, ground, accents: { FARRUKHABAD, NEKPUR } };
}

function inWords({ what, where, colours: [text, ground], ratio, least }: Seen): string {
  // Never rounded up to what is needed.
  const shown = Math.floor(ratio * 100) / 100;
  return `${what} (${where}): ${text} on ${ground} has a contrast of ${shown}, but needs ${least}`;
}
