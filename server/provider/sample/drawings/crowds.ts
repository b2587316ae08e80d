import { student, type Look } from './looks.ts';
import { range, svg } from './markup.ts';
import { palette, shade } from './palette.ts';
import { figure, type FigureOptions } from './people.ts';
import type { PoseName } from './poses.ts';
import type { Random } from './random.ts';

/** A person of a scene: look, pose and place. */
export type Actor = FigureOptions & { readonly look: Look; readonly pose: PoseName };

/** Draws actors from the far ones to the near ones. */
export function actors(list: readonly Actor[]): string {
  return list
    .toSorted((first, second) => first.y - second.y)
    .map((actor) => figure(actor.look, actor.pose, actor))
    .join('');
}

/** `count` places from `from` to `to`, each with a small seeded offset. */
export function spread(count: number, from: number, to: number, random: Random): number[] {
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  return range(count).map(
    (index) =>
      (count > 1 ? from + step * index : (from + to) / 2) + random.between(-0.09, 0.09) * step,
  );
}

/** Heads and shoulders of an audience seen from behind, a few shapes each. */
export function audience(
  count: number,
  from: number,
  to: number,
  y: number,
  scale: number,
  random: Random,
): string {
  return spread(count, from, to, random)
    .map((x) =>
      spectator(
        x,
        y + random.between(-14, 14),
        scale,
        student(random),
        random.pick([
          palette.indigo,
          palette.indigo,
          palette.indigoMid,
          palette.terracotta,
          palette.neem,
        ]),
      ),
    )
    .join('');
}

function spectator(x: number, y: number, scale: number, look: Look, cloth: string): string {
  const hair = look.hairStyle === 'patka' ? palette.indigoMid : look.hair;
  const knot = {
    plaits: 'M-30 -20q-14 30 -4 54q12 -2 14 -50ZM30 -20q14 30 4 54q-12 -2 -14 -50Z',
    ponytail: 'M-9 -50Q-20 20 0 36Q20 20 9 -50Z',
    bun: 'M-17 -82a17 17 0 1 1 34 0a17 17 0 1 1 -34 0Z',
    patka: 'M-11 -88a11 11 0 1 1 22 0a11 11 0 1 1 -22 0Z',
  };
  const extra = Object.entries(knot).find(([style]) => style === look.hairStyle)?.[1] ?? '';
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-58 90Q-60 12 -18 8H18Q60 12 58 90Z" fill="${cloth}"/><path d="M18 8Q60 12 58 90H34Q40 30 18 8Z" fill="${shade(cloth)}"/><path d="M-12 -14H12V14Q0 20 -12 14Z" fill="${shade(look.skin, 0.12)}"/><circle cx="-31" cy="-38" r="7" fill="${look.skin}"/><circle cx="31" cy="-38" r="7" fill="${look.skin}"/><path d="M-31 -40C-36 -92 36 -92 31 -40C30 -12 16 -6 0 -6C-16 -6 -30 -12 -31 -40Z" fill="${hair}"/><path d="${extra}" fill="${shade(hair, 0.3)}"/></g>`;
}
