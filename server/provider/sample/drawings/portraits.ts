import { svg, svgDocument, type Size } from './markup.ts';
import { hairs, mix, palette, shade, skins, tint } from './palette.ts';
import { portraitClothes, type PortraitDress } from './portrait-clothes.ts';
import { hairBehind, hairInFront, type PortraitHair } from './portrait-hair.ts';
import { createRandom, type Random } from './random.ts';

/** A person as a portrait shows her. */
export type Sitter = {
  readonly skin: string;
  readonly hair: string;
  readonly hairStyle: PortraitHair;
  readonly dress: PortraitDress;
  readonly main: string;
  readonly accent: string;
  readonly ground: string;
  readonly face: 'plain' | 'glasses' | 'moustache' | 'beard' | 'beard and glasses';
  readonly bindi: boolean;
  readonly smile: 'open' | 'closed';
  readonly age: 'child' | 'adult';
};

const view: Size = { width: 800, height: 1000 };
const grounds = [
  palette.sky,
  palette.marigoldSoft,
  palette.blush,
  palette.mint,
  palette.lavender,
  palette.sand,
] as const;
const sarees = [
  [palette.terracotta, palette.marigold],
  [palette.neem, palette.marigoldSoft],
  [palette.indigoMid, palette.terracottaSoft],
  [palette.marigold, palette.terracotta],
  [palette.skyDeep, palette.indigo],
] as const;

/** Head and shoulders of the n-th person, 800 × 1000 unless told; the head stays inside a square crop. `age` is chosen by n when not given. */
export function drawPortrait(
  n: number,
  options: Partial<Size> & { readonly age?: Sitter['age'] } = {},
): string {
  const random = createRandom(`portrait ${n}`);
  return drawSitter(chooseSitter(random, options.age ?? random.pick(['child', 'adult'])), options);
}

/** The same portrait for a sitter who is described. */
export function drawSitter(sitter: Sitter, size: Partial<Size> = {}): string {
  const { skin } = sitter;
  const shadow = shade(skin);
  const child = sitter.age === 'child';
  const headPlace = child ? 'translate(-36 10) scale(1.09)' : 'translate(0 44)';
  const clothesPlace = child ? 'translate(44 110) scale(.89)' : '';
  const body = svg`<rect width="800" height="1000" fill="${sitter.ground}"/><path d="M120 1000V430Q120 150 400 80Q680 150 680 430V1000Z" fill="${mix(sitter.ground, palette.paper, 0.5)}"/><path d="M400 80Q680 150 680 430V1000H610V440Q610 180 400 80Z" fill="${sitter.ground}" opacity=".55"/><g transform="translate(-44 -98) scale(1.11)"><g transform="${headPlace}">${hairBehind(sitter)}</g><path d="M338 520V640Q330 690 400 730Q470 690 462 640V520Z" fill="${skin}"/><path d="M338 590Q400 684 462 580V632Q410 706 338 628Z" fill="${shadow}"/><g transform="${clothesPlace}">${portraitClothes(sitter)}</g><g transform="${headPlace}">${head(sitter, shadow)}${hairInFront(sitter)}${glasses(sitter)}</g></g>`;
  return svgDocument(view, { ...view, ...size }, body);
}

function head(sitter: Sitter, shadow: string): string {
  const eye = sitter.age === 'child' ? 13 : 10.5;
  const line = shade(sitter.skin, 0.42);
  const blush = mix(sitter.skin, palette.terracotta, 0.3);
  const eyes = [348, 452].map(
    (x) =>
      svg`<ellipse cx="${x}" cy="404" rx="${eye * 0.85}" ry="${eye}" fill="#211a24"/><circle cx="${x + 3}" cy="400" r="3" fill="#fff"/><path d="M${x - 21} 397Q${x} ${380 - eye / 3} ${x + 21} 397" fill="none" stroke="#211a24" stroke-width="4.5"/>`,
  );
  const brows = svg`<path d="M318 366Q346 346 378 360M422 360Q454 346 482 366" fill="none" stroke="${sitter.hair}" stroke-width="${sitter.bindi ? 7 : 10}"/>`;
  const mouth =
    sitter.smile === 'open'
      ? svg`<path d="M354 488Q400 502 446 488Q436 534 400 534Q364 534 354 488Z" fill="#fff" stroke="${mix(line, palette.terracotta, 0.55)}" stroke-width="6"/>`
      : svg`<path d="M358 496Q400 530 442 496" fill="none" stroke="${mix(line, palette.terracotta, 0.45)}" stroke-width="7"/>`;
  return svg`<ellipse cx="278" cy="418" rx="22" ry="32" fill="${sitter.skin}"/><ellipse cx="522" cy="418" rx="22" ry="32" fill="${shadow}"/>${sitter.bindi ? svg`<circle cx="276" cy="452" r="8" fill="${palette.marigold}"/><circle cx="524" cy="452" r="8" fill="${palette.marigoldDeep}"/>` : ''}<path d="M280 380C276 240 524 240 520 380C520 478 472 560 400 566C328 560 280 478 280 380Z" fill="${sitter.skin}"/><path d="M520 380C520 478 472 560 400 566C462 520 484 420 470 284C505 306 521 340 520 380Z" fill="${shadow}" opacity=".55"/><circle cx="324" cy="462" r="26" fill="${blush}" opacity=".45"/><circle cx="476" cy="462" r="26" fill="${blush}" opacity=".45"/>${beard(sitter)}${eyes}${brows}<path d="M404 402Q424 452 404 462Q394 465 384 459" fill="none" stroke="${line}" stroke-width="5.5" opacity=".75"/>${mouth}${sitter.bindi && sitter.hairStyle !== 'bob' ? svg`<circle cx="400" cy="346" r="8" fill="${palette.terracottaDeep}"/>` : ''}`;
}

function beard({ face, hair }: Sitter): string {
  const whiskers = tint(hair, 0.06);
  const moustache = svg`<path d="M400 474Q372 462 346 488Q372 492 400 486Q428 492 454 488Q428 462 400 474Z" fill="${whiskers}"/>`;
  if (face === 'moustache') return moustache;
  if (face !== 'beard' && face !== 'beard and glasses') return '';
  return svg`<path d="M279 400Q286 470 330 476Q400 448 470 476Q514 470 521 400C526 500 478 602 400 604C322 602 274 500 279 400Z" fill="${whiskers}"/>`;
}

function glasses({ face }: Sitter): string {
  if (face !== 'glasses' && face !== 'beard and glasses') return '';
  return svg`<g fill="#fff" fill-opacity=".16" stroke="${palette.ink}" stroke-width="7"><rect x="300" y="368" width="88" height="72" rx="32"/><rect x="412" y="368" width="88" height="72" rx="32"/><path d="M388 398Q400 388 412 398M300 396L274 388M500 396L526 388" fill="none"/></g>`;
}

function chooseSitter(random: Random, age: Sitter['age']): Sitter {
  const woman = random.chance(0.5);
  const base = {
    skin: random.pick(skins),
    hair: random.pick(hairs),
    ground: random.pick(grounds),
    smile: random.pick(['open', 'closed'] as const),
    age,
  };
  if (age === 'child') {
    const hairStyle: PortraitHair = woman
      ? random.pick(['plaits', 'bob', 'ponytail'])
      : random.pick(['boy', 'short', 'patka']);
    const face = random.chance(0.25) ? 'glasses' : 'plain';
    return {
      ...base,
      hairStyle,
      dress: 'uniform',
      main: palette.white,
      accent: palette.indigo,
      face,
      bindi: false,
      smile: random.chance(0.7) ? 'open' : 'closed',
    };
  }
  const grey = random.chance(0.3) ? mix(base.hair, '#d9d3cf', 0.6) : base.hair;
  if (woman) {
    const [main, accent] = random.pick(sarees);
    const hairStyle: PortraitHair = random.pick(['bun', 'long', 'bob', 'low bun']);
    return {
      ...base,
      hair: grey,
      hairStyle,
      dress: random.pick(['saree', 'saree', 'kurta', 'blazer']),
      main,
      accent,
      face: random.chance(0.4) ? 'glasses' : 'plain',
      bindi: true,
    };
  }
  const hairStyle: PortraitHair = random.pick(['short', 'side parting', 'receding', 'turban']);
  const face =
    hairStyle === 'turban'
      ? random.pick(['beard', 'beard and glasses'] as const)
      : random.pick(['plain', 'glasses', 'moustache', 'beard'] as const);
  const [main, accent] = random.pick([
    [palette.indigo, palette.marigold],
    [palette.terracottaDeep, palette.indigo],
    [palette.neemDeep, palette.marigold],
    [palette.cream, palette.terracotta],
  ] as const);
  return {
    ...base,
    hair: grey,
    hairStyle,
    dress: random.pick(['suit', 'waistcoat', 'kurta', 'suit']),
    main,
    accent,
    face,
    bindi: false,
  };
}
