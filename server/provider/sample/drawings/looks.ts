import { hairs, mix, palette, skins } from './palette.ts';
import type { Random } from './random.ts';

export type HairStyle =
  | 'short'
  | 'curly'
  | 'plaits'
  | 'bob'
  | 'ponytail'
  | 'bun'
  | 'long'
  | 'patka'
  | 'turban'
  | 'scarf'
  | 'cap';
export type Lower = 'trousers' | 'shorts' | 'skirt' | 'kurta' | 'saree' | 'lehenga';

/** How a figure is built and dressed. */
export type Look = {
  readonly build: 'child' | 'adult';
  readonly skin: string;
  readonly hair: string;
  readonly hairStyle: HairStyle;
  readonly top: string;
  readonly sleeves: 'short' | 'long';
  readonly lower: Lower;
  /** Colour of the skirt, trousers or saree. */
  readonly cloth: string;
  readonly trim: string;
  readonly extra: 'tie' | 'blazer' | 'dupatta' | 'sash' | 'bib' | 'scarf' | 'none';
  readonly glasses: boolean;
  readonly shoes: string;
};

const girlsHair = ['plaits', 'bob', 'ponytail', 'plaits', 'bun'] as const;
const boysHair = ['short', 'curly', 'short', 'patka'] as const;

function chooseBody(
  random: Random,
  girl: boolean,
): Pick<Look, 'skin' | 'hair' | 'hairStyle' | 'glasses' | 'shoes'> {
  return {
    skin: random.pick(skins),
    hair: random.pick(hairs),
    hairStyle: girl ? random.pick(girlsHair) : random.pick(boysHair),
    glasses: random.chance(0.16),
    shoes: palette.ink,
  };
}

/** Hair that was asked for decides the uniform; other hair leaves it to chance. */
function isGirl(hairStyle: HairStyle | undefined, chance: boolean): boolean {
  if (hairStyle === undefined || hairStyle === 'cap') return chance;
  return !boysHair.some((style) => style === hairStyle);
}

/** A student in school uniform: white shirt, indigo, marigold tie; a blazer in winter. */
export function student(random: Random, changes: Partial<Look> = {}): Look {
  const girl = isGirl(changes.hairStyle, random.chance(0.5));
  return {
    ...chooseBody(random, girl),
    build: 'child',
    top: palette.white,
    sleeves: 'short',
    lower: girl ? 'skirt' : random.pick(['trousers', 'shorts']),
    cloth: palette.indigo,
    trim: palette.marigold,
    extra: 'tie',
    ...changes,
  };
}

/** A child in sports dress of one house colour. */
export function athlete(random: Random, colour: string, changes: Partial<Look> = {}): Look {
  return student(random, {
    top: colour,
    lower: 'shorts',
    cloth: palette.indigo,
    trim: palette.paper,
    extra: 'bib',
    shoes: palette.paper,
    ...changes,
  });
}

/** A child in festive dress: lehenga or kurta in two colours. */
export function dancer(
  random: Random,
  top: string,
  cloth: string,
  changes: Partial<Look> = {},
): Look {
  const girl = random.chance(0.55);
  const hairStyle = girl
    ? random.pick(['bun', 'plaits', 'ponytail'] as const)
    : random.pick(['turban', 'short', 'turban'] as const);
  return {
    ...student(random),
    hairStyle,
    top,
    cloth,
    sleeves: girl ? 'short' : 'long',
    lower: girl ? 'lehenga' : 'kurta',
    trim: palette.marigold,
    extra: girl ? 'dupatta' : 'sash',
    glasses: false,
    shoes: palette.woodDeep,
    ...changes,
  };
}

function isWoman(hairStyle: HairStyle | undefined, chance: boolean): boolean {
  return hairStyle === undefined
    ? chance
    : !['short', 'curly', 'turban', 'cap'].includes(hairStyle);
}

/** A grown-up: saree, kurta or shirt with trousers. */
export function teacher(random: Random, changes: Partial<Look> = {}): Look {
  const woman = isWoman(changes.hairStyle, random.chance(0.6));
  const hair = random.chance(0.25) ? mix(random.pick(hairs), '#d9d3cf', 0.6) : random.pick(hairs);
  const colours = random.pick([
    [palette.terracotta, palette.marigold],
    [palette.neem, palette.marigoldSoft],
    [palette.indigoMid, palette.terracottaSoft],
    [palette.marigold, palette.terracotta],
  ] as const);
  const lower =
    changes.lower ??
    (woman
      ? random.pick(['saree', 'saree', 'kurta'] as const)
      : random.pick(['trousers', 'kurta'] as const));
  return {
    ...chooseBody(random, woman),
    build: 'adult',
    hair,
    hairStyle: woman
      ? random.pick(['bun', 'long', 'bob'])
      : random.pick(['short', 'short', 'turban']),
    top: woman ? colours[1] : random.pick([palette.cream, palette.sky, palette.paper]),
    sleeves: woman ? 'short' : 'long',
    lower,
    cloth: woman ? colours[0] : palette.ink,
    trim: colours[1],
    extra: lower === 'trousers' && !woman ? random.pick(['none', 'tie']) : 'none',
    glasses: random.chance(0.4),
    ...changes,
  };
}
