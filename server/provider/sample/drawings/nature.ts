import { range, svg } from './markup.ts';
import { mix, palette, shade } from './palette.ts';
import type { Random } from './random.ts';

/** A closed scalloped outline: foliage and clouds. */
export function scallop(
  x: number,
  y: number,
  rx: number,
  ry: number,
  bumps: number,
  random: Random,
): string {
  const start = random.between(0, 6);
  const points = range(bumps).map((index) => {
    const angle = start + (index / bumps) * Math.PI * 2;
    const reach = random.between(0.9, 1.06);
    return [x + Math.cos(angle) * rx * reach, y + Math.sin(angle) * ry * reach] as const;
  });
  const [firstX, firstY] = points[0] ?? [x, y];
  let [px, py] = [firstX, firstY];
  const arcs = [...points.slice(1), [firstX, firstY] as const].map(([qx, qy]) => {
    const radius = Math.hypot(qx - px, qy - py) * 0.56;
    [px, py] = [qx, qy];
    return svg`A${radius} ${radius} 0 0 1 ${qx} ${qy}`;
  });
  return svg`M${firstX} ${firstY}${arcs}Z`;
}

/** A wide neem tree, x and y at the foot of its trunk; about 400 units high at scale 1. */
export function neem(
  x: number,
  y: number,
  scale: number,
  random: Random,
  leaf: string = palette.neem,
): string {
  const [dark, light] = [mix(leaf, palette.neemDeep, 0.6), mix(leaf, palette.neemSoft, 0.55)];
  const leaves = range(16).map(() => {
    const [lx, ly] = [random.between(-120, 110), random.between(-380, -200)];
    return svg`M${lx} ${ly}q10 -12 24 -8q-8 12 -24 8`;
  });
  const body = svg`<ellipse cx="40" cy="2" rx="130" ry="12" fill="${palette.ink}" opacity=".15"/><path d="M-20 2Q-8 -90 -14 -150L-70 -220L-58 -230L-6 -184L-2 -250H10L12 -176L64 -226L76 -216L20 -140Q14 -70 26 2Z" fill="${palette.woodDeep}"/><path d="${scallop(20, -270, 150, 106, 11, random)}" fill="${dark}"/><path d="${scallop(-20, -296, 136, 92, 10, random)}" fill="${leaf}"/><path d="${scallop(-52, -328, 76, 46, 8, random)}" fill="${light}"/><path d="${leaves}" fill="${light}"/><path d="${range(6).map(() => svg`M${random.between(20, 130)} ${random.between(-280, -200)}q10 -12 24 -8q-8 12 -24 8`)}" fill="${leaf}"/>`;
  return svg`<g transform="translate(${x} ${y}) scale(${scale})">${body}</g>`;
}

/** A tall, narrow ashoka tree with drooping leaves; about 360 units high at scale 1. */
export function ashoka(
  x: number,
  y: number,
  scale: number,
  leaf: string = palette.neemDeep,
): string {
  const leaves = range(7).flatMap((row) => {
    const wide = 5 + row * 4.4 - Math.max(0, row - 5) * 7;
    return [-0.7, 0, 0.7].map(
      (share) => svg`M${share * wide} ${-340 + row * 42}q${share * 14} 14 ${share * 10} 32`,
    );
  });
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="20" cy="1" rx="54" ry="8" fill="${palette.ink}" opacity=".15"/><path d="M-8 0V-70H8V0Z" fill="${palette.woodDeep}"/><path d="M0 -384C18 -350 26 -322 28 -296Q38 -280 34 -250Q44 -226 39 -196Q48 -166 41 -132Q46 -96 36 -72Q28 -50 16 -58Q8 -40 -4 -54Q-18 -42 -24 -60Q-42 -66 -40 -100Q-48 -130 -41 -164Q-47 -194 -37 -222Q-40 -258 -30 -282Q-26 -330 0 -384Z" fill="${leaf}"/><path d="M0 -384C18 -350 26 -322 28 -296Q38 -280 34 -250Q44 -226 39 -196Q48 -166 41 -132Q46 -96 36 -72Q28 -50 16 -58Q26 -220 0 -384Z" fill="${shade(leaf, 0.22)}"/><path d="${leaves}" fill="none" stroke="${mix(leaf, palette.neemSoft, 0.4)}" stroke-width="7"/></g>`;
}

/** A clipped bush with a flower colour, or without. */
export function bush(
  x: number,
  y: number,
  wide: number,
  high: number,
  random: Random,
  options: { readonly leaf?: string; readonly flower?: string } = {},
): string {
  const leaf = options.leaf ?? palette.neem;
  const flowers =
    options.flower === undefined
      ? ''
      : range(wide / 16).map(
          () =>
            svg`<circle cx="${x + random.between(-wide * 0.42, wide * 0.42)}" cy="${y - high * random.between(0.2, 0.9)}" r="${random.between(4, 7)}" fill="${options.flower ?? ''}"/>`,
        );
  return svg`<path d="${scallop(x, y - high * 0.45, wide / 2, high * 0.55, Math.max(7, Math.round(wide / 26)), random)}" fill="${leaf}"/><path d="${scallop(x - wide * 0.12, y - high * 0.66, wide * 0.28, high * 0.24, 6, random)}" fill="${mix(leaf, palette.neemSoft, 0.4)}"/>${flowers}`;
}

/** A potted plant, about 130 units high at scale 1. */
export function potted(
  x: number,
  y: number,
  scale: number,
  kind: 'palm' | 'marigold' | 'tulsi' = 'palm',
): string {
  const plants = {
    palm: svg`<g fill="none" stroke="${palette.neem}" stroke-width="11"><path d="M0 -54Q-10 -110 -50 -120M0 -54Q0 -120 -14 -150M0 -54Q10 -110 52 -126" stroke="${palette.neemDeep}"/><path d="M0 -54Q-20 -86 -60 -80M0 -54Q20 -90 60 -84M0 -54Q10 -120 22 -146"/></g>`,
    marigold: svg`<path d="M-34 -50Q-40 -92 0 -94Q40 -92 34 -50Z" fill="${palette.neem}"/><g fill="${palette.marigold}"><circle cx="-22" cy="-86" r="13"/><circle cx="4" cy="-100" r="14"/><circle cx="26" cy="-82" r="12"/></g><g fill="${palette.marigoldDeep}"><circle cx="-22" cy="-86" r="5"/><circle cx="4" cy="-100" r="5"/><circle cx="26" cy="-82" r="5"/></g>`,
    tulsi: svg`<path d="M0 -50V-120" stroke="${palette.neemDeep}" stroke-width="5"/><g fill="${palette.neem}"><ellipse cx="-16" cy="-78" rx="17" ry="9" transform="rotate(24 -16 -78)"/><ellipse cx="16" cy="-86" rx="17" ry="9" transform="rotate(-24 16 -86)"/><ellipse cx="-13" cy="-104" rx="15" ry="8" transform="rotate(24 -13 -104)"/><ellipse cx="13" cy="-114" rx="14" ry="8" transform="rotate(-24 13 -114)"/><ellipse cy="-128" rx="8" ry="14"/></g>`,
  };
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="10" cy="1" rx="44" ry="7" fill="${palette.ink}" opacity=".15"/>${plants[kind]}<path d="M-30 -52H30L22 0H-22Z" fill="${palette.terracotta}"/><path d="M10 -52H30L22 0H8Z" fill="${palette.terracottaDeep}" opacity=".55"/><path d="M-35 -60H35V-46H-35Z" fill="${shade(palette.terracotta, 0.14)}"/></g>`;
}

/** The light of a time of day. */
export type Light = {
  readonly sky: string;
  readonly haze: string;
  readonly sun: string;
  readonly cloud: string;
  readonly far: string;
  readonly grass: string;
};

export const lights = {
  morning: {
    sky: '#cfe3ef',
    haze: palette.blush,
    sun: palette.marigoldSoft,
    cloud: palette.paper,
    far: '#b4cdbb',
    grass: '#93b884',
  },
  noon: {
    sky: palette.sky,
    haze: palette.skySoft,
    sun: palette.paper,
    cloud: palette.white,
    far: '#a5c9b0',
    grass: '#86b07a',
  },
  golden: {
    sky: '#f7d9a8',
    haze: '#fbeacb',
    sun: palette.marigold,
    cloud: '#fdf3df',
    far: '#c3c08c',
    grass: '#9eb06a',
  },
  dusk: {
    sky: '#b9b3dd',
    haze: '#f2c4ae',
    sun: palette.terracottaSoft,
    cloud: '#e2d9ee',
    far: '#8b94b4',
    grass: '#76946f',
  },
} as const satisfies Record<string, Light>;

/** Sky, sun, clouds and far hills of a 1600-wide view down to the horizon, wider than the view on both sides. */
export function outdoors(light: Light, horizon: number, random: Random): string {
  const sunX = random.between(260, 620);
  const clouds = range(4).map((index) => {
    const [x, y, wide] = [
      index * 480 - 60 + random.between(0, 220),
      random.between(70, horizon * 0.42),
      random.between(110, 180),
    ];
    return svg`<path d="M${x - wide} ${y}Q${x - wide} ${y - 34} ${x - wide * 0.5} ${y - 36}Q${x - wide * 0.3} ${y - 82} ${x + wide * 0.1} ${y - 70}Q${x + wide * 0.5} ${y - 84} ${x + wide * 0.6} ${y - 36}Q${x + wide} ${y - 36} ${x + wide} ${y}Z" fill="${light.cloud}" opacity=".85"/>`;
  });
  const hill = svg`<path d="M-600 ${horizon + 90}V${horizon - 60}Q-200 ${horizon - 130} 120 ${horizon - 70}T760 ${horizon - 80}T1400 ${horizon - 60}T2200 ${horizon - 90}V${horizon + 90}Z" fill="${light.far}"/>`;
  return svg`<path d="M-600 0H2200V${horizon}H-600Z" fill="${light.sky}"/><path d="M-600 ${horizon * 0.55}Q400 ${horizon * 0.42} 1000 ${horizon * 0.56}T2200 ${horizon * 0.5}V${horizon}H-600Z" fill="${light.haze}"/><circle cx="${sunX}" cy="${horizon * 0.36}" r="150" fill="${light.sun}" opacity=".35"/><circle cx="${sunX}" cy="${horizon * 0.36}" r="92" fill="${light.sun}"/>${clouds}${hill}`;
}

/** Ground from the horizon to the bottom with a lighter path band and tufts. */
export function ground(colour: string, horizon: number, random: Random): string {
  const tufts = range(16).map(() => {
    const [x, y] = [random.between(-100, 1700), random.between(horizon + 40, 985)];
    return svg`M${x} ${y}q-4 -14 -12 -18M${x} ${y}q0 -16 2 -22M${x} ${y}q4 -12 13 -16`;
  });
  return svg`<path d="M-600 ${horizon}H2200V1000H-600Z" fill="${colour}"/><path d="M-600 ${horizon + 70}Q300 ${horizon + 20} 900 ${horizon + 60}T2200 ${horizon + 40}V${horizon + 150}Q1200 ${horizon + 130} 700 ${horizon + 170}T-600 ${horizon + 150}Z" fill="${palette.paper}" opacity=".16"/><path d="${tufts}" fill="none" stroke="${shade(colour, 0.16)}" stroke-width="4"/>`;
}

/** Leaves in the near corner that frame a view. */
export function nearLeaves(corner: 'left' | 'right', colour: string = palette.neemDeep): string {
  const leaf = (angle: number, length: number): string =>
    svg`<path transform="rotate(${angle})" d="M0 0Q${length * 0.4} ${-length * 0.24} ${length} 0Q${length * 0.4} ${length * 0.24} 0 0Z" fill="${angle < -60 ? mix(colour, palette.neem, 0.5) : colour}"/>`;
  const leaves = [-96, -72, -50, -28, -8].map((angle, index) =>
    leaf(angle, 210 - Math.abs(index - 2) * 24),
  );
  return corner === 'left'
    ? svg`<g transform="translate(-10 1010)">${leaves}</g>`
    : svg`<g transform="translate(1610 1010) scale(-1 1)">${leaves}</g>`;
}
