import { facades, school, flag } from './buildings.ts';
import { actors, audience, spread } from './crowds.ts';
import { student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { ashoka, bush, ground, lights, nearLeaves, neem, outdoors, potted } from './nature.ts';
import { mix, palette, tricolour } from './palette.ts';
import { bunting } from './props.ts';
import type { Random } from './random.ts';

/** A sapling, 90 units high. */
export function sapling(x: number, y: number, scale: number): string {
  return svg`<g transform="translate(${x} ${y}) scale(${scale})"><path d="M-36 4Q-20 -16 0 -14Q22 -16 38 4Z" fill="${palette.woodDeep}"/><path d="M0 -10Q4 -40 0 -74" fill="none" stroke="${palette.neemDeep}" stroke-width="6"/><path d="M0 -36Q-34 -38 -38 -66Q-8 -64 0 -36ZM0 -50Q30 -52 36 -80Q6 -78 0 -50ZM0 -70Q-22 -76 -22 -100Q2 -94 0 -70Z" fill="${palette.neem}"/></g>`;
}

/** A watering can in a hand, with falling drops. */
function wateringCan(): string {
  return svg`<path d="M-8 -4h46v38h-46Z" fill="${palette.skyDeep}"/><path d="M38 22L70 0" stroke="${palette.skyDeep}" stroke-width="9"/><path d="M-6 -2Q14 -34 38 -2" fill="none" stroke="${palette.indigoMid}" stroke-width="6"/><path d="M74 8v12M66 14v14M82 16v12" stroke="${palette.sky}" stroke-width="4"/>`;
}

/** A spade in both hands. */
function spade(): string {
  return svg`<path d="M-26 -62L14 40" stroke="${palette.woodSoft}" stroke-width="7"/><path d="M4 34L26 28L34 62Q22 72 14 66Z" fill="${palette.indigoSoft}"/>`;
}

export function plantation(random: Random): string {
  const light = random.pick([lights.morning, lights.noon, lights.golden]);
  return svg`${outdoors(light, 560, random)}${school(1160, 570, 4, random.pick(facades), 0.55)}${ground(light.grass, 560, random)}${neem(190, 640, 1.3, random)}${ashoka(1500, 640, 0.9)}<path d="M-600 760Q800 690 2200 760V860Q800 800 -600 860Z" fill="${palette.wood}" opacity=".55"/>${spread(5, 360, 1300, random).map((x, index) => sapling(x, 770 + (index % 2) * 20, 0.9))}${actors(
    [
      { look: student(random), pose: 'dig', x: 430, y: 930, scale: 2, inRight: spade() },
      { look: student(random), pose: 'kneel', x: 800, y: 960, scale: 2.1 },
      {
        look: student(random),
        pose: 'offer',
        x: 1190,
        y: 930,
        scale: 2,
        facing: -1,
        inRight: wateringCan(),
      },
      { look: teacher(random), pose: 'stand', x: 660, y: 800, scale: 1.55, turn: 0.3 },
      {
        look: student(random),
        pose: 'hold',
        x: 1330,
        y: 800,
        scale: 1.5,
        facing: -1,
        inRight: svg`<g transform="translate(0 10)">${sapling(0, 0, 0.6)}</g>`,
      },
    ],
  )}${sapling(912, 966, 1.5)}${nearLeaves('right')}`;
}

export function garden(random: Random): string {
  const light = random.pick([lights.morning, lights.noon, lights.golden]);
  const flowers = [palette.marigold, palette.terracotta, palette.paper, palette.indigoSoft];
  const beds = [720, 860].map(
    (y, row) =>
      svg`<path d="M${120 + row * -60} ${y}H${1480 + row * 60}L${1500 + row * 60} ${y + 46}H${100 - row * 60}Z" fill="${palette.woodDeep}"/>${range(13).map((index) => svg`<path d="M${170 + index * 104} ${y + 16}v-44" stroke="${palette.neemDeep}" stroke-width="6"/><path d="M${170 + index * 104} ${y - 4}q-30 -4 -32 -24q30 0 32 24q4 -22 32 -28q0 26 -32 28" fill="${palette.neem}"/>${row ? svg`<circle cx="${170 + index * 104}" cy="${y - 40}" r="19" fill="${flowers[index % 4] ?? palette.marigold}"/><circle cx="${170 + index * 104}" cy="${y - 40}" r="8" fill="${palette.marigoldDeep}"/>` : ''}`)}`,
  );
  return svg`${outdoors(light, 540, random)}${ground(light.grass, 540, random)}<path d="M560 600V330Q800 180 1040 330V600Z" fill="${palette.skySoft}"/><path d="M560 600V330Q800 180 1040 330V600M680 600V270M800 600V255M920 600V270M560 420H1040M560 510H1040" fill="none" stroke="${palette.paper}" stroke-width="10"/>${bush(640, 600, 130, 90, random)}${bush(960, 600, 130, 110, random, { flower: palette.terracotta })}${neem(150, 620, 1.1, random)}${neem(1460, 610, 1.05, random)}${actors(
    [
      { look: teacher(random), pose: 'point', x: 760, y: 700, scale: 1.45, turn: 0.3 },
      {
        look: student(random),
        pose: 'read',
        x: 980,
        y: 700,
        scale: 1.35,
        facing: -1,
        inRight: svg`<path d="M-6 -26h30v36h-30Z" fill="${palette.marigold}"/>`,
      },
    ],
  )}${beds[0] ?? ''}${actors([
    { look: student(random), pose: 'offer', x: 420, y: 850, scale: 1.75, inRight: wateringCan() },
    { look: student(random), pose: 'kneel', x: 1180, y: 850, scale: 1.75, facing: -1 },
  ])}${beds[1] ?? ''}${actors([{ look: student(random), pose: 'kneel', x: 760, y: 985, scale: 1.9 }])}${potted(1440, 985, 1.5, 'marigold')}${potted(170, 985, 1.5, 'tulsi')}`;
}

export function parade(random: Random): string {
  const light = random.pick([lights.morning, lights.noon]);
  const marchers = spread(5, 230, 1030, random);
  const flags = svg`<path d="M0 40V-150" stroke="${palette.woodSoft}" stroke-width="7"/>${flag(3, -150, 96)}`;
  return svg`${outdoors(light, 560, random)}${school(800, 576, 4, random.pick(facades), 0.74)}${ground(light.grass, 566, random)}${ashoka(110, 620, 0.9)}${ashoka(1500, 620, 0.9)}${bunting(-30, 80, 800, 90, 70, tricolour)}${bunting(800, 90, 1640, 80, 70, tricolour)}<path d="M-600 620Q800 590 2200 620V1000H-600Z" fill="${palette.sand}"/><path d="M-600 668Q800 640 2200 668M-600 930Q800 910 2200 930" stroke="${palette.paper}" stroke-width="9" fill="none"/>${actors(marchers.map((x, index) => ({ look: student(random, { extra: 'blazer', hairStyle: random.pick(['cap', 'cap', 'patka'] as const), trim: palette.marigold }), pose: 'march', x: x + 60, y: 840 + (index % 2) * 40, scale: 1.75, turn: 0.6 })))}${actors([{ look: student(random, { extra: 'sash', trim: palette.marigold }), pose: 'march', x: 1270, y: 890, scale: 1.95, turn: 0.6, inRight: flags }])}${audience(8, 90, 1510, 985, 1.05, random)}`;
}

export function picnic(random: Random): string {
  const light = random.pick([lights.noon, lights.golden, lights.morning]);
  return svg`${outdoors(light, 540, random)}${ground(light.grass, 540, random)}<path d="M-600 600Q300 560 900 600T2200 590V690Q1400 660 900 690T-600 680Z" fill="${palette.skyDeep}" opacity=".75"/><path d="M300 628h160M640 646h220M1100 624h180M-60 650h160" stroke="${palette.skySoft}" stroke-width="6"/>${neem(250, 730, 1.75, random)}${ashoka(1420, 620, 0.8)}${bush(1500, 640, 200, 90, random)}<path d="M330 800H1320L1460 960H190Z" fill="${palette.paper}"/><path d="${range(6).map((index) => svg`M${390 + index * 165} 800h80l${(index - 2.5) * 26 + 6} 160h-104Z`)}" fill="${palette.terracotta}" opacity=".8"/><path d="M285 852H1366L1406 898H236Z" fill="${palette.terracotta}" opacity=".4"/>${actors(
    [
      { look: teacher(random), pose: 'floorHands', x: 500, y: 850, scale: 1.75 },
      { look: student(random), pose: 'floorRaise', x: 800, y: 820, scale: 1.75, turn: 0 },
      { look: student(random), pose: 'floorHands', x: 1090, y: 850, scale: 1.75, facing: -1 },
      { look: student(random), pose: 'jump', x: 1340, y: 760, scale: 1.4, facing: -1 },
      { look: student(random), pose: 'run', x: 1130, y: 720, scale: 1.15 },
    ],
  )}${basket(780, 930)}${plate(610, 916, palette.marigold)}${plate(980, 924, palette.neem)}${plate(700, 870, palette.terracottaSoft)}${plate(920, 866, palette.marigoldSoft)}<circle cx="1240" cy="600" r="26" fill="${palette.marigold}"/><path d="M1218 588q22 14 44 0" stroke="${palette.paper}" stroke-width="5" fill="none"/>${nearLeaves('right')}`;
}

function basket(x: number, y: number): string {
  return svg`<path d="M${x - 56} ${y - 60}Q${x} ${y - 140} ${x + 56} ${y - 60}" fill="none" stroke="${palette.wood}" stroke-width="9"/><path d="M${x - 66} ${y - 64}h132l-16 64h-100Z" fill="${palette.woodSoft}"/><path d="M${x - 60} ${y - 44}h120M${x - 56} ${y - 22}h112" stroke="${palette.wood}" stroke-width="6"/><circle cx="${x - 24}" cy="${y - 70}" r="17" fill="${palette.terracotta}"/><circle cx="${x + 12}" cy="${y - 74}" r="17" fill="${palette.marigold}"/>`;
}

function plate(x: number, y: number, food: string): string {
  return svg`<ellipse cx="${x}" cy="${y}" rx="42" ry="13" fill="${palette.lavender}"/><ellipse cx="${x}" cy="${y - 5}" rx="24" ry="9" fill="${food}"/>`;
}

export function winter(random: Random): string {
  const scarves = [palette.terracotta, palette.marigold, palette.neem, palette.skyDeep];
  const mist = {
    ...lights.morning,
    sky: '#dbe3ec',
    haze: '#f0e6e0',
    far: '#bccbd0',
    grass: '#a9bca6',
    sun: '#f7d9a8',
  };
  return svg`${outdoors(mist, 580, random)}${school(800, 596, 4, random.pick(facades), 0.84)}<path d="M-600 470Q200 420 800 470T2200 460V560Q1400 520 800 560T-600 550Z" fill="#fff" opacity=".45"/>${ground(mist.grass, 590, random)}${neem(150, 690, 1.2, random, mix(palette.neem, '#9fb0a8', 0.4))}${ashoka(1480, 680, 0.95, mix(palette.neemDeep, '#9fb0a8', 0.3))}<path d="M-600 600Q700 560 2200 620V670Q800 620 -600 660Z" fill="#fff" opacity=".4"/><path d="M640 600H960L1300 1000H300Z" fill="${palette.sand}" opacity=".85"/>${actors(
    spread(4, 330, 1270, random).map((x, index) => ({
      look: student(random, {
        top: palette.indigoMid,
        sleeves: 'long',
        lower: 'trousers',
        extra: 'scarf',
        hairStyle: index % 2 ? 'cap' : random.pick(['plaits', 'bob', 'short'] as const),
        trim: scarves[index] ?? palette.marigold,
      }),
      pose: random.pick(['walk', 'wave', 'hold', 'clap'] as const),
      x,
      y: 900 + (index % 2) * 60,
      scale: 2.05,
      facing: index < 2 ? 1 : -1,
      inRight: '',
    })),
  )}${actors([{ look: teacher(random, { extra: 'scarf', sleeves: 'long', trim: palette.terracotta }), pose: 'wave', x: 800, y: 770, scale: 1.5, turn: 0 }])}`;
}
