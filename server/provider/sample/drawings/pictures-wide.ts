import { archWindow, facades, interiors, room, school } from './buildings.ts';
import { actors, audience } from './crowds.ts';
import { dancer, student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { ashoka, bush, ground, lights, nearLeaves, neem, outdoors, potted } from './nature.ts';
import { palette } from './palette.ts';
import { bookshelf, bunting, diya, garland, globe, lectern, openBook } from './props.ts';
import { createRandom } from './random.ts';
import { stageSet } from './scenes-arts.ts';
import { flask, microscope, tubes } from './scenes-learning.ts';

/** Wide views of 1920 × 900 whose left third is calm, for a text. A room or ground of 1000 units is shifted up to fit. */
function raise(by: number, body: string): string {
  return svg`<g transform="translate(0 ${-by})">${body}</g>`;
}

export function slideAssembly(): string {
  const random = createRandom('slide assembly');
  const light = lights.morning;
  return raise(
    76,
    svg`${outdoors(light, 660, random)}${ashoka(690, 680, 0.86)}${ashoka(770, 690, 0.95)}${school(1280, 680, 4, facades[0], 0.92)}${ashoka(1800, 690, 0.95)}${ground(light.grass, 660, random)}<path d="M-600 770Q900 720 2200 770V900Q900 850 -600 890Z" fill="${palette.sand}" opacity=".85"/>${neem(130, 860, 1.35, random)}${bunting(780, 180, 1960, 150, 50)}<path d="M1110 790H1450L1480 836H1080Z" fill="${palette.cream}"/><path d="M1080 836H1480V854H1080Z" fill="${palette.terracotta}"/>${actors([{ look: teacher(random, { lower: 'saree', cloth: palette.terracotta, top: palette.marigold }), pose: 'wave', x: 1280, y: 826, scale: 1.2, turn: 0 }])}${lectern(1280, 838, 0.86)}${actors([880, 1090, 1470, 1680].map((x, index) => ({ look: student(random), pose: 'attention', x, y: 980 + (index % 2) * 14, scale: 1.75, turn: 'away' })))}`,
  );
}

export function slideLibrary(): string {
  const random = createRandom('slide library');
  return raise(
    100,
    svg`${room(interiors[0], 760)}${archWindow(150, 190, 210, 400)}${archWindow(430, 190, 210, 400)}${bookshelf(760, 770, 330, 5, random)}${bookshelf(1590, 770, 350, 5, random)}${archWindow(1210, 200, 250, 420)}<ellipse cx="1320" cy="920" rx="560" ry="74" fill="${palette.terracotta}"/><ellipse cx="1320" cy="920" rx="500" ry="60" fill="none" stroke="${palette.marigoldSoft}" stroke-width="7"/>${potted(1570, 860, 1.2)}${actors(
      [
        {
          look: student(random, { extra: 'blazer', hairStyle: 'plaits', lower: 'skirt' }),
          pose: 'read',
          x: 960,
          y: 930,
          scale: 2.1,
          turn: 0.7,
          inRight: openBook(palette.marigold),
        },
        {
          look: student(random, { hairStyle: 'short', lower: 'shorts' }),
          pose: 'floorRead',
          x: 1230,
          y: 950,
          scale: 2.1,
          turn: 0,
          inRight: svg`<g transform="translate(-16 0)">${openBook(palette.neem)}</g>`,
        },
        {
          look: student(random, {
            extra: 'blazer',
            hairStyle: 'ponytail',
            lower: 'skirt',
            glasses: true,
          }),
          pose: 'floorRead',
          x: 1480,
          y: 920,
          scale: 2.05,
          turn: -0.3,
          inRight: svg`<g transform="translate(-16 0)">${openBook(palette.terracotta)}</g>`,
        },
      ],
    )}${globe(1730, 930, 1.4)}`,
  );
}

export function slideStage(): string {
  const random = createRandom('slide stage');
  return raise(
    80,
    svg`<g transform="translate(420 0)">${stageSet(palette.indigo, palette.terracotta)}</g><path d="M-600 0H560Q640 380 520 720V980H-600Z" fill="${palette.terracottaDeep}"/><path d="M60 40Q100 440 40 980M240 40Q280 440 220 980M420 40Q460 440 380 980" fill="none" stroke="#7f3324" stroke-width="16"/>${garland(760, 190, 1720, 190, 44)}${actors(
      [
        {
          look: dancer(random, palette.marigold, palette.neem, {
            hairStyle: 'bun',
            lower: 'lehenga',
            extra: 'dupatta',
            trim: palette.terracotta,
            sleeves: 'short',
          }),
          pose: 'danceWide',
          x: 900,
          y: 820,
          scale: 2.1,
        },
        {
          look: dancer(random, palette.terracotta, palette.indigoMid, {
            hairStyle: 'plaits',
            lower: 'lehenga',
            extra: 'dupatta',
            sleeves: 'short',
          }),
          pose: 'danceHigh',
          x: 1160,
          y: 770,
          scale: 2.1,
        },
        {
          look: dancer(random, palette.neem, palette.terracotta, {
            hairStyle: 'turban',
            lower: 'kurta',
            extra: 'sash',
          }),
          pose: 'bhangra',
          x: 1400,
          y: 820,
          scale: 2.1,
          facing: -1,
        },
        {
          look: dancer(random, palette.skyDeep, palette.terracottaSoft, {
            hairStyle: 'bun',
            lower: 'lehenga',
            extra: 'dupatta',
            sleeves: 'short',
          }),
          pose: 'danceHip',
          x: 1630,
          y: 775,
          scale: 2.05,
          facing: -1,
        },
      ],
    )}${range(7).map((index) => diya(800 + index * 150, 876, 0.8))}${audience(8, 640, 1860, 960, 1.3, random)}`,
  );
}

export function slideNekpurCampus(): string {
  const random = createRandom('slide nekpur');
  const light = lights.golden;
  const cycles = range(4).map((index) =>
    bicycle(
      940 + index * 120,
      880,
      [palette.terracotta, palette.indigoMid, palette.neem, palette.ink][index] ?? palette.ink,
    ),
  );
  return raise(
    100,
    svg`${outdoors(light, 690, random)}${school(1290, 704, 4, facades[3], 0.88)}${ground(light.grass, 690, random)}${neem(150, 830, 1.15, random)}${neem(1800, 800, 1.25, random)}${bush(760, 740, 190, 70, random, { flower: palette.terracotta })}<path d="M-600 880Q700 850 2200 890V1010H-600Z" fill="${palette.sand}"/><path d="M880 770H1380L1410 740H850Z" fill="${palette.neemDeep}"/><path d="M880 770v112M1130 770v112M1380 770v112" stroke="${palette.indigoSoft}" stroke-width="9"/>${cycles}${actors(
      [
        {
          look: student(random, { extra: 'blazer', hairStyle: 'plaits', lower: 'skirt' }),
          pose: 'walk',
          x: 1500,
          y: 960,
          scale: 1.6,
          facing: -1,
        },
        {
          look: student(random, { hairStyle: 'short', lower: 'trousers' }),
          pose: 'wave',
          x: 1650,
          y: 970,
          scale: 1.6,
          facing: -1,
        },
      ],
    )}`,
  );
}

/** A bicycle, x the middle, y the ground, about 150 units wide. */
export function bicycle(x: number, y: number, colour: string): string {
  return svg`<g transform="translate(${x} ${y})" fill="none"><circle cx="-48" cy="-32" r="31" stroke="${palette.ink}" stroke-width="5"/><circle cx="48" cy="-32" r="31" stroke="${palette.ink}" stroke-width="5"/><path d="M-48 -32L-22 -78H30L0 -32ZM-22 -78L0 -32M30 -78L48 -32M26 -96L30 -78M14 -98H34" stroke="${colour}" stroke-width="6"/><path d="M-34 -84H-12" stroke="${palette.ink}" stroke-width="9"/></g>`;
}

export function slideNekpurLab(): string {
  const random = createRandom('slide lab');
  const coat = { top: palette.paper, sleeves: 'long', extra: 'tie' } as const;
  return raise(
    100,
    svg`${room(interiors[2], 680)}${archWindow(170, 180, 210, 380, palette.white)}${archWindow(440, 180, 210, 380, palette.white)}<path d="M1130 170h560v250h-560Z" fill="${palette.wood}"/><path d="M1148 188h524v100h-524ZM1148 304h524v100h-524Z" fill="${palette.woodDeep}"/>${[1190, 1270, 1350, 1440, 1540, 1620].map((x, index) => flask(x, index % 2 ? 288 : 404, 0.9, [palette.marigold, palette.terracotta, palette.skyDeep, palette.neemSoft][index % 4] ?? palette.marigold))}${actors(
      [
        {
          look: student(random, { ...coat, hairStyle: 'plaits', lower: 'skirt', glasses: true }),
          pose: 'offer',
          x: 1010,
          y: 950,
          scale: 2.1,
          turn: 0.4,
          inRight: flask(6, 8, 0.55, palette.terracotta),
        },
        {
          look: student(random, { ...coat, hairStyle: 'short' }),
          pose: 'clap',
          x: 1270,
          y: 950,
          scale: 2.1,
          turn: 0.2,
        },
        {
          look: student(random, { ...coat, hairStyle: 'patka' }),
          pose: 'point',
          x: 1640,
          y: 950,
          scale: 2.1,
          facing: -1,
        },
        {
          look: teacher(random, {
            hairStyle: 'bun',
            lower: 'saree',
            top: palette.paper,
            sleeves: 'long',
            cloth: palette.indigoMid,
            glasses: true,
          }),
          pose: 'hip',
          x: 1450,
          y: 920,
          scale: 1.9,
          turn: -0.4,
        },
      ],
    )}<path d="M820 830H1960V1010H820Z" fill="${palette.wood}"/><path d="M780 800H1960V838H780Z" fill="${palette.cream}"/><path d="M780 828H1960V842H780Z" fill="${palette.sandDeep}"/>${flask(890, 802, 1.2, palette.neem)}${microscope(1170, 802, 1.25)}${tubes(1400, 802, 1.1)}${flask(1750, 802, 1.4, palette.marigold)}`,
  );
}

export function aboutFarrukhabad(): string {
  const random = createRandom('about farrukhabad');
  const light = lights.noon;
  return svg`${outdoors(light, 650, random)}${school(800, 670, 5, facades[0], 0.98)}${ground(light.grass, 664, random)}<path d="M690 664H910L1240 1000H360Z" fill="${palette.sand}"/>${neem(90, 850, 1.25, random)}${ashoka(1490, 740, 1.1)}${actors(
    [
      {
        look: student(random, { extra: 'blazer', hairStyle: 'plaits', lower: 'skirt' }),
        pose: 'walk',
        x: 640,
        y: 930,
        scale: 1.7,
      },
      {
        look: teacher(random, {
          hairStyle: 'bun',
          lower: 'saree',
          cloth: palette.terracotta,
          top: palette.marigold,
        }),
        pose: 'wave',
        x: 820,
        y: 900,
        scale: 1.65,
        turn: 0,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'short' }),
        pose: 'walk',
        x: 1010,
        y: 940,
        scale: 1.7,
        facing: -1,
      },
    ],
  )}${nearLeaves('right')}`;
}

export function aboutNekpur(): string {
  const random = createRandom('about nekpur');
  const light = lights.golden;
  return svg`${outdoors(light, 640, random)}${school(820, 664, 5, facades[3], 0.96)}${ground(light.grass, 650, random)}${neem(190, 800, 1.3, random)}${neem(1480, 790, 1.1, random)}<path d="M-600 800Q800 750 2200 810V930Q800 880 -600 910Z" fill="${palette.sand}"/>${bicycle(420, 880, palette.terracotta)}${actors(
    [
      {
        look: student(random, { hairStyle: 'ponytail', lower: 'skirt' }),
        pose: 'wave',
        x: 650,
        y: 930,
        scale: 1.8,
      },
      {
        look: student(random, { hairStyle: 'curly', lower: 'shorts' }),
        pose: 'jump',
        x: 860,
        y: 950,
        scale: 1.8,
        turn: 0,
      },
      {
        look: student(random, { hairStyle: 'patka', lower: 'trousers' }),
        pose: 'wave',
        x: 1090,
        y: 940,
        scale: 1.8,
        facing: -1,
      },
    ],
  )}${potted(1330, 960, 1.4, 'marigold')}`;
}
