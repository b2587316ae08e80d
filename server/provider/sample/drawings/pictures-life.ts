import { archWindow, facades, interiors, jaali, room, school, wall } from './buildings.ts';
import { actors } from './crowds.ts';
import { athlete, dancer, student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { ashoka, bush, ground, lights, nearLeaves, neem, outdoors, potted } from './nature.ts';
import { palette } from './palette.ts';
import { bunting, globe } from './props.ts';
import { createRandom } from './random.ts';
import { stageSet } from './scenes-arts.ts';

const festiveColours = [
  palette.marigold,
  palette.terracotta,
  palette.neem,
  palette.indigoMid,
] as const;

export function swimmingPool(): string {
  const random = createRandom('pool');
  const swimmer = (x: number, y: number, scale: number, skin: string, cap: string): string =>
    svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-70 6Q-110 -50 -60 -58" fill="none" stroke="${skin}" stroke-width="17"/><circle r="32" fill="${skin}"/><path d="M-33 -4C-38 -50 38 -50 33 -4Z" fill="${cap}"/><path d="M-26 2h52" stroke="${palette.ink}" stroke-width="5"/><circle cx="-12" cy="4" r="10" fill="${palette.sky}" stroke="${palette.ink}" stroke-width="4"/><circle cx="14" cy="4" r="10" fill="${palette.sky}" stroke="${palette.ink}" stroke-width="4"/><path d="M-90 24Q-60 10 -30 24T30 24T90 24V50H-90Z" fill="${palette.skyDeep}"/><path d="M-90 24Q-60 10 -30 24T30 24T90 24" fill="none" stroke="${palette.paper}" stroke-width="7"/></g>`;
  return svg`${outdoors(lights.noon, 430, random)}${neem(150, 470, 0.95, random)}${ashoka(1480, 470, 0.9)}<path d="M360 430V210H1240V430Z" fill="${palette.cream}"/>${jaali(400, 250, 230, 150, { ground: palette.terracottaSoft, hole: palette.cream }, 36)}${jaali(970, 250, 230, 150, { ground: palette.terracottaSoft, hole: palette.cream }, 36)}${archWindow(730, 250, 140, 180)}<path d="M340 190H1260V220H340Z" fill="${palette.indigo}"/><path d="M-600 430H2200V560H-600Z" fill="${palette.sand}"/><path d="M-600 540H2200V580H-600Z" fill="${palette.paper}"/><path d="M-600 572H2200V1000H-600Z" fill="${palette.skyDeep}"/><path d="M-600 572H2200V620Q1400 640 800 615T-600 630Z" fill="${palette.sky}"/><g stroke="${palette.sky}" stroke-width="7" fill="none">${range(8).map((index) => svg`<path d="M${random.between(40, 1400)} ${650 + index * 44}q30 -16 60 0t60 0"/>`)}</g>${[690, 850].map((y) => svg`<path d="M-600 ${y}H2200" stroke="${palette.paper}" stroke-width="7"/><path d="M-600 ${y}H2200" stroke="${palette.terracotta}" stroke-width="15" stroke-dasharray="2 52"/>`)}${swimmer(560, 650, 1.1, '#b57a4b', palette.marigold)}${swimmer(1120, 760, 1.5, '#d8a274', palette.terracotta)}${swimmer(620, 900, 1.9, '#c98f5f', palette.indigo)}${actors(
    [
      {
        look: teacher(random, {
          hairStyle: 'short',
          lower: 'trousers',
          top: palette.marigold,
          cloth: palette.indigo,
          extra: 'none',
        }),
        pose: 'point',
        x: 330,
        y: 556,
        scale: 1.4,
      },
      {
        look: athlete(random, palette.indigoMid, { hairStyle: 'cap', trim: palette.terracotta }),
        pose: 'waveBoth',
        x: 1240,
        y: 556,
        scale: 1.4,
        facing: -1,
      },
    ],
  )}`;
}

export function smartBoard(): string {
  const random = createRandom('smart board');
  return svg`${room(interiors[1], 680)}${archWindow(60, 130, 190, 340)}<path d="M380 80h860v480h-860Z" fill="${palette.ink}"/><path d="M402 102h816v436h-816Z" fill="${palette.night}"/><circle cx="620" cy="320" r="110" fill="${palette.skyDeep}"/><path d="M556 250q40 -30 76 6q-10 50 -50 44q-36 50 -62 10q4 -40 36 -60ZM640 340q60 -20 76 26q-30 50 -60 50q-34 -30 -16 -76Z" fill="${palette.neemSoft}"/><ellipse cx="620" cy="320" rx="190" ry="46" fill="none" stroke="${palette.marigold}" stroke-width="6"/><circle cx="800" cy="300" r="19" fill="${palette.paper}"/><circle cx="1060" cy="200" r="52" fill="${palette.marigold}"/><path d="M900 380h240M900 420h190M900 460h220" stroke="${palette.indigoSoft}" stroke-width="13"/>${range(14).map(() => svg`<circle cx="${random.between(420, 1200)}" cy="${random.between(120, 520)}" r="3" fill="#fff"/>`)}${potted(1480, 800, 1.5)}${actors(
    [
      {
        look: teacher(random, {
          hairStyle: 'bun',
          lower: 'saree',
          cloth: palette.terracotta,
          top: palette.marigold,
          glasses: true,
        }),
        pose: 'point',
        x: 1290,
        y: 880,
        scale: 2.1,
        facing: -1,
      },
      {
        look: student(random, { hairStyle: 'plaits', lower: 'skirt' }),
        pose: 'floorRaise',
        x: 420,
        y: 930,
        scale: 2,
        turn: 'away',
      },
      {
        look: student(random, { hairStyle: 'short' }),
        pose: 'lotus',
        x: 700,
        y: 960,
        scale: 2,
        turn: 'away',
      },
      {
        look: student(random, { hairStyle: 'ponytail', lower: 'skirt' }),
        pose: 'floorRaise',
        x: 980,
        y: 930,
        scale: 2,
        turn: 'away',
      },
    ],
  )}`;
}

export function gate(): string {
  const random = createRandom('gate');
  const bars = range(13).map((index) => svg`M${540 + index * 43} 430V800`);
  return svg`${outdoors(lights.morning, 600, random)}${school(800, 606, 2, facades[0], 0.6)}${ground(lights.morning.grass, 600, random)}${wall(800, 190, palette.sand)}<path d="M540 440H1060V800H540Z" fill="${palette.sky}" opacity=".3"/><path d="${bars}M520 520H1080M520 720H1080" stroke="${palette.indigo}" stroke-width="10"/><path d="M420 330h120v480h-120ZM1060 330h120v480h-120Z" fill="${palette.terracotta}"/><path d="M500 330h40v480h-40ZM1140 330h40v480h-40Z" fill="${palette.terracottaDeep}"/><path d="M400 300h160v36h-160ZM1040 300h160v36h-160Z" fill="${palette.cream}"/><path d="M480 300Q800 60 1120 300" fill="none" stroke="${palette.indigo}" stroke-width="32"/><circle cx="800" cy="186" r="56" fill="${palette.paper}"/><path d="M768 192a32 32 0 0 1 64 0Z" fill="${palette.marigold}"/><path d="M764 204Q782 194 800 208Q818 194 836 204V222Q818 214 800 226Q782 214 764 222Z" fill="${palette.indigo}"/><path d="M1150 360h60" stroke="${palette.ink}" stroke-width="11"/><path d="M1196 336l74 22l-12 40l-74 -22Z" fill="${palette.paper}"/><circle cx="1262" cy="380" r="14" fill="${palette.ink}"/><circle cx="1216" cy="362" r="5" fill="${palette.terracotta}"/><path d="M-600 800H2200V1000H-600Z" fill="#a9a5b4"/><path d="M-600 800H2200V820H-600Z" fill="${palette.cream}"/>${neem(150, 800, 1.2, random)}${ashoka(1480, 800, 1.05)}${actors(
    [
      {
        look: teacher(random, {
          hairStyle: 'cap',
          lower: 'trousers',
          top: palette.indigoSoft,
          cloth: palette.indigo,
          trim: palette.indigo,
          sleeves: 'long',
          extra: 'none',
          glasses: false,
        }),
        pose: 'salute',
        x: 1240,
        y: 930,
        scale: 2.05,
        facing: -1,
      },
      {
        look: teacher(random, { hairStyle: 'long', lower: 'kurta', top: palette.terracotta }),
        pose: 'wave',
        x: 380,
        y: 940,
        scale: 1.9,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'plaits', lower: 'skirt' }),
        pose: 'walk',
        x: 620,
        y: 950,
        scale: 1.8,
      },
      {
        look: student(random, { hairStyle: 'short', lower: 'shorts' }),
        pose: 'run',
        x: 880,
        y: 950,
        scale: 1.75,
      },
    ],
  )}`;
}

export function drama(): string {
  const random = createRandom('drama');
  return svg`${stageSet('#31486b', palette.terracottaDeep)}<path d="M430 700V420L520 360L610 420V700ZM1000 700V420L1090 360L1180 420V700Z" fill="${palette.sandDeep}"/><path d="M610 700V480H1000V700Z" fill="${palette.sand}"/><path d="M430 420h180v20h-180ZM1000 420h180v20h-180ZM610 470h30v-24h34v24h40v-24h34v24h40v-24h34v24h40v-24h34v24h40v-24h34v24h30v16h-390Z" fill="${palette.wood}"/><path d="M750 700V590Q755 540 805 520Q855 540 860 590V700Z" fill="${palette.woodDeep}"/><circle cx="1240" cy="230" r="64" fill="${palette.cream}" opacity=".9"/>${actors(
    [
      {
        look: dancer(random, palette.marigold, palette.terracotta, {
          hairStyle: 'turban',
          lower: 'kurta',
          extra: 'sash',
          trim: palette.terracotta,
        }),
        pose: 'throw',
        x: 560,
        y: 800,
        scale: 2.2,
      },
      {
        look: dancer(random, palette.terracotta, palette.indigoMid, {
          hairStyle: 'long',
          lower: 'lehenga',
          extra: 'dupatta',
        }),
        pose: 'namaste',
        x: 830,
        y: 820,
        scale: 2.1,
        turn: 0,
      },
      {
        look: dancer(random, palette.neem, palette.marigold, {
          hairStyle: 'turban',
          lower: 'kurta',
          extra: 'sash',
          trim: palette.indigoMid,
        }),
        pose: 'point',
        x: 1100,
        y: 800,
        scale: 2.15,
        facing: -1,
      },
    ],
  )}${mask(420, 930, palette.marigold, 'smile')}${mask(1180, 930, palette.skyDeep, 'frown')}`;
}

function mask(x: number, y: number, colour: string, mood: 'smile' | 'frown'): string {
  const mouth =
    mood === 'smile' ? 'M-30 20Q0 58 30 20Q0 34 -30 20Z' : 'M-30 44Q0 6 30 44Q0 30 -30 44Z';
  return svg`<g transform="translate(${x} ${y}) rotate(${mood === 'smile' ? -10 : 10}) scale(1.2)"><path d="M-60 -54Q0 -34 60 -54Q66 60 0 84Q-66 60 -60 -54Z" fill="${colour}"/><path d="M-38 -14q16 -16 30 0q-14 12 -30 0ZM8 -14q16 -16 30 0q-14 12 -30 0Z" fill="${palette.ink}"/><path d="${mouth}" fill="${palette.ink}"/></g>`;
}

export function olympiad(): string {
  const random = createRandom('olympiad');
  return svg`${room(interiors[4], 690)}${archWindow(80, 130, 200, 360)}<path d="M420 100h760v350h-760Z" fill="${palette.wood}"/><path d="M436 116h728v318h-728Z" fill="${palette.slate}"/><g fill="none" stroke="${palette.paper}" stroke-width="7" opacity=".9"><ellipse cx="620" cy="270" rx="110" ry="38"/><ellipse cx="620" cy="270" rx="110" ry="38" transform="rotate(60 620 270)"/><ellipse cx="620" cy="270" rx="110" ry="38" transform="rotate(120 620 270)"/><path d="M850 180L940 350H760ZM1000 190v150h120M1000 330l40 -50l34 26l46 -90"/></g><circle cx="620" cy="270" r="14" fill="${palette.marigold}"/>${bunting(-30, 60, 1640, 60, 30, festiveColours)}${actors(
    [
      {
        look: student(random, {
          extra: 'blazer',
          hairStyle: 'plaits',
          lower: 'skirt',
          glasses: true,
        }),
        pose: 'waveBoth',
        x: 800,
        y: 900,
        scale: 2.3,
        turn: 0,
        inRight: svg`<path d="M-20 -60h40q0 40 -20 44q-20 -4 -20 -44ZM-6 -18h12v14h-12ZM-16 -6h32v8h-32Z" fill="${palette.marigold}"/>`,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'short' }),
        pose: 'hold',
        x: 500,
        y: 910,
        scale: 2.15,
        inRight: svg`<path d="M-40 -34h74v50h-74Z" fill="${palette.paper}"/><path d="M-28 -20h50M-28 -6h34" stroke="${palette.indigoSoft}" stroke-width="5"/><circle cx="20" cy="4" r="8" fill="${palette.terracotta}"/>`,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'patka' }),
        pose: 'clap',
        x: 1100,
        y: 910,
        scale: 2.15,
        facing: -1,
      },
      {
        look: teacher(random, { hairStyle: 'bun', lower: 'saree' }),
        pose: 'clap',
        x: 1350,
        y: 900,
        scale: 2.1,
        facing: -1,
      },
    ],
  )}${globe(250, 930, 1.8)}`;
}

export function vision(): string {
  const random = createRandom('vision');
  return svg`${outdoors(lights.golden, 640, random)}${ground(lights.golden.grass, 630, random)}<path d="M-600 760Q300 560 900 720T2200 700V1000H-600Z" fill="${palette.neem}"/><path d="M-600 860Q400 720 1000 840T2200 830V1000H-600Z" fill="${palette.neemDeep}"/>${neem(1380, 840, 1.5, random)}${actors(
    [
      {
        look: student(random, { extra: 'blazer', hairStyle: 'plaits', lower: 'skirt' }),
        pose: 'point',
        x: 700,
        y: 830,
        scale: 2.1,
        turn: 0.8,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'short' }),
        pose: 'hip',
        x: 520,
        y: 850,
        scale: 2.1,
        turn: 0.7,
      },
    ],
  )}<g transform="translate(1000 330) rotate(-14)"><path d="M0 0L150 -60L60 50L40 20Z" fill="${palette.paper}"/><path d="M150 -60L40 20L44 64L60 50Z" fill="${palette.lavender}"/></g><path d="M820 560Q900 420 990 350" fill="none" stroke="${palette.paper}" stroke-width="6" stroke-dasharray="4 22"/>${bush(200, 960, 300, 120, random, { leaf: palette.neem, flower: palette.marigold })}${bush(1080, 980, 260, 90, random, { leaf: palette.neem, flower: palette.terracotta })}`;
}

export function mission(): string {
  const random = createRandom('mission');
  const steps = range(5).map(
    (index) =>
      svg`<path d="M${330 + index * 190} ${900 - index * 90}h200v${100 + index * 90}h-200Z" fill="${[palette.terracotta, palette.marigold, palette.neem, palette.skyDeep, palette.indigoMid][index] ?? palette.indigo}"/><path d="M${330 + index * 190} ${900 - index * 90}h200v18h-200Z" fill="${palette.paper}" opacity=".45"/>`,
  );
  return svg`${outdoors(lights.morning, 700, random)}${ground(lights.morning.grass, 690, random)}${ashoka(150, 800, 1.2)}${steps}${actors(
    [
      {
        look: student(random, { hairStyle: 'curly', lower: 'shorts' }),
        pose: 'walk',
        x: 430,
        y: 902,
        scale: 1.6,
        shadow: 'none',
      },
      {
        look: student(random, { hairStyle: 'plaits', lower: 'skirt' }),
        pose: 'wave',
        x: 620,
        y: 812,
        scale: 1.6,
        shadow: 'none',
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'patka' }),
        pose: 'read',
        x: 810,
        y: 722,
        scale: 1.65,
        shadow: 'none',
        inRight: svg`<path d="M-6 -26h30v36h-30Z" fill="${palette.marigold}"/>`,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'ponytail', lower: 'skirt' }),
        pose: 'walk',
        x: 1000,
        y: 632,
        scale: 1.7,
        shadow: 'none',
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'short' }),
        pose: 'waveBoth',
        x: 1190,
        y: 542,
        scale: 1.75,
        shadow: 'none',
        turn: 0,
      },
    ],
  )}${nearLeaves('left')}`;
}

export function notFound(): string {
  const random = createRandom('not found');
  return svg`${outdoors(lights.noon, 600, random)}${ground(lights.noon.grass, 590, random)}<path d="M640 1000Q760 820 620 740T860 600H930Q760 680 880 750T900 1000ZM880 1000Q1010 850 1180 790Q1330 730 1330 600H1380Q1420 760 1260 830Q1140 890 1100 1000Z" fill="${palette.sand}"/>${neem(330, 830, 1.75, random)}<path d="M1080 860V470" stroke="${palette.wood}" stroke-width="20"/><path d="M960 480h170l36 36l-36 36h-170Z" fill="${palette.marigold}"/><path d="M1200 580h-170l-36 36l36 36h170Z" fill="${palette.terracotta}"/><path d="M990 516h100M1060 616h100" stroke="${palette.paper}" stroke-width="11"/>${actors([{ look: student(random, { hairStyle: 'plaits', lower: 'skirt', extra: 'tie' }), pose: 'hold', x: 760, y: 890, scale: 2.5, turn: 0.3, inRight: svg`<path d="M-66 -40L-30 -30L4 -40L40 -30V24L4 14L-30 24L-66 14Z" fill="${palette.paper}"/><path d="M-30 -30V24M4 -40V14" stroke="${palette.sand}" stroke-width="4"/><path d="M-56 -6Q-40 -22 -20 -4T14 -8" fill="none" stroke="${palette.terracotta}" stroke-width="4" stroke-dasharray="2 8"/><path d="M18 -18l12 12M30 -18l-12 12" stroke="${palette.indigoMid}" stroke-width="4"/>` }])}${bush(1400, 900, 280, 120, random, { flower: palette.terracotta })}`;
}
