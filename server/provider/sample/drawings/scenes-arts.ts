import { archWindow, interiors, jaali, room } from './buildings.ts';
import { actors, audience, spread } from './crowds.ts';
import { dancer, student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { lights, neem, outdoors, ground, potted } from './nature.ts';
import { festive, mix, palette, shade } from './palette.ts';
import { bunting, diya, garland, rangoli } from './props.ts';
import type { Random } from './random.ts';

const dress = [
  [palette.terracotta, palette.indigoMid],
  [palette.neem, palette.terracotta],
  [palette.indigoMid, palette.terracottaSoft],
  [palette.terracottaSoft, palette.neem],
] as const;

/** Curtains, boards and lamps around a stage; `back` is the backcloth's colour. */
export function stageSet(back: string, curtain: string): string {
  const folds = (left: number): string =>
    range(4)
      .map(
        (fold) =>
          svg`M${left + fold * 54 + 14} 40Q${left + fold * 54 + 30} 380 ${left + fold * 54 + 6} 720`,
      )
      .join('');
  return svg`<path d="M-600 700H2200V1100H-600Z" fill="${palette.ink}"/><path d="M-600 0H2200V760H-600Z" fill="${back}"/><path d="M240 760V360Q240 130 800 70Q1360 130 1360 360V760Z" fill="${mix(back, palette.paper, 0.14)}"/><path d="M470 -20L260 760H840L620 -20ZM1130 -20L1340 760H760L980 -20Z" fill="${palette.marigoldSoft}" opacity=".2"/><path d="M-600 700H2200V860H-600Z" fill="${palette.woodSoft}"/><path d="M-600 700H2200V712H-600Z" fill="${palette.woodDeep}" opacity=".4"/><path d="M-600 850H2200V896H-600Z" fill="${palette.wood}"/><path d="M-600 0H200Q250 380 150 720H-600ZM2200 0H1400Q1350 380 1450 720H2200Z" fill="${curtain}"/><path d="${folds(-40)}${folds(1440)}" fill="none" stroke="${shade(curtain, 0.22)}" stroke-width="12"/><path d="M-600 0H2200V70Q2030 130 1860 70T1520 70T1180 70T840 70T500 70T160 70T-180 70T-600 70Z" fill="${shade(curtain, 0.1)}"/><path d="M-600 64Q-350 124 -180 70T160 70T500 70T840 70T1180 70T1520 70T1860 70" fill="none" stroke="${palette.marigold}" stroke-width="9"/>`;
}

export function stage(random: Random): string {
  const count = random.integer(3, 4);
  const curtain = random.pick([palette.terracotta, palette.indigoMid, palette.terracottaDeep]);
  const colours = random.pick(dress);
  return svg`${stageSet(random.pick([palette.indigo, '#31486b', '#4a2f5e']), curtain)}${garland(330, 150, 1270, 150, 40)}${actors(spread(count, 470, 1130, random).map((x, index) => ({ look: dancer(random, colours[index % 2] ?? palette.terracotta, colours[(index + 1) % 2] ?? palette.neem), pose: random.pick(['danceHigh', 'danceWide', 'danceHip', 'danceTurn', 'bhangra'] as const), x, y: 806 - (index % 2) * 44, scale: 2.1, facing: index < count / 2 ? 1 : -1 })))}${range(7).map((index) => diya(410 + index * 130, 872, 0.8))}${audience(9, 60, 1540, 968, 1.35, random)}`;
}

export function dance(random: Random): string {
  const light = random.pick([lights.golden, lights.dusk, lights.morning]);
  const colours = random.shuffle(dress);
  const count = random.integer(4, 5);
  return svg`${outdoors(light, 600, random)}${ground(light.grass, 590, random)}${neem(120, 650, 1.2, random)}${neem(1500, 640, 1.1, random)}<path d="M300 130H1300V600H300Z" fill="${palette.cream}"/>${jaali(330, 160, 300, 400, { ground: palette.terracottaSoft, hole: palette.cream }, 44)}${jaali(970, 160, 300, 400, { ground: palette.terracottaSoft, hole: palette.cream }, 44)}<path d="M650 600V330Q660 230 800 170Q940 230 950 330V600Z" fill="${palette.indigoMid}"/><path d="M270 104H1330V140H270Z" fill="${palette.terracotta}"/>${garland(300, 150, 800, 150, 40)}${garland(800, 150, 1300, 150, 40)}<ellipse cx="800" cy="830" rx="760" ry="150" fill="${palette.sand}"/>${rangoli(800, 840, 300, random)}${actors(spread(count, 270, 1330, random).map((x, index) => ({ look: dancer(random, colours[index % 4]?.[0] ?? palette.terracotta, colours[index % 4]?.[1] ?? palette.neem), pose: random.pick(['danceHigh', 'danceWide', 'danceHip', 'danceTurn', 'bhangra'] as const), x, y: index % 2 ? 800 : 920, scale: index % 2 ? 1.75 : 2, facing: index < count / 2 ? 1 : -1 })))}`;
}

export function music(random: Random): string {
  const singers = spread(3, 560, 1040, random);
  return svg`${room(random.pick(interiors), 660)}${archWindow(130, 120, 210, 340)}${archWindow(1260, 120, 210, 340)}<path d="M500 110h600v300h-600Z" fill="${palette.paper}"/><g fill="none" stroke="${palette.indigoSoft}" stroke-width="5"><path d="M530 190h540M530 220h540M530 250h540M530 280h540M530 310h540"/></g><g fill="${palette.indigo}" stroke="${palette.indigo}" stroke-width="8"><ellipse cx="620" cy="282" rx="17" ry="12"/><path d="M636 280v-96h90v82" fill="none"/><ellipse cx="710" cy="266" rx="17" ry="12"/><ellipse cx="830" cy="250" rx="17" ry="12"/><path d="M846 248v-90q40 20 24 60" fill="none"/><ellipse cx="970" cy="300" rx="17" ry="12" fill="${palette.marigold}" stroke="none"/><path d="M986 298v-92" stroke="${palette.marigold}"/></g><ellipse cx="800" cy="900" rx="690" ry="100" fill="${palette.indigoMid}"/><ellipse cx="800" cy="900" rx="620" ry="82" fill="none" stroke="${palette.marigoldSoft}" stroke-width="7" stroke-dasharray="2 22"/>${actors(singers.map((x) => ({ look: student(random), pose: 'sing', x, y: 790, scale: 1.55, turn: random.between(-0.3, 0.4) })))}${actors([{ look: student(random), pose: 'flute', x: 1190, y: 820, scale: 1.65, facing: -1, inRight: flute() }])}${actors([{ look: teacher(random, { lower: 'kurta', cloth: palette.paper }), pose: 'floorHands', x: 350, y: 900, scale: 1.9, turn: 0.5 }])}${harmonium(470, 930)}${actors([{ look: student(random), pose: 'floorDrum', x: 860, y: 930, scale: 1.85, turn: 0 }])}${tabla(800, 965)}${actors([{ look: student(random), pose: 'floorDrum', x: 1300, y: 950, scale: 1.85, facing: -1, inRight: '', turn: 0.3 }])}${sitar(1310, 930)}${potted(110, 860, 1.3)}`;
}

/** A flute at the lips, drawn at the far hand. */
export function flute(): string {
  return svg`<path d="M-34 -10L34 4" stroke="${palette.woodSoft}" stroke-width="7"/>`;
}

/** A pair of tabla in front of a seated player. */
export function tabla(x: number, y: number): string {
  const drum = (at: number, wide: number, colour: string): string =>
    svg`<path d="M${at - wide} ${y - 76}Q${at - wide - 12} ${y - 20} ${at - wide * 0.6} ${y}H${at + wide * 0.6}Q${at + wide + 12} ${y - 20} ${at + wide} ${y - 76}Z" fill="${colour}"/><path d="M${at - wide} ${y - 74}l${wide * 0.5} 66l${wide * 0.5} -66l${wide * 0.5} 66l${wide * 0.5} -66" fill="none" stroke="${palette.cream}" stroke-width="4"/><ellipse cx="${at}" cy="${y - 76}" rx="${wide}" ry="17" fill="${palette.cream}"/><ellipse cx="${at}" cy="${y - 76}" rx="${wide * 0.4}" ry="7" fill="${palette.ink}"/>`;
  return drum(x, 42, palette.skyDeep) + drum(x + 104, 35, palette.wood);
}

/** A harmonium, seen from the front. */
export function harmonium(x: number, y: number): string {
  return svg`<ellipse cx="${x + 12}" cy="${y}" rx="120" ry="12" fill="${palette.ink}" opacity=".16"/><path d="M${x - 104} ${y - 80}h208v80h-208Z" fill="${palette.wood}"/><path d="M${x - 116} ${y - 96}h232v26h-232Z" fill="${palette.paper}"/><path d="${range(10).map((key) => svg`M${x - 100 + key * 22} ${y - 96}v15`)}" stroke="${palette.ink}" stroke-width="9"/><path d="M${x - 84} ${y - 50}h168v32h-168Z" fill="${palette.woodDeep}"/>`;
}

/** A sitar lying across a seated player's lap. */
export function sitar(x: number, y: number): string {
  return svg`<g transform="translate(${x} ${y}) rotate(-34)"><path d="M0 -11H300V11H0Z" fill="${palette.woodDeep}"/><path d="M10 -3H296M10 4H296" stroke="${palette.marigoldSoft}" stroke-width="2"/><path d="M272 -26v14M290 -26v14M250 -26v14" stroke="${palette.marigold}" stroke-width="8"/><ellipse cx="-20" cy="0" rx="66" ry="54" fill="${palette.woodSoft}"/><ellipse cx="-20" cy="-2" rx="50" ry="40" fill="${palette.wood}"/><circle cx="6" r="9" fill="${palette.cream}"/><path d="M-44 -14v28" stroke="${palette.cream}" stroke-width="8"/></g>`;
}

export function painting(random: Random): string {
  const pictures = random.shuffle([
    svg`<path d="M12 120h136v40h-136Z" fill="${palette.neem}"/><circle cx="112" cy="52" r="22" fill="${palette.marigold}"/><path d="M40 126v-50M40 80q-26 -6 -22 -30q30 -20 44 4q2 22 -22 26" fill="${palette.neemSoft}" stroke="${palette.wood}" stroke-width="7"/>`,
    svg`<path d="M12 60q40 -40 70 0t66 0v100h-136Z" fill="${palette.skyDeep}"/><path d="M50 96h66l-14 26h-38Z" fill="${palette.terracotta}"/><path d="M82 96v-60l34 54Z" fill="${palette.marigold}"/>`,
    svg`<path d="M80 22q40 30 26 66q26 20 20 60h-92q-6 -40 20 -60q-14 -36 26 -66Z" fill="${palette.indigoMid}"/><circle cx="80" cy="74" r="22" fill="${palette.marigold}"/><circle cx="80" cy="120" r="17" fill="${palette.terracottaSoft}"/>`,
    svg`<path d="M80 90q-60 -70 -50 10q10 50 50 0q60 -70 50 10q-10 50 -50 0" fill="${palette.terracotta}"/><path d="M80 60v80" stroke="${palette.ink}" stroke-width="7"/>`,
  ]);
  const places = spread(3, 310, 1170, random);
  return svg`${room(random.pick(interiors), 660)}${archWindow(690, 100, 220, 370)}${bunting(-40, 60, 660, 80, 40, festive)}${bunting(940, 80, 1640, 60, 40, festive)}${[120, 330, 1060, 1280].map((x, index) => svg`<g transform="translate(${x} 200)"><path d="M0 0h160v172h-160Z" fill="${palette.woodSoft}"/><path d="M11 11h138v150h-138Z" fill="${palette.paper}"/>${pictures[index] ?? ''}</g>`)}${places.map((x, index) => svg`${easel(x + 110, 900 + (index % 2) * 50, pictures[(index + 1) % 4] ?? '')}${actors([{ look: student(random, { top: palette.white, extra: random.pick(['tie', 'none'] as const) }), pose: 'paint', x: x - 60, y: 910 + (index % 2) * 50, scale: 1.85, turn: 0.6, inRight: svg`<path d="M-4 6L26 -20" stroke="${palette.woodSoft}" stroke-width="5"/><circle cx="28" cy="-22" r="6" fill="${random.pick(festive)}"/>`, inLeft: svg`<ellipse rx="26" ry="18" fill="${palette.woodSoft}"/><circle cx="-10" cy="-4" r="5" fill="${palette.terracotta}"/><circle cx="2" cy="-8" r="5" fill="${palette.marigold}"/><circle cx="12" cy="0" r="5" fill="${palette.indigoMid}"/>` }])}`)}<g>${range(8).map(() => svg`<ellipse cx="${random.between(180, 1420)}" cy="${random.between(930, 985)}" rx="${random.between(9, 22)}" ry="6" fill="${random.pick(festive)}" opacity=".75"/>`)}</g>`;
}

function easel(x: number, y: number, picture: string): string {
  return svg`<g transform="translate(${x} ${y}) scale(1.35)"><path d="M0 -270L-66 0M0 -270L66 0M0 -260V-20" stroke="${palette.wood}" stroke-width="10"/><path d="M-88 -236h176v168h-176Z" fill="${palette.paper}"/><path d="M-96 -70h192v13h-192Z" fill="${palette.woodDeep}"/><g transform="translate(-80 -236)">${picture}</g></g>`;
}

export function rangoliDay(random: Random): string {
  const around = spread(4, 330, 1270, random);
  const wallColour = random.pick(['#f3d2b8', '#efdcae', '#d9e3cc']);
  return svg`<path d="M-600 0H2200V600H-600Z" fill="${wallColour}"/>${[80, 460, 840, 1220].map((x) => svg`<path d="M${x} 540V300Q${x + 20} 150 ${x + 150} 90Q${x + 280} 150 ${x + 300} 300V540Z" fill="${mix(wallColour, palette.ink, 0.3)}"/><path d="M${x + 40} 540V310Q${x + 60} 190 ${x + 150} 140V540Z" fill="${mix(wallColour, palette.ink, 0.42)}"/>`)}<path d="M-600 30H2200V64H-600Z" fill="${palette.terracotta}"/>${garland(-30, 70, 420, 70, 50)}${garland(420, 70, 800, 70, 50)}${garland(800, 70, 1180, 70, 50)}${garland(1180, 70, 1630, 70, 50)}<path d="M-600 540H2200V1000H-600Z" fill="${palette.sand}"/><path d="M-600 540H2200V566H-600Z" fill="${palette.sandDeep}"/>${rangoli(800, 790, 400, random)}${range(9).map((index) => diya(800 + Math.cos((index / 9) * 6.283) * 470, 794 + Math.sin((index / 9) * 6.283) * 176, 0.72))}${actors(around.map((x, index) => ({ look: index === 2 ? dancer(random, palette.terracotta, palette.indigoMid) : student(random, { extra: index ? 'tie' : 'none' }), pose: random.pick(['floorReach', 'kneel'] as const), x: index === 0 ? x - 90 : index === 3 ? x + 90 : x, y: index === 0 || index === 3 ? 900 : 660, scale: index === 0 || index === 3 ? 1.9 : 1.4, facing: x < 800 ? 1 : -1, inRight: svg`<path d="M-20 -2H20Q18 18 0 18Q-18 18 -20 -2Z" fill="${palette.indigo}"/><ellipse cy="-2" rx="20" ry="6" fill="${festive[index] ?? palette.marigold}"/>` })))}${potted(90, 640, 1.2, 'marigold')}${potted(1510, 640, 1.2, 'tulsi')}`;
}

export function diwali(random: Random): string {
  const houses = [palette.indigoMid, '#3a3784', palette.indigo];
  return svg`<path d="M-600 0H2200V1000H-600Z" fill="${palette.night}"/><path d="M-600 330Q800 200 2200 330V1000H-600Z" fill="#34307a"/>${range(26).map(() => svg`<circle cx="${random.between(0, 1600)}" cy="${random.between(10, 330)}" r="${random.between(1.5, 4)}" fill="${palette.marigoldSoft}" opacity=".8"/>`)}<circle cx="${random.between(1150, 1350)}" cy="160" r="64" fill="${palette.cream}"/>${[-40, 360, 760, 1160].map((x, index) => svg`<path d="M${x} 640V${300 + (index % 3) * 40}h400v${340 - (index % 3) * 40}Z" fill="${houses[index % 3] ?? palette.indigo}"/><path d="M${x + 50} 640V470q4 -60 50 -84q46 24 50 84v170ZM${x + 240} 640V470q4 -60 50 -84q46 24 50 84v170Z" fill="${palette.marigold}" opacity=".85"/><path d="M${x} ${300 + (index % 3) * 40}h400v16h-400Z" fill="${palette.terracotta}"/>${range(6).map((lamp) => diya(x + 34 + lamp * 66, 298 + (index % 3) * 40, 0.42))}`)}${garland(-30, 60, 800, 60, 60)}${garland(800, 60, 1630, 60, 60)}${[300, 800, 1300].map((x) => svg`<path d="M${x} 96v70" stroke="${palette.marigold}" stroke-width="4"/><path d="M${x} 160l44 40l-16 60h-56l-16 -60Z" fill="${random.pick([palette.terracotta, palette.marigold, palette.terracottaSoft])}"/><path d="M${x - 20} 260v50M${x} 260v60M${x + 20} 260v50" stroke="${palette.marigoldSoft}" stroke-width="5"/>`)}<path d="M-600 640H2200V1000H-600Z" fill="#5a3f6d"/><path d="M-600 640H2200V664H-600Z" fill="${palette.terracottaDeep}"/><ellipse cx="800" cy="850" rx="640" ry="140" fill="${palette.marigold}" opacity=".18"/>${rangoli(800, 850, 260, random)}${range(8).map((index) => diya(800 + Math.cos((index / 8) * 6.283) * 310, 852 + Math.sin((index / 8) * 6.283) * 112, 0.8))}${actors(
    [
      {
        look: dancer(random, palette.terracotta, palette.marigold),
        pose: 'offer',
        x: 330,
        y: 890,
        scale: 1.9,
        inRight: diya(0, -12, 0.7),
      },
      {
        look: dancer(random, palette.neem, palette.terracotta),
        pose: 'kneel',
        x: 500,
        y: 960,
        scale: 1.75,
        inRight: diya(6, -8, 0.6),
      },
      { look: teacher(random), pose: 'namaste', x: 1290, y: 880, scale: 1.85, facing: -1 },
      {
        look: dancer(random, palette.skyDeep, palette.terracottaSoft),
        pose: 'clap',
        x: 1120,
        y: 950,
        scale: 1.75,
        facing: -1,
      },
    ],
  )}`;
}

export function festival(random: Random): string {
  const light = random.pick([lights.noon, lights.golden, lights.morning]);
  const colours = random.shuffle(dress);
  return svg`${outdoors(light, 600, random)}${ground(light.grass, 600, random)}${[220, 800, 1380].map((x, index) => svg`<path d="M${x - 210} 660V380h420v280Z" fill="${[palette.cream, '#f3d2b8', palette.mint][index] ?? palette.cream}"/><path d="M${x - 240} 390Q${x - 120} 330 ${x} 210Q${x + 120} 330 ${x + 240} 390Z" fill="${[palette.terracotta, palette.indigoMid, palette.marigold][index] ?? palette.indigo}"/><path d="M${x - 80} 350Q${x - 20} 300 ${x} 210Q${x + 20} 300 ${x + 80} 350L${x + 70} 390H${x - 70}Z" fill="${palette.paper}" opacity=".75"/><path d="M${x} 212v-60" stroke="${palette.wood}" stroke-width="6"/><path d="M${x} 152l60 18l-60 20Z" fill="${palette.marigold}"/><path d="M${x - 180} 560h360v24h-360Z" fill="${palette.wood}"/><path d="M${x - 170} 584h340v80h-340Z" fill="${palette.terracottaSoft}"/>${range(5).map((item) => svg`<circle cx="${x - 130 + item * 65}" cy="544" r="20" fill="${festive[(item + index) % 6] ?? palette.marigold}"/>`)}`)}${bunting(-30, 130, 500, 200, 60, festive)}${bunting(500, 200, 1100, 200, 60, festive)}${bunting(1100, 200, 1630, 130, 60, festive)}${kite(random.between(300, 600), 110, palette.terracotta)}${kite(random.between(1000, 1300), 80, palette.indigoMid)}<path d="M-600 690Q800 640 2200 690V800Q800 760 -600 800Z" fill="${palette.sand}"/>${actors(spread(5, 230, 1370, random).map((x, index) => ({ look: index === 2 ? teacher(random) : dancer(random, colours[index % 4]?.[0] ?? palette.neem, colours[index % 4]?.[1] ?? palette.marigold), pose: random.pick(['wave', 'walk', 'clap', 'danceHip', 'hold'] as const), x, y: index % 2 ? 850 : 960, scale: index % 2 ? 1.65 : 1.95, facing: index < 3 ? 1 : -1, inRight: index === 1 ? balloon(palette.terracotta) : index === 4 ? balloon(palette.marigold) : '' })))}`;
}

function kite(x: number, y: number, colour: string): string {
  return svg`<path d="M${x} ${y}l46 56l-46 74l-46 -74Z" fill="${colour}"/><path d="M${x} ${y}v130M${x - 46} ${y + 56}h92" stroke="${palette.paper}" stroke-width="4"/><path d="M${x} ${y + 130}q30 60 -10 110t20 120" fill="none" stroke="${palette.ink}" stroke-width="2" opacity=".5"/>`;
}

function balloon(colour: string): string {
  return svg`<path d="M0 0Q6 -50 0 -92" stroke="${palette.ink}" stroke-width="2" fill="none"/><ellipse cy="-124" rx="27" ry="33" fill="${colour}"/><ellipse cx="-9" cy="-136" rx="6" ry="10" fill="#fff" opacity=".5"/>`;
}
