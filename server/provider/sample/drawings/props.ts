import { range, svg } from './markup.ts';
import { festive, mix, palette, shade, tint, tricolour } from './palette.ts';
import type { Random } from './random.ts';

/** Bunting that hangs between two points. */
export function bunting(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  sag: number,
  colours: readonly string[] = tricolour,
): string {
  const count = Math.round(Math.hypot(x2 - x1, y2 - y1) / 52);
  const at = (t: number): readonly [number, number] => [
    x1 + (x2 - x1) * t,
    y1 + (y2 - y1) * t + sag * 4 * t * (1 - t),
  ];
  const flags = range(count).map((index) => {
    const [[ax, ay], [bx, by]] = [at((index + 0.12) / count), at((index + 0.88) / count)];
    return svg`<path d="M${ax} ${ay}L${bx} ${by}L${(ax + bx) / 2} ${(ay + by) / 2 + 46}Z" fill="${colours[index % colours.length] ?? palette.marigold}"/>`;
  });
  return svg`<path d="M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 + sag * 2} ${x2} ${y2}" fill="none" stroke="${palette.ink}" stroke-width="3" opacity=".5"/>${flags}`;
}

/** A marigold garland between two points. */
export function garland(x1: number, y1: number, x2: number, y2: number, sag: number): string {
  const count = Math.round(Math.hypot(x2 - x1, y2 - y1) / 26);
  return svg`<g>${range(count + 1).map((index) => {
    const t = index / count;
    return svg`<circle cx="${x1 + (x2 - x1) * t}" cy="${y1 + (y2 - y1) * t + sag * 4 * t * (1 - t)}" r="15" fill="${index % 3 ? palette.marigold : palette.marigoldDeep}"/>`;
  })}</g>`;
}

/** A rangoli on the ground, flattened by perspective. */
export function rangoli(x: number, y: number, radius: number, random: Random, flat = 0.36): string {
  const petals = random.pick([8, 10, 12]);
  const colours = random.shuffle([
    palette.marigold,
    palette.terracotta,
    palette.paper,
    palette.indigoMid,
    palette.neem,
  ]);
  const ring = (count: number, from: number, to: number, wide: number, colour: string): string =>
    range(count)
      .map(
        (index) =>
          svg`<path transform="rotate(${(index * 360) / count})" d="M0 ${-from}Q${wide} ${-(from + to) / 2} 0 ${-to}Q${-wide} ${-(from + to) / 2} 0 ${-from}Z" fill="${colour}"/>`,
      )
      .join('');
  const colour = (index: number): string => colours[index] ?? palette.marigold;
  return svg`<g transform="translate(${x} ${y}) scale(${radius / 100} ${(radius / 100) * flat})"><circle r="100" fill="${palette.ink}" opacity=".12"/><circle r="96" fill="none" stroke="${palette.paper}" stroke-width="5" stroke-dasharray="2 11"/>${ring(petals, 52, 98, 17, colour(0))}<circle r="62" fill="${colour(1)}"/>${ring(petals, 28, 66, 12, colour(2))}<circle r="34" fill="${colour(3)}"/>${ring(8, 6, 34, 9, colour(4))}<circle r="9" fill="${palette.marigold}"/></g>`;
}

/** A lit clay lamp. */
export function diya(x: number, y: number, scale: number): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><circle cy="-26" r="44" fill="${palette.marigoldSoft}" opacity=".28"/><path d="M-26 -14H26Q22 8 0 8Q-22 8 -26 -14Z" fill="${palette.terracotta}"/><path d="M-26 -14Q0 -4 26 -14Q0 -22 -26 -14Z" fill="${palette.terracottaDeep}"/><path d="M0 -50Q14 -30 0 -14Q-14 -30 0 -50Z" fill="${palette.marigold}"/><path d="M0 -36Q6 -26 0 -16Q-6 -26 0 -36Z" fill="${palette.paper}"/></g>`;
}

/** An open book for a reader's hands. */
export function openBook(colour: string = palette.terracotta): string {
  return svg`<path d="M-4 4Q-20 -8 -36 -2V-28Q-18 -34 -2 -22Q14 -34 32 -28V-2Q14 -8 -4 4Z" fill="${colour}"/><path d="M-2 -1Q-16 -10 -32 -6V-27Q-16 -31 -2 -20Q12 -31 28 -27V-6Q12 -10 -2 -1Z" fill="${palette.paper}"/><path d="M-2 -20V-1" stroke="${palette.sandDeep}" stroke-width="2"/>`;
}

/** Shelves full of books. */
export function bookshelf(
  x: number,
  y: number,
  wide: number,
  shelves: number,
  random: Random,
): string {
  const step = 112;
  const high = shelves * step + 22;
  const rows = range(shelves).map((shelf) => {
    const base = y - 16 - shelf * step;
    const books: string[] = [];
    for (let at = x + 20; at < x + wide - 44;) {
      const [thick, tall] = [random.between(17, 32), random.between(58, 86)];
      const colour = random.pick([
        palette.indigo,
        palette.indigoMid,
        palette.terracotta,
        palette.marigold,
        palette.neem,
        palette.skyDeep,
        palette.terracottaSoft,
        palette.cream,
      ]);
      if (random.chance(0.12)) at += 34;
      else
        books.push(
          svg`<path d="M${at} ${base}v${-tall}h${thick}v${tall}Z" fill="${colour}"/><path d="M${at} ${base - tall * 0.8}h${thick}v7h${-thick}Z" fill="${tint(colour, 0.5)}"/>`,
        );
      at += thick + 2;
    }
    return svg`<path d="M${x + 14} ${base - step + 20}h${wide - 28}v${step - 20}h${28 - wide}Z" fill="${palette.woodDeep}"/>${books}<path d="M${x} ${base}h${wide}v16h${-wide}Z" fill="${palette.woodSoft}"/>`;
  });
  return svg`<path d="M${x} ${y - high}h${wide}v${high}h${-wide}Z" fill="${palette.wood}"/>${rows}<path d="M${x - 8} ${y - high - 14}h${wide + 16}v18h${-wide - 16}Z" fill="${palette.woodSoft}"/>`;
}

/** A table seen from the front, x its middle, y the ground. */
export function table(
  x: number,
  y: number,
  wide: number,
  high: number,
  top: string = palette.woodSoft,
): string {
  return svg`<path d="M${x - wide / 2 + 20} ${y - high}h18v${high}h-18ZM${x + wide / 2 - 38} ${y - high}h18v${high}h-18Z" fill="${shade(top, 0.3)}"/><path d="M${x - wide / 2 + 8} ${y - high + 10}h${wide - 16}v26h${16 - wide}Z" fill="${shade(top, 0.18)}"/><path d="M${x - wide / 2} ${y - high - 8}h${wide}q8 0 8 11q0 11 -8 11h${-wide}q-8 0 -8 -11q0 -11 8 -11Z" fill="${top}"/>`;
}

/** A stool or chair seat at sitting height for a child of the given scale. */
export function stool(
  x: number,
  y: number,
  scale: number,
  colour: string = palette.indigoMid,
): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-22 -34L-28 0M22 -34L28 0" stroke="${palette.woodDeep}" stroke-width="8"/><path d="M-32 -40H32Q36 -40 36 -35Q36 -29 32 -29H-32Q-36 -29 -36 -35Q-36 -40 -32 -40Z" fill="${colour}"/></g>`;
}

/** A blackboard with a chalk drawing; the chalk marks are shapes, not words. */
export function blackboard(
  x: number,
  y: number,
  wide: number,
  high: number,
  kind: 'sums' | 'solar' | 'shapes' | 'plant' = 'shapes',
): string {
  const chalk = {
    sums: svg`<path d="M70 90h60M100 60v60M190 60v60q40 0 40 -30t-40 -30M290 80h50M290 104h50M400 60q-34 60 0 60t0 -60M70 190h120M70 220h200M70 250h150"/><circle cx="420" cy="220" r="44"/><path d="M420 176v44l34 26"/>`,
    solar: svg`<circle cx="110" cy="160" r="44" fill="${palette.marigold}" fill-opacity=".75" stroke="none"/><path d="M190 60q50 100 0 200M280 50q60 110 0 220M380 40q70 120 0 240"/><circle cx="214" cy="160" r="13" fill="${palette.terracottaSoft}"/><circle cx="312" cy="130" r="18" fill="${palette.sky}"/><circle cx="414" cy="180" r="24" fill="${palette.marigoldSoft}"/><path d="M378 186q36 16 72 -10"/>`,
    shapes: svg`<path d="M70 220L140 80L210 220Z"/><circle cx="300" cy="150" r="66"/><path d="M300 150h66M300 150l-40 -52M400 90h100v120h-100ZM400 90l34 -30h100l-34 30M534 60v120l-34 30" stroke="${palette.marigoldSoft}"/>`,
    plant: svg`<path d="M180 260V120M180 200q-70 -10 -70 -70q70 0 70 70M180 170q60 -10 64 -66q-64 0 -64 66M120 262h120"/><path d="M300 110h120M300 150h160M300 190h100M300 230h140" stroke="${palette.sky}"/><circle cx="84" cy="74" r="30" stroke="${palette.marigoldSoft}"/>`,
  };
  return svg`<path d="M${x - 14} ${y - 14}h${wide + 28}v${high + 28}h${-wide - 28}Z" fill="${palette.wood}"/><path d="M${x} ${y}h${wide}v${high}h${-wide}Z" fill="${palette.slate}"/><path d="M${x} ${y}h${wide * 0.6}l${-wide * 0.3} ${high}h${-wide * 0.3}Z" fill="#fff" opacity=".05"/><g transform="translate(${x + wide / 2 - 300 * (high / 330)} ${y}) scale(${high / 330})" fill="none" stroke="${palette.paper}" stroke-width="6" opacity=".9">${chalk[kind]}</g><path d="M${x + wide * 0.3} ${y + high + 14}h${wide * 0.4}v10h${-wide * 0.4}Z" fill="${shade(palette.wood, 0.3)}"/><path d="M${x + wide * 0.5} ${y + high + 10}h34" stroke="${palette.paper}" stroke-width="7"/>`;
}

/** A globe on its stand. */
export function globe(x: number, y: number, scale: number): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-26 0H26L14 -12H-14Z" fill="${palette.woodDeep}"/><path d="M0 -12V-24" stroke="${palette.woodDeep}" stroke-width="8"/><circle cy="-64" r="40" fill="${palette.skyDeep}"/><path d="M-24 -92q20 -8 30 6q-6 18 -20 16q-12 18 -22 6q0 -18 12 -28ZM8 -60q22 -10 28 6q-8 24 -20 26q-12 -12 -8 -32Z" fill="${palette.neemSoft}"/><path d="M-30 -104A50 50 0 0 0 18 -18" fill="none" stroke="${palette.marigold}" stroke-width="6"/></g>`;
}

/** A golden cup. */
export function trophy(x: number, y: number, scale: number): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-36 -78Q-62 -78 -54 -52Q-46 -34 -24 -38M36 -78Q62 -78 54 -52Q46 -34 24 -38" fill="none" stroke="${palette.marigoldDeep}" stroke-width="8"/><path d="M-38 -90H38Q38 -30 0 -24Q-38 -30 -38 -90Z" fill="${palette.marigold}"/><path d="M14 -90H38Q38 -34 6 -25Q16 -44 14 -90Z" fill="${palette.marigoldDeep}"/><path d="M-7 -26H7V-10H-7Z" fill="${palette.marigoldDeep}"/><path d="M-28 -12H28V4H-28Z" fill="${palette.indigo}"/></g>`;
}

/** A school bus of 420 × 190 units at scale 1, x its middle, y the ground. */
export function bus(
  x: number,
  y: number,
  scale: number,
  colour: string = palette.marigold,
): string {
  const windows = [-176, -106, -36, 34].map(
    (at) =>
      svg`<rect x="${at}" y="-158" width="58" height="56" rx="10" fill="${palette.skySoft}"/><path d="M${at + 8} -102L${at + 34} -158H${at + 52}L${at + 26} -102Z" fill="#fff" opacity=".6"/>`,
  );
  const wheels = [-128, 128].map(
    (at) =>
      svg`<circle cx="${at}" cy="-26" r="36" fill="${palette.ink}"/><circle cx="${at}" cy="-26" r="17" fill="${palette.indigoSoft}"/>`,
  );
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="16" cy="4" rx="236" ry="16" fill="${palette.ink}" opacity=".18"/><path d="M-210 -176Q-210 -192 -194 -192H150Q182 -192 192 -160L204 -112Q218 -108 218 -84V-28H-210Z" fill="${colour}"/><path d="M-210 -60H218V-28H-210Z" fill="${mix(colour, palette.terracottaDeep, 0.45)}"/><path d="M-210 -88H218V-76H-210Z" fill="${palette.indigo}"/>${windows}<path d="M112 -158H150Q164 -158 168 -144L180 -102H112Z" fill="${palette.skySoft}"/><path d="M-194 -192H150Q164 -192 172 -184H-206Q-204 -192 -194 -192Z" fill="${tint(colour, 0.4)}"/><circle cx="206" cy="-66" r="11" fill="${palette.paper}"/>${wheels}</g>`;
}

/** Confetti inside a box. */
export function confetti(
  x: number,
  y: number,
  wide: number,
  high: number,
  count: number,
  random: Random,
): string {
  return svg`<g>${range(count).map(() => {
    const [cx, cy] = [x + random.between(0, wide), y + random.between(0, high)];
    return svg`<rect x="${cx}" y="${cy}" width="${random.pick([8, 16])}" height="8" rx="3" transform="rotate(${random.integer(0, 18) * 10} ${cx} ${cy})" fill="${random.pick(festive)}"/>`;
  })}</g>`;
}

/** A banner stand, a speaker's desk, and a microphone. */
export function lectern(x: number, y: number, scale: number): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="14" cy="0" rx="64" ry="9" fill="${palette.ink}" opacity=".16"/><path d="M-44 -112H44L36 0H-36Z" fill="${palette.wood}"/><path d="M18 -112H44L36 0H14Z" fill="${palette.woodDeep}"/><path d="M-54 -126H54L48 -108H-48Z" fill="${palette.woodSoft}"/><path d="M-20 -84H20V-56Q0 -34 -20 -56Z" fill="${palette.marigold}"/><path d="M20 -126Q26 -150 8 -158" fill="none" stroke="${palette.ink}" stroke-width="5"/><circle cx="6" cy="-160" r="8" fill="${palette.ink}"/></g>`;
}
