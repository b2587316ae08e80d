import { drawHead, drawHairBehind } from './heads.ts';
import type { Look } from './looks.ts';
import { place, svg } from './markup.ts';
import { mix, palette, shade, tint } from './palette.ts';
import { poses, type Limb, type Pose, type PoseName } from './poses.ts';

type Point = readonly [x: number, y: number];

/** Where and how a figure stands: x and y of the ground under it, an adult is 200 units high at scale 1. */
export type FigureOptions = {
  readonly x: number;
  readonly y: number;
  readonly scale?: number;
  readonly facing?: 1 | -1;
  /** Which way the face looks: 0 to us, 1 to the side that the figure faces; `away` shows the back. */
  readonly turn?: number | 'away';
  readonly shadow?: 'none' | 'ground';
  /** Things held, drawn around (0, 0) at the hand. */
  readonly inRight?: string;
  readonly inLeft?: string;
};

const builds = {
  child: {
    thigh: 33,
    shin: 32,
    torso: 58,
    shoulder: 21,
    waist: 17,
    neck: 7,
    head: 25,
    arm: 27,
    limb: 12,
  },
  adult: {
    thigh: 44,
    shin: 42,
    torso: 68,
    shoulder: 26,
    waist: 19,
    neck: 9,
    head: 22,
    arm: 34,
    limb: 13,
  },
} as const;

/** One person in a named pose. */
export function figure(look: Look, poseName: PoseName, options: FigureOptions): string {
  const pose: Pose = poses[poseName];
  const build = builds[look.build];
  const turn = options.turn ?? 0.35;
  const hip = hipHeight(pose, look);
  const [shoulderX, shoulderY] = turned(0, -build.torso + 7, pose.lean);
  const top: Point = [shoulderX, hip + shoulderY];
  const wide = build.shoulder - 5;
  const left: Point = [top[0] - wide, top[1] + 1];
  const right: Point = [top[0] + wide, top[1] + 1];
  const arms = {
    left: arm(look, left, pose.armLeft, options.inLeft ?? '', true),
    right: arm(look, right, pose.armRight, options.inRight ?? '', false),
  };
  const behind = pose.behind ?? (turn === 'away' ? 'both' : undefined);
  const isBehind = (side: 'left' | 'right'): boolean => behind === side || behind === 'both';
  const neck: Point = [top[0] + turned(0, -build.neck - 4, pose.lean)[0], top[1] - build.neck - 4];
  const headAt = svg`<g transform="translate(${neck[0]} ${neck[1] - build.head * 0.8}) rotate(${pose.tilt + pose.lean * 0.3})">`;
  const body = svg`${options.shadow === 'none' ? '' : groundShadow(pose)}${isBehind('left') ? arms.left : ''}${isBehind('right') ? arms.right : ''}${turn === 'away' ? '' : svg`${headAt}${drawHairBehind(look, build.head)}</g>`}${legs(look, pose, hip)}${torso(look, pose, hip)}<path d="M${top[0]} ${top[1]}L${neck[0]} ${neck[1] - 4}" stroke="${shade(look.skin, 0.12)}" stroke-width="${build.neck + 6}"/>${turn === 'away' ? '' : collar(look, pose, hip)}${headAt}${drawHead(look, build.head, turn)}</g>${isBehind('left') ? '' : arms.left}${isBehind('right') ? '' : arms.right}`;
  return place(
    options.x,
    options.y - (pose.lift ?? 0) * (options.scale ?? 1),
    options.scale ?? 1,
    body,
    options.facing ?? 1,
  );
}

function groundShadow(pose: Pose): string {
  const wide = pose.seat === 'floor' ? 66 : 40;
  return svg`<ellipse cx="12" cy="${(pose.lift ?? 0) + 1}" rx="${wide}" ry="7" fill="${palette.ink}" opacity=".16"/>`;
}

function turned(x: number, y: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

function along([x, y]: Point, degrees: number, length: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x + Math.sin(angle) * length, y + Math.cos(angle) * length];
}

function hipHeight(pose: Pose, look: Look): number {
  const { thigh, shin } = builds[look.build];
  if (pose.seat === 'floor') return -18;
  const depth = (limb: Limb): number =>
    Math.max(
      along(along([0, 0], limb[0], thigh), limb[1], shin)[1],
      along([0, 0], limb[0], thigh)[1],
    );
  return -Math.max(depth(pose.legLeft), depth(pose.legRight)) - 6;
}

/** A bent line with a rounded joint. */
function bent(from: Point, joint: Point, to: Point): string {
  const near = (a: Point, b: Point): Point => [
    b[0] + (a[0] - b[0]) * 0.35,
    b[1] + (a[1] - b[1]) * 0.35,
  ];
  const [before, after] = [near(from, joint), near(to, joint)];
  return svg`M${from[0]} ${from[1]}L${before[0]} ${before[1]}Q${joint[0]} ${joint[1]} ${after[0]} ${after[1]}L${to[0]} ${to[1]}`;
}

function stroke(path: string, colour: string, width: number): string {
  return svg`<path d="${path}" stroke="${colour}" stroke-width="${width}" fill="none"/>`;
}

function arm(look: Look, from: Point, limb: Limb, held: string, far: boolean): string {
  const { arm: length, limb: width } = builds[look.build];
  const elbow = along(from, limb[0], length);
  const wrist = along(elbow, limb[1], length * 0.92);
  const skin = far ? shade(look.skin, 0.1) : look.skin;
  const cloth = look.extra === 'blazer' ? look.cloth : look.top;
  const sleeve = far
    ? shade(cloth, 0.1)
    : cloth === palette.white
      ? mix(cloth, palette.lavender, 0.35)
      : cloth;
  const hand = svg`<g transform="translate(${wrist[0]} ${wrist[1]})">${held}<circle r="${width * 0.58}" fill="${skin}"/></g>`;
  const isLong = look.sleeves === 'long' || look.extra === 'blazer';
  if (isLong) return stroke(bent(from, elbow, wrist), sleeve, width + 2) + hand;
  const cuff = along(from, limb[0], length * 0.6);
  return (
    stroke(bent(from, elbow, wrist), skin, width - 1) +
    stroke(svg`M${from[0]} ${from[1]}L${cuff[0]} ${cuff[1]}`, sleeve, width + 4) +
    hand
  );
}

function legs(look: Look, pose: Pose, hip: number): string {
  const build = builds[look.build];
  if (pose.seat === 'floor') return crossedLegs(look);
  const points = ([pose.legLeft, pose.legRight] as const).map((limb, index) => {
    const from: Point = [index ? 8 : -8, hip];
    const knee = along(from, limb[0], build.thigh);
    return { from, knee, ankle: along(knee, limb[1], build.shin), limb };
  });
  const isBare = look.lower === 'shorts' || look.lower === 'skirt';
  const drawn = points.map(({ from, knee, ankle, limb }, index) => {
    const cloth = look.lower === 'kurta' ? palette.paper : look.cloth;
    const colour = index ? cloth : shade(cloth, 0.16);
    const skin = index ? look.skin : shade(look.skin, 0.12);
    const shoe = svg`<path transform="translate(${ankle[0]} ${ankle[1]}) rotate(${-(limb[1] * 0.7)})" d="M-7 -4H6Q18 -2 18 6H-7Z" fill="${index ? look.shoes : mix(look.shoes, palette.indigoSoft, 0.2)}"/>`;
    if (!isBare) return svg`${stroke(bent(from, knee, ankle), colour, build.limb + 6)}${shoe}`;
    const sock = along(knee, limb[1], build.shin * 0.6);
    const hem = along(from, limb[0], build.thigh * 0.8);
    return svg`${stroke(bent(from, knee, ankle), skin, build.limb + 1)}${stroke(svg`M${sock[0]} ${sock[1]}L${ankle[0]} ${ankle[1]}`, palette.paper, build.limb + 1)}${look.lower === 'shorts' ? stroke(svg`M${from[0]} ${from[1]}L${hem[0]} ${hem[1]}`, colour, build.limb + 9) : ''}${shoe}`;
  });
  return (
    drawn.join('') +
    skirt(
      look,
      hip,
      points.flatMap(({ knee, ankle }) =>
        look.lower === 'saree' || look.lower === 'lehenga'
          ? [knee, along(knee, 0, 0), [ankle[0], ankle[1] - 4] as const]
          : [knee],
      ),
    )
  );
}

/** Cloth that hangs from the waist around the given knees or ankles. */
function skirt(look: Look, hip: number, points: readonly Point[]): string {
  if (look.lower === 'trousers' || look.lower === 'shorts') return '';
  const { waist } = builds[look.build];
  const flare = { skirt: 13, kurta: 9, saree: 9, lehenga: 24 }[look.lower];
  const colour = look.lower === 'kurta' ? look.top : look.cloth;
  const low = Math.max(...points.map(([, y]) => y)) + (look.lower === 'skirt' ? 2 : 0);
  const [west, east] = [
    Math.min(...points.map(([x]) => x)) - flare,
    Math.max(...points.map(([x]) => x)) + flare,
  ];
  const hem =
    look.lower === 'skirt'
      ? ''
      : stroke(
          svg`M${west + 1} ${low - 4}Q${(west + east) / 2} ${low + 5} ${east - 1} ${low - 4}`,
          look.trim,
          look.lower === 'lehenga' ? 7 : 4,
        );
  const pleats =
    look.lower === 'skirt' || look.lower === 'lehenga'
      ? stroke(
          svg`M${west / 3} ${hip + 8}L${west * 0.45 + 2} ${low - 6}M${east / 3} ${hip + 8}L${east * 0.5} ${low - 6}`,
          shade(colour),
          2.5,
        )
      : '';
  return svg`<path d="M${-waist} ${hip - 14}C${-waist - 3} ${hip + 4} ${west} ${low - 22} ${west} ${low - 3}Q${(west + east) / 2} ${low + 7} ${east} ${low - 3}C${east} ${low - 22} ${waist + 3} ${hip + 4} ${waist} ${hip - 14}Z" fill="${colour}"/>${pleats}${hem}`;
}

function crossedLegs(look: Look): string {
  const cloth = look.lower === 'kurta' ? palette.paper : look.cloth;
  const cover = look.lower === 'kurta' ? look.top : cloth;
  const bare = look.lower === 'shorts' || look.lower === 'skirt';
  return svg`${stroke('M-12 -16L-46 -12L6 -5', bare ? shade(look.skin, 0.1) : shade(cloth, 0.14), 17)}${stroke('M12 -16L46 -12L-6 -5', bare ? look.skin : cloth, 17)}<path d="M-18 -30Q-56 -26 -54 -10Q-30 -2 0 -12Q30 -2 54 -10Q56 -26 18 -30Z" fill="${cover}"/>${look.lower === 'kurta' || look.lower === 'lehenga' || look.lower === 'saree' ? stroke('M-52 -11Q-30 -3 0 -13Q30 -3 52 -11', look.trim, 4) : ''}`;
}

function torso(look: Look, pose: Pose, hip: number): string {
  const { torso: high, shoulder: s, waist: w } = builds[look.build];
  const isBlazer = look.extra === 'blazer';
  const colour = isBlazer ? look.cloth : look.top;
  const lit =
    colour === palette.white ? mix(colour, palette.indigoSoft, 0.22) : shade(colour, 0.12);
  const front = isBlazer
    ? svg`<path d="M-9 ${-high + 1}L2 ${-high + 34}L11 ${-high + 1}Z" fill="#fff"/>`
    : '';
  const saree =
    look.lower === 'saree'
      ? svg`<path d="M${-w} -18L${-w} 4L${w} 4L${w} -10L${-s + 20} ${-high}L${-s + 6} ${-high + 2}L${-s + 4} ${-high + 16}Z" fill="${look.cloth}"/><path d="M${w} -12L${-s + 19} ${-high}" stroke="${look.trim}" stroke-width="4"/>`
      : '';
  const belt =
    look.lower === 'shorts' || look.lower === 'trousers'
      ? svg`<path d="M${-w} -6H${w}V6H${-w}Z" fill="${shade(isBlazer ? colour : look.cloth, 0.1)}"/>`
      : '';
  return svg`<g transform="translate(0 ${hip}) rotate(${pose.lean})"><path d="M${-w} 6L${-s} ${-high + 14}Q${-s - 1} ${-high} ${-s + 13} ${-high}H${s - 13}Q${s + 1} ${-high} ${s} ${-high + 14}L${w} 6Z" fill="${colour}"/><path d="M${w - 9} 6L${s - 11} ${-high}Q${s + 1} ${-high} ${s} ${-high + 14}L${w} 6Z" fill="${lit}"/>${front}${belt}${saree}</g>`;
}

function collar(look: Look, pose: Pose, hip: number): string {
  const { torso: high, shoulder: s, waist: w } = builds[look.build];
  const parts = {
    tie: svg`<path d="M-9 ${-high}L1 ${-high + 10}L11 ${-high}L9 ${-high + 13}L1 ${-high + 8}L-7 ${-high + 13}Z" fill="#fff" stroke="${palette.lavender}" stroke-width="1.5"/><path d="M-2 ${-high + 8}H4L7 ${-high + 34}L1 ${-high + 41}L-5 ${-high + 34}Z" fill="${look.trim}"/>`,
    blazer: svg`<path d="M-2 ${-high + 8}H4L5 ${-high + 26}L2 ${-high + 32}L-2 ${-high + 26}Z" fill="${look.trim}"/><path d="M-11 ${-high}L2 ${-high + 36}L-12 ${-high + 18}ZM13 ${-high}L2 ${-high + 36}L16 ${-high + 18}Z" fill="${tint(look.cloth, 0.14)}"/><path d="M9 ${-high + 26}H16V${-high + 32}L12.5 ${-high + 36}L9 ${-high + 32}Z" fill="${look.trim}"/>`,
    dupatta: svg`<path d="M${s - 16} ${-high}L${s - 4} ${-high + 1}L${-w + 8} 2L${-w - 2} -4Z" fill="${look.trim}"/><path d="M${-w + 8} 2L${-w - 2} -4L${-w - 12} 34L${-w + 4} 38Z" fill="${shade(look.trim, 0.14)}"/>`,
    sash: svg`<path d="M${-w - 1} -8H${w + 1}V4H${-w - 1}Z" fill="${look.trim}"/><path d="M${w - 8} 0L${w + 2} 0L${w + 8} 30L${w - 4} 30Z" fill="${shade(look.trim, 0.14)}"/>`,
    bib: svg`<path d="M-10 ${-high}Q1 ${-high + 13} 12 ${-high}" stroke="${look.trim}" stroke-width="4" fill="none"/><path d="M${-s + 1} ${-high + 30}L${s - 1} ${-high + 30}" stroke="${look.trim}" stroke-width="6"/>`,
    scarf: svg`<path d="M-13 ${-high - 4}Q0 ${-high + 8} 14 ${-high - 4}V${-high + 5}Q0 ${-high + 16} -13 ${-high + 5}Z" fill="${look.trim}"/><path d="M4 ${-high + 6}H14L18 ${-high + 40}H6Z" fill="${shade(look.trim, 0.14)}"/>`,
    none: svg`<path d="M-9 ${-high}Q0 ${-high + 14} 10 ${-high}" fill="${shade(look.skin, 0.08)}"/>`,
  };
  return svg`<g transform="translate(0 ${hip}) rotate(${pose.lean})">${parts[look.extra]}</g>`;
}
