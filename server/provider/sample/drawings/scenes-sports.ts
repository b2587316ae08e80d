import { facades, school } from './buildings.ts';
import { actors, spread } from './crowds.ts';
import { athlete, student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { ashoka, ground, lights, neem, outdoors } from './nature.ts';
import { festive, mix, palette, shade } from './palette.ts';
import { bunting, confetti } from './props.ts';
import type { PoseName } from './poses.ts';
import type { Random } from './random.ts';

const houses = [palette.terracotta, palette.marigold, palette.neem, palette.skyDeep] as const;

/** Spectators far away on stepped seats, one path for each colour. */
export function stands(x: number, y: number, wide: number, random: Random): string {
  const rows = range(3).map((row) => {
    const shapes = new Map<string, string>();
    const add = (colour: string, path: string): Map<string, string> =>
      shapes.set(colour, `${shapes.get(colour) ?? ''}${path}`);
    for (const seat of range(wide / 44)) {
      const [cx, cy] = [
        Math.round(x + 20 + seat * 44 - row * 10 + random.between(-8, 8)),
        y - 76 - row * 40,
      ];
      if (random.chance(0.2)) continue;
      add(random.pick(festive), svg`M${cx - 13} ${cy + 14}q0 -24 13 -24t13 24Z`);
      add(
        random.pick(['#c98f5f', '#9c6440', '#3a2823']),
        svg`M${cx - 10} ${cy - 18}a10 10 0 1 1 20 0a10 10 0 1 1 -20 0Z`,
      );
    }
    return svg`<path d="M${x - row * 10} ${y - 70 - row * 40}h${wide}v40h${-wide}Z" fill="${mix(palette.cream, palette.sandDeep, row * 0.22)}"/>${[...shapes].map(([colour, path]) => svg`<path d="${path}" fill="${colour}"/>`)}`;
  });
  return svg`${rows.toReversed()}<path d="M${x} ${y - 32}h${wide}v32h${-wide}Z" fill="${palette.indigoMid}"/>`;
}

function field(random: Random, horizon: number): string {
  const light = random.pick([lights.morning, lights.noon, lights.golden]);
  return svg`${outdoors(light, horizon, random)}${ashoka(90, horizon + 10, 0.8)}${ashoka(170, horizon + 20, 0.9)}${neem(1480, horizon + 20, 0.9, random)}${ground(light.grass, horizon, random)}`;
}

export function sports(random: Random): string {
  const [mine, other] = random.shuffle(houses);
  const ball = svg`<circle cx="1010" cy="850" r="38" fill="${palette.white}"/><path d="M1010 832l17 13l-7 20h-20l-7 -20ZM1010 812v20M1047 845l-20 0M1032 883l-12 -18M988 883l12 -18M973 845l20 0" fill="${palette.ink}" stroke="${palette.ink}" stroke-width="4"/>`;
  return svg`${field(random, 540)}${stands(330, 560, 940, random)}${bunting(-30, 150, 800, 150, 60, festive)}${bunting(800, 150, 1640, 150, 60, festive)}<path d="M-600 640H2200M-600 960L300 640M2200 960L1300 640" stroke="${palette.paper}" stroke-width="8" opacity=".8" fill="none"/><path d="M1330 700V500H1560V740" fill="none" stroke="${palette.paper}" stroke-width="12"/><path d="${range(6).map((line) => svg`M${1340 + line * 40} 506V720M1336 ${530 + line * 36}H1556`)}" stroke="${palette.paper}" stroke-width="2" opacity=".7"/>${actors(
    [
      { look: athlete(random, mine ?? palette.marigold), pose: 'kick', x: 850, y: 890, scale: 2.3 },
      {
        look: athlete(random, other ?? palette.neem),
        pose: 'run',
        x: 1240,
        y: 900,
        scale: 2.1,
        facing: -1,
      },
      {
        look: athlete(random, mine ?? palette.marigold),
        pose: 'sprint',
        x: 480,
        y: 860,
        scale: 1.85,
      },
      {
        look: athlete(random, other ?? palette.neem),
        pose: 'brace',
        x: 1430,
        y: 740,
        scale: 1.4,
        facing: -1,
      },
      {
        look: athlete(random, mine ?? palette.marigold),
        pose: 'waveBoth',
        x: 210,
        y: 760,
        scale: 1.4,
      },
    ],
  )}${ball}`;
}

export function race(random: Random): string {
  const colours = random.shuffle(houses);
  const lanes = [680, 760, 860, 980];
  return svg`${field(random, 520)}${stands(240, 560, 1060, random)}${bunting(-30, 120, 1640, 120, 80, festive)}<path d="M-600 610H2200V1000H-600Z" fill="${palette.terracotta}"/><path d="M-600 610H2200V630H-600Z" fill="${palette.paper}" opacity=".5"/><path d="${lanes.map((y) => svg`M-600 ${y + 14}H2200`)}" stroke="${palette.paper}" stroke-width="6" opacity=".85"/><path d="M1260 610h44l170 390h-60Z" fill="${palette.paper}"/><path d="${range(10).map((row) => svg`M${1262 + row * 16 + (row % 2) * 18} ${614 + row * 39}h22l17 38h-22Z`)}" fill="${palette.ink}"/>${actors(lanes.slice(0, 4).map((y, lane) => ({ look: athlete(random, colours[lane] ?? palette.neem), pose: lane === 2 ? 'finish' : random.pick(['sprint', 'run'] as const), x: [640, 980, 1180, 520][lane] ?? 700, y: y - 4, scale: 1.3 + lane * 0.25 })))}${actors([{ look: teacher(random), pose: 'waveBoth', x: 1440, y: 690, scale: 1.35, facing: -1 }])}<path d="M1050 650Q1180 700 1290 770" fill="none" stroke="${palette.marigold}" stroke-width="9"/>`;
}

export function kabaddi(random: Random): string {
  const [mine, other] = random.shuffle(houses);
  const defenders: readonly PoseName[] = ['brace', 'crouch', 'lunge', 'crouch'];
  return svg`${field(random, 520)}${stands(260, 560, 1080, random)}${bunting(-30, 130, 800, 150, 60, festive)}${bunting(800, 150, 1640, 130, 60, festive)}<path d="M160 640H1440L1720 1000H-120Z" fill="${palette.sand}"/><path d="M800 640L780 1000M160 640H1440L1720 1000M-120 1000L160 640M420 640L300 1000M1180 640L1300 1000" fill="none" stroke="${palette.paper}" stroke-width="9"/>${actors(
    [
      {
        look: athlete(random, mine ?? palette.marigold),
        pose: 'lunge',
        x: 640,
        y: 900,
        scale: 2.3,
      },
      ...spread(4, 930, 1330, random).map((x, index) => ({
        look: athlete(random, other ?? palette.neem),
        pose: defenders[index] ?? 'brace',
        x: x + (index % 2 ? 60 : 0),
        y: index % 2 ? 800 : 930,
        scale: index % 2 ? 1.7 : 2.05,
        facing: -1 as const,
      })),
      {
        look: athlete(random, mine ?? palette.marigold),
        pose: 'waveBoth',
        x: 330,
        y: 790,
        scale: 1.6,
      },
      { look: athlete(random, mine ?? palette.marigold), pose: 'clap', x: 190, y: 860, scale: 1.7 },
    ],
  )}<g fill="${palette.cream}" opacity=".8"><circle cx="520" cy="894" r="20"/><circle cx="486" cy="880" r="13"/><circle cx="548" cy="902" r="11"/></g>`;
}

export function yoga(random: Random): string {
  const light = random.pick([lights.morning, lights.golden, lights.dusk]);
  const pose = random.pick(['tree', 'warrior', 'lotus'] as const);
  const mats = random.shuffle([
    palette.indigoMid,
    palette.terracotta,
    palette.neemDeep,
    palette.marigold,
    palette.skyDeep,
  ]);
  const mat = (x: number, y: number, scale: number, index: number): string =>
    svg`<path d="M${x - 100 * scale} ${y - 14 * scale}H${x + 110 * scale}L${x + 130 * scale} ${y + 18 * scale}H${x - 120 * scale}Z" fill="${mats[index % 5] ?? palette.indigo}"/>`;
  const back = [460, 1140];
  const near = spread(3, 300, 1300, random);
  return svg`${outdoors(light, 560, random)}${school(1180, 566, 3, random.pick(facades), 0.5)}${ground(light.grass, 560, random)}${neem(240, 640, 1.3, random)}${neem(1500, 620, 0.9, random)}${mat(800, 694, 0.9, 2)}${actors([{ look: teacher(random, { lower: 'trousers', cloth: palette.paper, top: palette.marigold, extra: 'none' }), pose, x: 800, y: 698, scale: 1.3, turn: 0, shadow: 'none' }])}${back.map((x, index) => mat(x, 780, 1.15, index))}${actors(back.map((x) => ({ look: student(random, { top: palette.white, extra: 'none', lower: 'trousers' }), pose, x, y: 786, scale: 1.65, turn: 0, shadow: 'none' })))}${near.map((x, index) => mat(x, 930, 1.45, index + 3))}${actors(near.map((x) => ({ look: student(random, { top: palette.white, extra: 'none', lower: 'trousers' }), pose, x, y: 940, scale: 2.15, turn: 0, shadow: 'none' })))}`;
}

export function medal(random: Random): string {
  const colours = random.shuffle(houses);
  const steps = [
    { x: 800, top: 640, place: 0 },
    { x: 540, top: 720, place: 1 },
    { x: 1060, top: 760, place: 2 },
  ];
  const medals = [palette.marigold, palette.lavender, palette.terracottaSoft];
  const poses = random.shuffle(['waveBoth', 'wave', 'namaste', 'clap'] as const);
  return svg`${field(random, 620)}${stands(330, 660, 940, random)}${bunting(-30, 90, 800, 110, 70, festive)}${bunting(800, 110, 1640, 90, 70, festive)}<path d="M350 930H1270L1330 960H330Z" fill="${palette.ink}" opacity=".16"/>${steps.map(({ x, top, place }) => svg`<path d="M${x - 130} ${top}h260V940h-260Z" fill="${[palette.indigo, palette.indigoMid, palette.indigoMid][place] ?? palette.indigo}"/><path d="M${x + 80} ${top}h50V940h-50Z" fill="${palette.ink}" opacity=".3"/><path d="M${x - 140} ${top - 10}h280v26h-280Z" fill="${palette.paper}"/><circle cx="${x}" cy="${top + 90}" r="42" fill="${medals[place] ?? palette.marigold}"/><path d="${['M-10 -14L2 -22V22M-12 22H16', 'M-14 -12Q-12 -24 0 -24Q16 -24 14 -8Q12 4 -14 22H16', 'M-14 -22H12L-2 -4Q16 -4 14 10Q10 24 -14 20'][place] ?? ''}" transform="translate(${x} ${top + 90})" fill="none" stroke="${palette.indigo}" stroke-width="9"/>`)}${steps.map(({ x, top, place }) => svg`${actors([{ look: athlete(random, colours[place] ?? palette.neem), pose: poses[place] ?? 'wave', x, y: top - 10, scale: place ? 1.75 : 1.95, turn: (800 - x) / 700, shadow: 'none' }])}<g transform="translate(${x} ${top - (place ? 168 : 187)})"><path d="M-16 -40L0 0L18 -40" fill="none" stroke="${palette.terracotta}" stroke-width="8"/><circle cy="14" r="20" fill="${medals[place] ?? palette.marigold}"/><circle cy="14" r="11" fill="${shade(medals[place] ?? palette.marigold, 0.14)}"/></g>`)}${actors(
    [
      { look: teacher(random), pose: 'clap', x: 1320, y: 950, scale: 1.85, facing: -1 },
      { look: student(random), pose: 'clap', x: 250, y: 960, scale: 1.75 },
    ],
  )}${confetti(250, 40, 1100, 460, 28, random)}`;
}
