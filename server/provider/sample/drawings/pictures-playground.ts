import { facades, school } from './buildings.ts';
import { actors } from './crowds.ts';
import { athlete, student, teacher } from './looks.ts';
import { svg } from './markup.ts';
import { ashoka, ground, lights, neem, outdoors } from './nature.ts';
import { palette, shade } from './palette.ts';
import { bunting } from './props.ts';
import { createRandom } from './random.ts';

const small = { extra: 'bib' } as const;
const festiveColours = [
  palette.marigold,
  palette.terracotta,
  palette.neem,
  palette.indigoMid,
] as const;

function playground(name: string): string {
  const random = createRandom(name);
  return svg`${outdoors(lights.noon, 560, random)}${school(1180, 570, 3, facades[0], 0.56)}${ground(lights.noon.grass, 560, random)}${neem(180, 640, 1.15, random)}${ashoka(1520, 630, 0.85)}${bunting(-30, 150, 800, 130, 60, festiveColours)}${bunting(800, 130, 1640, 150, 60, festiveColours)}`;
}

export function sackRace(): string {
  const random = createRandom('sack race');
  const lane = (x: number, y: number, colour: string, facing: 1 | -1): string =>
    svg`${actors([{ look: athlete(random, colour, small), pose: 'hold', x, y: y - 34, scale: 2.1, facing, shadow: 'none' }])}<ellipse cx="${x + 12}" cy="${y + 8}" rx="92" ry="11" fill="${palette.ink}" opacity=".16"/><path d="M${x - 62} ${y - 192}Q${x} ${y - 168} ${x + 64} ${y - 192}L${x + 76} ${y - 20}Q${x} ${y + 2} ${x - 74} ${y - 20}Z" fill="${palette.sandDeep}"/><path d="M${x + 30} ${y - 180}L${x + 64} ${y - 192}L${x + 76} ${y - 20}L${x + 44} ${y - 13}Z" fill="${shade(palette.sandDeep)}"/><path d="M${x - 62} ${y - 192}Q${x} ${y - 168} ${x + 64} ${y - 192}V${y - 176}Q${x} ${y - 152} ${x - 64} ${y - 176}Z" fill="${palette.sand}"/>`;
  return svg`${playground('sack race')}<path d="M-600 700H2200M-600 850H2200" stroke="${palette.paper}" stroke-width="8" opacity=".7"/>${lane(1080, 790, palette.terracotta, 1)}${lane(520, 830, palette.marigold, 1)}${lane(830, 930, palette.skyDeep, 1)}${actors([{ look: teacher(random, { hairStyle: 'bun', lower: 'saree' }), pose: 'clap', x: 1400, y: 900, scale: 1.9, facing: -1 }])}`;
}

export function hurdleHop(): string {
  const random = createRandom('hurdle hop');
  const hurdle = (x: number, y: number, colour: string): string =>
    svg`<path d="M${x - 70} ${y}V${y - 90}M${x + 70} ${y}V${y - 90}" stroke="${palette.paper}" stroke-width="12"/><path d="M${x - 84} ${y - 96}h168v26h-168Z" fill="${colour}"/><path d="M${x - 40} ${y - 96}h40v26h-40ZM${x + 40} ${y - 96}h44v26h-44Z" fill="${palette.paper}"/>`;
  return svg`${playground('hurdle hop')}<path d="M-600 690Q800 660 2200 690V990Q800 970 -600 990Z" fill="${palette.terracotta}" opacity=".85"/>${hurdle(400, 780, palette.marigold)}${hurdle(1180, 790, palette.indigoMid)}${actors(
    [
      {
        look: athlete(random, palette.marigold, { ...small, hairStyle: 'ponytail' }),
        pose: 'hurdle',
        x: 800,
        y: 920,
        scale: 2.4,
      },
      { look: athlete(random, palette.neem, small), pose: 'run', x: 380, y: 940, scale: 2 },
      {
        look: athlete(random, palette.skyDeep, small),
        pose: 'waveBoth',
        x: 1340,
        y: 930,
        scale: 1.9,
        facing: -1,
      },
    ],
  )}${hurdle(830, 950, palette.neem)}`;
}

export function balanceWalk(): string {
  const random = createRandom('balance walk');
  return svg`${playground('balance walk')}<path d="M260 840H1340V872H260Z" fill="${palette.woodSoft}"/><path d="M260 864H1340V884H260Z" fill="${palette.wood}"/><path d="M340 884h40v60h-40ZM1220 884h40v60h-40ZM780 884h40v60h-40Z" fill="${palette.woodDeep}"/><ellipse cx="820" cy="948" rx="600" ry="14" fill="${palette.ink}" opacity=".14"/>${actors(
    [
      {
        look: athlete(random, palette.terracotta, { ...small, hairStyle: 'plaits' }),
        pose: 'brace',
        x: 620,
        y: 842,
        scale: 1.9,
        shadow: 'none',
        inRight: spoon(),
      },
      {
        look: athlete(random, palette.marigold, { ...small, hairStyle: 'curly' }),
        pose: 'walk',
        x: 960,
        y: 842,
        scale: 1.9,
        shadow: 'none',
      },
      {
        look: teacher(random, { hairStyle: 'long', lower: 'kurta', top: palette.neem }),
        pose: 'offer',
        x: 1290,
        y: 960,
        scale: 1.95,
        facing: -1,
      },
      { look: athlete(random, palette.skyDeep, small), pose: 'clap', x: 320, y: 980, scale: 1.9 },
    ],
  )}`;
}

function spoon(): string {
  return svg`<path d="M0 0L26 -20" stroke="${palette.lavender}" stroke-width="6"/><circle cx="32" cy="-26" r="12" fill="${palette.marigold}"/>`;
}

export function playArea(): string {
  const random = createRandom('play area');
  return svg`${playground('play area')}<path d="M-600 760Q800 690 2200 760V900Q800 860 -600 910Z" fill="${palette.sand}"/><path d="M330 820L430 450L530 820M830 820L730 450L630 820M430 450H730" fill="none" stroke="${palette.indigoMid}" stroke-width="15"/><path d="M500 450L460 700M560 450L560 690M650 450L690 700M600 450V690" stroke="${palette.ink}" stroke-width="5"/><path d="M436 700h60v12h-60ZM540 700h80v12h-80ZM664 700h60v12h-60Z" fill="${palette.terracotta}"/>${actors([{ look: student(random, { hairStyle: 'plaits', lower: 'skirt' }), pose: 'sit', x: 580, y: 786, scale: 1.5, shadow: 'none' }])}<path d="M1010 820V520H1130V820M1010 600H1130M1010 680H1130M1010 760H1130" fill="none" stroke="${palette.terracotta}" stroke-width="13"/><path d="M1120 520Q1240 540 1290 700T1420 830L1380 850Q1280 830 1230 700T1090 540Z" fill="${palette.marigold}"/><path d="M1000 500h140l-70 -70Z" fill="${palette.neem}"/>${actors(
    [
      {
        look: student(random, { hairStyle: 'curly', lower: 'shorts' }),
        pose: 'waveBoth',
        x: 1070,
        y: 590,
        scale: 1.05,
        shadow: 'none',
        turn: 0,
      },
      { look: athlete(random, palette.terracotta), pose: 'run', x: 300, y: 950, scale: 1.9 },
      { look: athlete(random, palette.skyDeep), pose: 'jump', x: 840, y: 950, scale: 1.9, turn: 0 },
      {
        look: teacher(random, { hairStyle: 'long', lower: 'saree' }),
        pose: 'wave',
        x: 1390,
        y: 970,
        scale: 1.9,
        facing: -1,
      },
    ],
  )}`;
}
