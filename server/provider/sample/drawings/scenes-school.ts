import { archWindow, facades, interiors, room, school, wall } from './buildings.ts';
import { actors, spread } from './crowds.ts';
import { student, teacher } from './looks.ts';
import { svg } from './markup.ts';
import { ashoka, bush, ground, lights, nearLeaves, neem, outdoors, potted } from './nature.ts';
import { festive, palette, shade } from './palette.ts';
import { blackboard, bunting, bus, globe, lectern, openBook, table } from './props.ts';
import type { Random } from './random.ts';

export function assembly(random: Random): string {
  const light = random.pick([lights.morning, lights.golden, lights.noon]);
  const back = spread(5, 330, 1270, random);
  const near = spread(3, 330, 1270, random);
  const pose = random.pick(['attention', 'namaste', 'salute'] as const);
  return svg`${outdoors(light, 560, random)}${school(800, 580, 4, random.pick(facades), 0.9)}${ground(light.grass, 570, random)}<path d="M-600 650Q800 610 2200 650V780Q800 740 -600 780Z" fill="${palette.sand}" opacity=".8"/>${neem(60, 640, 0.84, random)}${ashoka(1450, 640, 0.8)}${ashoka(1530, 660, 0.86)}${bunting(-40, 110, 1640, 110, 70)}<path d="M560 664H1040L1080 706H520Z" fill="${palette.cream}"/><path d="M520 706H1080V728H520Z" fill="${palette.terracotta}"/>${actors(
    [
      { look: teacher(random), pose: 'wave', x: 800, y: 694, scale: 0.95, turn: 0 },
      { look: teacher(random), pose: 'namaste', x: 930, y: 690, scale: 0.92, turn: -0.4 },
    ],
  )}${lectern(800, 706, 0.72)}${actors(back.map((x) => ({ look: student(random), pose, x, y: 830, scale: 1.2, turn: 'away' })))}${actors(near.map((x) => ({ look: student(random), pose, x, y: 1010, scale: 1.9, turn: 'away' })))}`;
}

export function building(random: Random): string {
  const light = random.pick([lights.noon, lights.golden, lights.morning, lights.dusk]);
  const walkers = random.integer(2, 4);
  return svg`${outdoors(light, 650, random)}${ashoka(180, 660, 1)}${ashoka(1420, 660, 1.04)}${school(800, 670, 5, random.pick(facades), 0.96)}${ground(light.grass, 664, random)}<path d="M690 664H910L1240 1000H360Z" fill="${palette.sand}"/><path d="M860 664H910L1240 1000H1080Z" fill="${palette.sandDeep}" opacity=".5"/>${bush(500, 740, 230, 74, random, { flower: palette.marigold })}${bush(1110, 740, 230, 74, random, { flower: palette.terracotta })}${neem(90, 860, 1.3, random)}${actors(
    spread(walkers, 640, 1000, random).map((x, index) => ({
      look: index === 1 ? teacher(random) : student(random, { extra: 'blazer' }),
      pose: random.pick(['walk', 'wave', 'stand'] as const),
      x,
      y: 830 + (index % 2) * 70,
      scale: 1.15,
      facing: random.pick([1, -1] as const),
    })),
  )}${potted(420, 930, 1, 'marigold')}${potted(1260, 930, 1, 'marigold')}${nearLeaves('right')}`;
}

export function classroom(random: Random): string {
  const desks = spread(3, 330, 1270, random);
  return svg`${room(random.pick(interiors), 640)}${archWindow(70, 130, 190, 320)}${blackboard(430, 110, 700, 340, random.pick(['sums', 'solar', 'shapes', 'plant'] as const))}${bunting(1180, 120, 1660, 150, 36, festive)}<path d="M1250 250h110v140h-110ZM1390 250h110v140h-110Z" fill="${palette.paper}"/><path d="M1275 360l30 -60l26 34l14 -20l16 46ZM1410 350q30 -90 70 0Z" fill="${palette.neemSoft}"/><circle cx="1280" cy="285" r="14" fill="${palette.marigold}"/><circle cx="1440" cy="290" r="20" fill="${palette.terracottaSoft}"/>${table(1260, 700, 240, 120)}${globe(1310, 572, 0.9)}${actors([{ look: teacher(random), pose: 'point', x: 1080, y: 730, scale: 1.75, facing: -1 }])}${desks.map(
    (x, index) => {
      const lively = random.pick(['stand', 'wave', 'point'] as const);
      return svg`${actors([
        {
          look: student(random),
          pose: index === 1 ? 'wave' : lively,
          x: x - 70,
          y: 950,
          scale: 1.62,
          turn: 'away',
          shadow: 'none',
        },
        {
          look: student(random),
          pose: 'attention',
          x: x + 80,
          y: 954,
          scale: 1.62,
          turn: random.chance(0.35) ? 0.7 : 'away',
          facing: -1,
          shadow: 'none',
        },
      ])}${deskBack(x)}`;
    },
  )}`;
}

/** A school bench seen from behind, which hides the legs of two children. */
function deskBack(x: number): string {
  return svg`<path d="M${x - 176} 836h352v36h-352ZM${x - 160} 872h26v140h-26ZM${x + 134} 872h26v140h-26Z" fill="${palette.wood}"/><path d="M${x - 176} 836h352v12h-352Z" fill="${palette.woodSoft}"/><path d="M${x - 150} 896h300v110h-300Z" fill="${palette.woodDeep}"/>`;
}

export function library(random: Random): string {
  const readers = spread(3, 520, 1080, random);
  const covers = [palette.terracotta, palette.indigoMid, palette.neem, palette.marigold];
  return svg`${room(random.pick(interiors), 700)}${libraryShelves(random)}${archWindow(690, 120, 220, 380)}<path d="M-600 716H2200V730H-600Z" fill="${palette.ink}" opacity=".1"/><ellipse cx="800" cy="900" rx="640" ry="92" fill="${palette.terracotta}"/><ellipse cx="800" cy="900" rx="560" ry="76" fill="none" stroke="${palette.marigoldSoft}" stroke-width="8"/>${actors(
    [
      {
        look: student(random, { extra: 'blazer' }),
        pose: 'read',
        x: 250,
        y: 900,
        scale: 1.9,
        turn: 0.7,
        inRight: openBook(random.pick(covers)),
      },
      {
        look: teacher(random),
        pose: 'offer',
        x: 1370,
        y: 890,
        scale: 1.85,
        facing: -1,
        inRight: svg`<path d="M-8 -26h30v40h-30Z" fill="${palette.marigold}"/>`,
      },
    ],
  )}${readers.map((x, index) => actors([{ look: student(random, index === 1 ? {} : { extra: 'blazer' }), pose: 'floorRead', x, y: 900 + (index % 2) * 50, scale: 1.95, turn: (index - 1) * -0.4, inRight: svg`<g transform="translate(-16 0)">${openBook(random.pick(covers))}</g>` }]))}${bookPile(690, 972, random)}${bookPile(960, 980, random)}${potted(1180, 800, 1.1)}`;
}

function libraryShelves(random: Random): string {
  return [-60, 260, 960, 1290].map((x) => tallShelf(x, 710, 300, random)).join('');
}

function tallShelf(x: number, y: number, wide: number, random: Random): string {
  const rows = [0, 1, 2, 3, 4].map((row) => {
    const base = y - 22 - row * 122;
    const paths = new Map<string, string>();
    for (let at = x + 20; at < x + wide - 40;) {
      const [thick, tall] = [random.between(18, 34), random.between(62, 92)];
      const colour = random.pick([
        palette.indigo,
        palette.terracotta,
        palette.marigold,
        palette.neem,
        palette.skyDeep,
        palette.cream,
      ]);
      if (random.chance(0.9))
        paths.set(
          colour,
          `${paths.get(colour) ?? ''}${svg`M${at} ${base}v${-tall}h${thick}v${tall}Z`}`,
        );
      at += thick + 2;
    }
    return svg`<path d="M${x + 14} ${base - 104}h${wide - 28}v104h${28 - wide}Z" fill="${palette.woodDeep}"/>${[...paths].map(([colour, path]) => svg`<path d="${path}" fill="${colour}"/>`)}<path d="M${x} ${base}h${wide}v16h${-wide}Z" fill="${palette.woodSoft}"/>`;
  });
  return svg`<path d="M${x} ${y - 640}h${wide}v640h${-wide}Z" fill="${palette.wood}"/>${rows}<path d="M${x - 8} ${y - 652}h${wide + 16}v20h${-wide - 16}Z" fill="${palette.woodSoft}"/>`;
}

function bookPile(x: number, y: number, random: Random): string {
  const colours = random.shuffle([
    palette.indigoMid,
    palette.marigold,
    palette.terracottaSoft,
    palette.neem,
  ]);
  return svg`<ellipse cx="${x + 8}" cy="${y}" rx="66" ry="8" fill="${palette.ink}" opacity=".16"/>${colours.slice(0, 3).map((colour, index) => svg`<rect x="${x - 52 + (index % 2) * 10}" y="${y - 20 - index * 20}" width="96" height="20" rx="4" fill="${colour}"/><rect x="${x + 30 + (index % 2) * 10}" y="${y - 16 - index * 20}" width="14" height="12" fill="${palette.paper}"/>`)}`;
}

export function busRide(random: Random): string {
  const light = random.pick([lights.morning, lights.golden, lights.noon]);
  return svg`${outdoors(light, 600, random)}${school(1120, 606, 4, random.pick(facades), 0.6)}${ground(light.grass, 600, random)}${wall(680, 90, palette.terracottaSoft)}${neem(170, 690, 1.1, random)}${ashoka(1480, 690, 1)}<path d="M-600 700H2200V1000H-600Z" fill="#8d8aa0"/><path d="M-600 700H2200V722H-600Z" fill="${palette.cream}"/><path d="M-600 936H-400M-300 936H-100M0 936H200M300 936H500M600 936H800M900 936H1100M1200 936H1400M1500 936H1700" stroke="${palette.paper}" stroke-width="10" stroke-dasharray="120 60"/>${bus(900, 880, 2.1)}${actors(
    [
      {
        look: student(random, { extra: 'blazer' }),
        pose: 'walk',
        x: 260,
        y: 900,
        scale: 1.5,
        inRight: schoolBag(),
      },
      { look: student(random), pose: 'wave', x: 420, y: 930, scale: 1.5 },
      { look: teacher(random), pose: 'wave', x: 1420, y: 930, scale: 1.5, facing: -1 },
      { look: student(random), pose: 'run', x: 120, y: 950, scale: 1.45 },
    ],
  )}`;
}

function schoolBag(): string {
  return svg`<path d="M-16 4q0 -18 16 -18t16 18Z" fill="none" stroke="${shade(palette.terracotta)}" stroke-width="5"/><rect x="-22" y="0" width="44" height="44" rx="10" fill="${palette.terracotta}"/><rect x="-14" y="20" width="28" height="18" rx="6" fill="${palette.marigold}"/>`;
}

export function exhibition(random: Random): string {
  const stalls = spread(3, 330, 1270, random);
  const models = [
    svg`<path d="M-70 0L-30 -90L0 -40L26 -110L74 0Z" fill="${palette.neem}"/><path d="M26 -110L40 -74L12 -74Z" fill="${palette.paper}"/>`,
    svg`<path d="M-60 0V-60H60V0Z" fill="${palette.cream}"/><path d="M-74 -60L0 -110L74 -60Z" fill="${palette.terracotta}"/><path d="M-20 -76h50l-12 -26h-50Z" fill="${palette.indigoMid}"/><path d="M-16 0V-36H16V0Z" fill="${palette.wood}"/>`,
    svg`<circle cx="0" cy="-60" r="34" fill="${palette.marigold}"/><ellipse cx="0" cy="-60" rx="84" ry="22" fill="none" stroke="${palette.indigo}" stroke-width="5"/><circle cx="-76" cy="-68" r="13" fill="${palette.skyDeep}"/><circle cx="66" cy="-48" r="10" fill="${palette.terracotta}"/><path d="M0 -26V0" stroke="${palette.ink}" stroke-width="6"/>`,
  ];
  return svg`${room(random.pick(interiors), 640)}${bunting(-40, 70, 820, 60, 50, festive)}${bunting(800, 60, 1640, 70, 50, festive)}${stalls.map((x, index) => svg`<path d="M${x - 170} 190h340v270h-340Z" fill="${[palette.indigoMid, palette.neem, palette.terracotta][index] ?? palette.indigo}"/><path d="M${x - 150} 210h300v230h-300Z" fill="${palette.paper}"/><path d="M${x - 124} 240h110v80h-110Z" fill="${palette.sky}"/><path d="M${x + 14} 250h110M${x + 14} 280h90M${x + 14} 310h110M${x - 124} 350h250M${x - 124} 380h200" stroke="${palette.sandDeep}" stroke-width="9"/>`)}${actors(stalls.map((x) => ({ look: student(random, { extra: 'blazer' }), pose: random.pick(['point', 'offer', 'stand'] as const), x: x + 110, y: 760, scale: 1.6, facing: -1 })))}${stalls.map((x, index) => svg`<path d="M${x - 190} 640h380v26h-380Z" fill="${palette.paper}"/><path d="M${x - 190} 660h380v130h-380Z" fill="${palette.marigold}"/><path d="M${x - 190} 660q38 40 76 0q38 40 76 0q38 40 76 0q38 40 76 0q38 40 76 0v-14h-380Z" fill="${palette.terracotta}"/><g transform="translate(${x - 60} 642) scale(1.1)">${models[(index + random.integer(0, 2)) % 3] ?? ''}</g>`)}${actors(
    [
      { look: teacher(random), pose: 'hip', x: 560, y: 960, scale: 1.7, turn: 0.2 },
      { look: student(random), pose: 'attention', x: 780, y: 980, scale: 1.6, turn: 'away' },
      { look: teacher(random), pose: 'stand', x: 1090, y: 970, scale: 1.75, turn: 'away' },
      { look: student(random), pose: 'point', x: 930, y: 985, scale: 1.5, turn: 'away' },
    ],
  )}`;
}

export function quiz(random: Random): string {
  const teams = [360, 1240];
  return svg`<path d="M-600 0H2200V1000H-600Z" fill="${palette.indigo}"/><path d="M800 -60L300 760H1300Z" fill="${palette.indigoMid}" opacity=".5"/><path d="M420 140h760v340h-760Z" fill="${palette.ink}"/><path d="M440 160h720v300h-720Z" fill="${palette.lavender}"/><circle cx="800" cy="310" r="106" fill="${palette.marigold}"/><path d="M764 274q0 -38 38 -38t38 38q0 24 -38 40v26" fill="none" stroke="${palette.indigo}" stroke-width="20"/><circle cx="802" cy="378" r="13" fill="${palette.indigo}"/><path d="M500 220h110M500 260h80M990 360h110M990 400h80" stroke="${palette.indigoSoft}" stroke-width="12"/><path d="M-600 700H2200V1000H-600Z" fill="${palette.wood}"/><path d="M-600 700H2200V720H-600Z" fill="${palette.marigold}"/>${bunting(-40, 40, 1640, 40, 40, festive)}${actors([{ look: teacher(random), pose: 'sing', x: 800, y: 850, scale: 1.75, turn: 0 }])}${teams.map((x, side) => svg`${actors([0, 1, 2].map((seat) => ({ look: student(random, { extra: 'blazer' }), pose: seat === random.integer(0, 2) ? 'wave' : random.pick(['hold', 'clap', 'stand'] as const), x: x - 130 + seat * 130, y: 850, scale: 1.6, turn: 0.4, facing: side ? (-1 as const) : (1 as const), shadow: 'none' as const })))}<path d="M${x - 230} 760h460l-20 200h-420Z" fill="${side ? palette.terracotta : palette.neem}"/><path d="M${x - 240} 744h480v26h-480Z" fill="${palette.paper}"/><circle cx="${x}" cy="860" r="42" fill="${palette.marigold}"/><circle cx="${x - 130}" cy="738" r="13" fill="${palette.marigold}"/><circle cx="${x}" cy="738" r="13" fill="${palette.marigold}"/><circle cx="${x + 130}" cy="738" r="13" fill="${palette.marigold}"/>`)}`;
}
