import { archWindow, interiors, room } from './buildings.ts';
import { actors, spread } from './crowds.ts';
import { student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { potted } from './nature.ts';
import { mix, palette, shade } from './palette.ts';
import { blackboard, globe, stool, table } from './props.ts';
import type { Random } from './random.ts';

/** A conical flask with a coloured liquid, 90 units high. */
export function flask(x: number, y: number, scale: number, liquid: string): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-10 -90H10V-56L36 -8Q38 0 28 0H-28Q-38 0 -36 -8L-10 -56Z" fill="${palette.skySoft}" opacity=".9"/><path d="M-22 -34H22L36 -8Q38 0 28 0H-28Q-38 0 -36 -8Z" fill="${liquid}"/><path d="M-14 -92H14" stroke="${palette.indigoSoft}" stroke-width="7"/><circle cx="-6" cy="-16" r="5" fill="#fff" opacity=".6"/><circle cx="10" cy="-24" r="3.5" fill="#fff" opacity=".6"/></g>`.replace(
    '3.500',
    '3.5',
  );
}

/** A microscope, 130 units high. */
export function microscope(x: number, y: number, scale: number): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-44 0H44V-14H-44Z" fill="${palette.ink}"/><path d="M20 -14Q60 -60 10 -104" fill="none" stroke="${palette.indigo}" stroke-width="15"/><path d="M-36 -42H20V-30H-36Z" fill="${palette.indigoSoft}"/><g transform="rotate(-18 0 -90)"><path d="M-14 -128H14V-64H-14Z" fill="${palette.indigoMid}"/><path d="M-9 -64H9V-46H-9Z" fill="${palette.marigold}"/><path d="M-10 -142H10V-128H-10Z" fill="${palette.ink}"/></g></g>`;
}

/** Tubes in a rack. */
export function tubes(x: number, y: number, scale: number): string {
  const colours = [palette.terracotta, palette.marigold, palette.neem, palette.indigoMid];
  return svg`<g transform="translate(${x} ${y}) scale(${scale})">${colours.map((colour, index) => svg`<path d="M${-54 + index * 30} -84v66a9 9 0 0 0 18 0v-66Z" fill="${palette.skySoft}"/><path d="M${-54 + index * 30} ${-50 - index * 6}v${32 + index * 6}a9 9 0 0 0 18 0v${-32 - index * 6}Z" fill="${colour}"/>`)}<path d="M-68 -64H72V-52H-68ZM-68 -14H72V0H-68Z" fill="${palette.wood}"/></g>`;
}

export function science(random: Random): string {
  const liquids = random.shuffle([
    palette.terracotta,
    palette.marigold,
    palette.neem,
    palette.indigoMid,
    palette.skyDeep,
  ]);
  const liquid = (index: number): string => liquids[index] ?? palette.marigold;
  const coat = { top: palette.paper, sleeves: 'long', extra: 'tie' } as const;
  const bubbles = range(5).map(
    (index) =>
      svg`<circle cx="${800 + random.between(-40, 40)}" cy="${480 - index * 46}" r="${9 + index * 3}" fill="${liquid(0)}" opacity="${0.7 - index * 0.1}"/>`,
  );
  return svg`${room(random.pick(interiors), 640)}${archWindow(90, 120, 190, 340)}<path d="M370 120h300v330h-300Z" fill="${palette.wood}"/><path d="M386 136h268v140h-268ZM386 292h268v142h-268Z" fill="${palette.woodDeep}"/>${[430, 510, 600].map((x, index) => flask(x, 276, 0.9 + (index % 2) * 0.2, liquid(index)))}${tubes(450, 432, 0.9)}${globe(590, 434, 0.9)}${blackboard(900, 120, 580, 310, random.pick(['solar', 'plant'] as const))}${actors(
    [
      {
        look: student(random, coat),
        pose: 'hold',
        x: 420,
        y: 900,
        scale: 2.05,
        turn: 0.5,
        inRight: flask(4, -6, 0.5, liquid(1)),
      },
      {
        look: student(random, { ...coat, glasses: true }),
        pose: 'offer',
        x: 700,
        y: 900,
        scale: 2.05,
        turn: 0.4,
        inRight: flask(6, 6, 0.5, liquid(3)),
      },
      { look: student(random, coat), pose: 'point', x: 1220, y: 900, scale: 2.05, facing: -1 },
      {
        look: teacher(random, { top: palette.paper, sleeves: 'long' }),
        pose: 'hip',
        x: 1000,
        y: 880,
        scale: 1.9,
        turn: -0.3,
      },
    ],
  )}${bubbles}<path d="M150 760H1450V1000H150Z" fill="${palette.wood}"/><path d="M180 800H560V1000H180ZM600 800H1000V1000H600ZM1040 800H1420V1000H1040Z" fill="${shade(palette.wood, 0.16)}"/><path d="M110 736H1490V772H110Z" fill="${palette.cream}"/><path d="M110 762H1490V776H110Z" fill="${palette.sandDeep}"/>${microscope(560, 738, 1.3)}${flask(800, 738, 1.5, liquid(0))}${tubes(1020, 738, 1.1)}${flask(260, 738, 1.2, liquid(2))}${flask(1360, 738, 1.1, liquid(4))}`;
}

/** A computer with something bright on its screen, 150 units high. */
export function computer(
  x: number,
  y: number,
  scale: number,
  screen: string,
  view: 'front' | 'back' = 'front',
): string {
  const face =
    view === 'back'
      ? svg`<circle cy="-94" r="13" fill="${palette.marigold}"/>`
      : svg`<path d="M-86 -146H86V-50H-86Z" fill="${screen}"/><path d="M-66 -126h50M-66 -106h80M-66 -86h34M-66 -68h64" stroke="#fff" stroke-width="8"/><circle cx="50" cy="-104" r="22" fill="${palette.marigold}"/>`;
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-16 -40H16L26 0H-26Z" fill="${palette.indigoSoft}"/><rect x="-100" y="-160" width="200" height="124" rx="12" fill="${view === 'back' ? palette.indigoSoft : palette.ink}"/>${face}</g>`;
}

export function computerLab(random: Random): string {
  const seats = spread(3, 320, 1140, random);
  const screens = random.shuffle([
    palette.indigoMid,
    palette.neem,
    palette.terracotta,
    palette.skyDeep,
  ]);
  return svg`${room(random.pick(interiors), 620)}${archWindow(90, 110, 170, 310)}${archWindow(1350, 110, 170, 310)}<path d="M420 96h760v350h-760Z" fill="${palette.ink}"/><path d="M436 112h728v318h-728Z" fill="${palette.skySoft}"/><path d="M480 160h240v160h-240Z" fill="${palette.indigoMid}"/><path d="M770 170h340M770 215h260M770 260h310M480 360h500" stroke="${palette.indigoSoft}" stroke-width="13"/><circle cx="600" cy="240" r="48" fill="${palette.marigold}"/><path d="M586 216l36 24l-36 24Z" fill="#fff"/><circle cx="1060" cy="352" r="36" fill="${palette.terracotta}"/><path d="M1044 352l12 13l22 -26" stroke="#fff" stroke-width="9" fill="none"/>${table(730, 800, 1180, 150)}${seats.map((x, index) => computer(x, 644, 1.05, screens[index] ?? palette.indigoMid))}${seats.map((x) => svg`<path d="M${x - 70} 654h140l14 18h-168Z" fill="${palette.paper}"/>`)}${seats.map((x, index) => svg`${actors([{ look: student(random), pose: index === random.integer(0, 3) ? 'wave' : 'stand', x: x + (index - 1) * 20, y: 1010, scale: 1.9, turn: index === 2 ? -0.9 : 'away', shadow: 'none' }])}<path d="M${x + (index - 1) * 20 - 96} 880q0 -24 24 -24h144q24 0 24 24v130h-192Z" fill="${[palette.marigold, palette.terracotta, palette.neem][index] ?? palette.marigold}"/><path d="M${x + (index - 1) * 20 - 12} 990h24v40h-24Z" fill="${palette.ink}"/>`)}${actors([{ look: teacher(random), pose: 'point', x: 1440, y: 960, scale: 2, facing: -1 }])}`;
}

/** A little robot, 130 units high. */
export function robot(
  x: number,
  y: number,
  scale: number,
  colour: string = palette.marigold,
): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-46 -24H46V-2H-46Z" fill="${palette.ink}"/><circle cx="-30" cy="-10" r="13" fill="${palette.indigoSoft}"/><circle cx="30" cy="-10" r="13" fill="${palette.indigoSoft}"/><path d="M-38 -74H38V-24H-38Z" fill="${colour}"/><path d="M-38 -60L-66 -40M38 -60L66 -74" stroke="${shade(colour)}" stroke-width="9"/><rect x="-34" y="-126" width="68" height="48" rx="15" fill="${palette.skySoft}"/><circle cx="-14" cy="-102" r="8" fill="${palette.indigo}"/><circle cx="14" cy="-102" r="8" fill="${palette.indigo}"/><path d="M0 -126V-142" stroke="${palette.ink}" stroke-width="4"/><circle cy="-146" r="7" fill="${palette.terracotta}"/><path d="M-20 -60H20V-40H-20Z" fill="${mix(colour, palette.paper, 0.6)}"/></g>`;
}

export function robotics(random: Random): string {
  return svg`${room(random.pick(interiors), 640)}${archWindow(110, 120, 180, 320)}${blackboard(430, 120, 560, 310, 'shapes')}${table(1330, 660, 280, 130)}${globe(1330, 522, 1)}${potted(1480, 700, 1.1)}${actors(
    [
      {
        look: student(random, { extra: 'blazer' }),
        pose: 'offer',
        x: 420,
        y: 900,
        scale: 2.1,
        turn: 0.6,
      },
      {
        look: student(random, { glasses: true }),
        pose: 'clap',
        x: 700,
        y: 890,
        scale: 2.05,
        turn: 0.3,
      },
      { look: student(random), pose: 'point', x: 1180, y: 900, scale: 2.1, facing: -1 },
      { look: teacher(random), pose: 'hip', x: 960, y: 860, scale: 1.85, turn: -0.2 },
    ],
  )}<path d="M230 772H1370V1000H230Z" fill="${palette.indigoMid}"/><path d="M190 744H1410V780H190Z" fill="${palette.cream}"/>${robot(620, 744, 1.15)}${robot(1010, 744, 0.95, palette.terracottaSoft)}<path d="M760 744h90v-16h-90ZM780 728h50v-14h-50ZM330 744h60v-24h-60ZM400 744a18 18 0 1 1 36 0Z" fill="${palette.neem}"/>${stool(150, 960, 1.8)}`;
}
