import { range, svg } from './markup.ts';
import { mix, palette, shade, tint } from './palette.ts';

/** A pointed verandah arch as a path, x and y at its upper left corner. */
export function archPath(x: number, y: number, wide: number, high: number): string {
  const [left, top, shoulder, foot] = [
    Math.round(x),
    Math.round(y),
    Math.round(y + wide * 0.52),
    Math.round(y + high),
  ];
  const [middle, right, bend] = [
    Math.round(x + wide / 2),
    Math.round(x + wide),
    Math.round(y + wide * 0.14),
  ];
  const curve = Math.round(wide * 0.06);
  return svg`M${left} ${foot}V${shoulder}Q${left + curve} ${bend} ${middle} ${top}Q${right - curve} ${bend} ${right} ${shoulder}V${foot}Z`;
}

/** A pierced jaali screen. */
export function jaali(
  x: number,
  y: number,
  wide: number,
  high: number,
  colours: { readonly ground: string; readonly hole: string },
  cell = 26,
): string {
  const [columns, rows] = [
    Math.max(1, Math.floor(wide / cell)),
    Math.max(1, Math.floor(high / cell)),
  ];
  const [dx, dy] = [wide / columns, high / rows];
  const r = Math.min(dx, dy) * 0.36;
  const holes = range(rows).flatMap((row) =>
    range(columns).map(
      (column) =>
        svg`M${x + dx * (column + 0.5)} ${y + dy * (row + 0.5) - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`,
    ),
  );
  return svg`<path d="M${x} ${y}h${wide}v${high}h${-wide}Z" fill="${colours.ground}"/><path d="${holes}" fill="${colours.hole}"/>`;
}

export type Facade = {
  readonly wall: string;
  readonly trim: string;
  readonly roof: string;
  readonly inside: string;
};

export const facades = [
  { wall: palette.cream, trim: palette.terracotta, roof: palette.indigo, inside: '#7d6a6b' },
  { wall: '#edc4ae', trim: palette.paper, roof: palette.terracottaDeep, inside: '#7d5a5c' },
  { wall: palette.paper, trim: palette.indigo, roof: palette.marigold, inside: '#6b6d92' },
  { wall: '#f3d9a4', trim: palette.paper, roof: palette.neemDeep, inside: '#7c6d5e' },
] as const satisfies readonly Facade[];

/** The school: two floors of verandah arches beside a gabled gate block with the crest's sun; x is its middle, y the ground, 620 units high with the flag. */
export function school(x: number, y: number, bays: number, facade: Facade, scale = 1): string {
  const wing = bays * 92;
  const wings = [-1, 1].map((side) => {
    const left = side < 0 ? -130 - wing : 130;
    const arches = range(bays).map((bay) => left + bay * 92 + 12);
    return svg`<path d="M${left} -352H${left + wing}V0H${left}Z" fill="${facade.wall}"/>${side > 0 ? svg`<path d="M${left} -352h34v352h-34Z" fill="${shade(facade.wall, 0.14)}"/>` : ''}<path d="${arches.map((at) => archPath(at, -326, 68, 118))}${arches.map((at) => archPath(at, -154, 68, 154))}" fill="${facade.inside}"/><path d="${arches.map((at) => svg`M${at} -262V-208H${at + 22}V-290Q${at + 6} -280 ${at} -262Z`)}${arches.map((at) => svg`M${at} -90V0H${at + 22}V-116Q${at + 6} -108 ${at} -90Z`)}" fill="${shade(facade.inside, 0.3)}"/><path d="${arches.map((at) => svg`M${at + 40} -272h20v64h-20ZM${at + 38} -84h24v84h-24Z`)}" fill="${mix(facade.inside, palette.marigoldSoft, 0.35)}"/>${jaali(left, -214, wing, 22, { ground: facade.trim, hole: tint(facade.trim, 0.45) }, 31)}<path d="M${left} -192h${wing}v10h-${wing}Z" fill="${shade(facade.wall, 0.16)}"/><path d="M${left - 10} -372h${wing + 20}v22h-${wing + 20}Z" fill="${facade.roof}"/><path d="M${left} -350h${wing}v12h-${wing}Z" fill="${shade(facade.wall, 0.2)}"/><path d="${range(bays * 2 + 1).map((post) => svg`M${left + post * 46 - 5} -372v-20q5 -10 10 0v20Z`)}" fill="${facade.trim}"/>`;
  });
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M${-130 - wing} 0H${wing + 190}L${wing + 150} 14H${-150 - wing}Z" fill="${palette.ink}" opacity=".14"/>${wings}<path d="M-130 -430H130V0H-130Z" fill="${tint(facade.wall, 0.25)}"/><path d="M84 -430H130V0H84Z" fill="${shade(facade.wall, 0.1)}"/><path d="M-150 -430L0 -530L150 -430Z" fill="${facade.roof}"/><path d="M0 -530L150 -430H92Z" fill="${shade(facade.roof, 0.2)}"/><path d="M-146 -436H146V-414H-146Z" fill="${facade.trim}"/><path d="${archPath(-70, -206, 140, 206)}" fill="${facade.trim}"/><path d="${archPath(-54, -186, 108, 186)}" fill="${shade(facade.inside, 0.2)}"/><path d="M-54 0V-122L-16 -110V0ZM54 0V-122L16 -110V0Z" fill="${palette.wood}"/>${[-86, -27, 32].map((at) => svg`<path d="${archPath(at, -372, 54, 104)}" fill="${facade.inside}"/><path d="M${at + 27} -366V-268M${at + 2} -312H${at + 52}" stroke="${facade.trim}" stroke-width="5"/>`)}<circle cy="-456" r="27" fill="${palette.paper}"/><path d="M-17 -452a17 17 0 0 1 34 0Z" fill="${palette.marigold}"/><path d="M-18 -446Q-9 -452 0 -445Q9 -452 18 -446" stroke="${palette.indigo}" stroke-width="5" fill="none"/><path d="M0 -530V-640" stroke="${palette.sandDeep}" stroke-width="6"/>${flag(3, -638, 74)}<path d="M-96 0H96V-12H-96ZM-116 12H116V0H-116Z" fill="${shade(facade.wall, 0.1)}"/></g>`;
}

/** The tricolour, waving to the right of a pole. */
export function flag(x: number, y: number, wide: number): string {
  const third = wide * 0.22;
  const band = (from: number, colour: string): string =>
    svg`<path d="M${x} ${y + from}q${wide * 0.25} ${-third * 0.5} ${wide * 0.5} 0t${wide * 0.5} 0v${third}q${-wide * 0.25} ${third * 0.5} ${-wide * 0.5} 0t${-wide * 0.5} 0Z" fill="${colour}"/>`;
  return svg`${band(0, '#f08c2e')}${band(third, '#fff')}${band(third * 2, '#3f8a4c')}<circle cx="${x + wide / 2}" cy="${y + third * 1.5}" r="${third * 0.4}" fill="none" stroke="#2b3f8f" stroke-width="${wide * 0.025}"/>`;
}

/** A boundary wall with jaali panels. */
export function wall(y: number, high: number, colour: string): string {
  return svg`<path d="M-600 ${y - high}H2200V${y}H-600Z" fill="${colour}"/>${range(9).map((index) => jaali(-20 + index * 190, y - high + 18, 130, high - 40, { ground: shade(colour, 0.08), hole: shade(colour, 0.24) }, 22))}<path d="M-600 ${y - high - 12}H2200V${y - high + 4}H-600Z" fill="${shade(colour, 0.16)}"/>`;
}

export type Interior = { readonly wall: string; readonly dado: string; readonly floor: string };

export const interiors = [
  { wall: '#f7ead2', dado: '#e6c79b', floor: '#c99a6c' },
  { wall: '#dfeaf2', dado: '#a9c6d8', floor: '#cdaa80' },
  { wall: '#e6eedd', dado: '#b0caa6', floor: '#c7a07a' },
  { wall: '#f6ddd0', dado: '#dea58e', floor: '#b98a68' },
  { wall: '#e6e4f4', dado: '#b3b0da', floor: '#c9a684' },
] as const satisfies readonly Interior[];

/** A room's wall, dado and floor, with light falling through a window from the upper left. */
export function room(interior: Interior, floor: number): string {
  const joints = range(9).map(
    (index) => svg`M${800 + (index - 4) * 190} ${floor}L${800 + (index - 4) * 420} 1000`,
  );
  return svg`<path d="M-600 0H2200V1000H-600Z" fill="${interior.wall}"/><path d="M-600 ${floor - 150}H2200V${floor}H-600Z" fill="${interior.dado}"/><path d="M-600 ${floor - 158}H2200V${floor - 146}H-600Z" fill="${shade(interior.dado, 0.18)}"/><path d="M-600 ${floor}H2200V1000H-600Z" fill="${interior.floor}"/><path d="${joints}" stroke="${shade(interior.floor, 0.12)}" stroke-width="3"/><path d="M-600 ${floor}H2200V${floor + 16}H-600Z" fill="${shade(interior.floor, 0.24)}"/><path d="M420 0H900L1500 1000H900Z" fill="${palette.paper}" opacity=".16"/>`;
}

/** An arched window with a view of sky and tree. */
export function archWindow(
  x: number,
  y: number,
  wide: number,
  high: number,
  frame: string = palette.paper,
): string {
  const sky = svg`<path d="${archPath(x, y, wide, high)}" fill="${palette.sky}"/>`;
  return svg`<path d="${archPath(x - 14, y - 16, wide + 28, high + 24)}" fill="${frame}"/>${sky}<path d="M${x} ${y + high}V${y + high * 0.72}Q${x + wide * 0.2} ${y + high * 0.52} ${x + wide * 0.44} ${y + high * 0.66}Q${x + wide * 0.7} ${y + high * 0.44} ${x + wide} ${y + high * 0.62}V${y + high}Z" fill="${palette.neemSoft}"/><path d="M${x + wide / 2} ${y}V${y + high}M${x} ${y + high * 0.55}H${x + wide}" stroke="${frame}" stroke-width="9"/><path d="M${x - 24} ${y + high + 6}H${x + wide + 24}V${y + high + 24}H${x - 24}Z" fill="${shade(frame, 0.14)}"/>`;
}
