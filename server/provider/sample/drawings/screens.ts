import { actors } from './crowds.ts';
import { student, teacher } from './looks.ts';
import { range, svg } from './markup.ts';
import { potted } from './nature.ts';
import { mix, palette, tint } from './palette.ts';
import { createRandom } from './random.ts';

/** Pictures of the parents' app and the school's programs: 1200 × 900, no words. */
function backdrop(colour: string): string {
  return svg`<path d="M0 0H1200V900H0Z" fill="${colour}"/><circle cx="600" cy="430" r="390" fill="${tint(colour, 0.45)}"/><path d="M0 780H1200V900H0Z" fill="${mix(colour, palette.indigo, 0.12)}"/>`;
}

function bar(x: number, y: number, wide: number, colour: string, thick = 14): string {
  return svg`<rect x="${x}" y="${y}" width="${wide}" height="${thick}" rx="${thick / 2}" fill="${colour}"/>`;
}

function avatar(x: number, y: number, r: number, ground: string, skin: string): string {
  return svg`<circle cx="${x}" cy="${y}" r="${r}" fill="${ground}"/><path d="M${x - r * 0.66} ${y + r * 0.74}Q${x - r * 0.6} ${y + r * 0.22} ${x} ${y + r * 0.22}T${x + r * 0.66} ${y + r * 0.74}A${r} ${r} 0 0 1 ${x - r * 0.66} ${y + r * 0.74}Z" fill="${palette.indigo}"/><circle cx="${x}" cy="${y - r * 0.1}" r="${r * 0.4}" fill="${skin}"/><path d="M${x - r * 0.42} ${y - r * 0.1}Q${x - r * 0.44} ${y - r * 0.62} ${x} ${y - r * 0.62}T${x + r * 0.42} ${y - r * 0.1}Q${x} ${y - r * 0.44} ${x - r * 0.42} ${y - r * 0.1}Z" fill="#2f2123"/>`;
}

/** A phone's body with its screen, 300 × 600. */
function phone(x: number, y: number, screen: string): string {
  return svg`<g transform="translate(${x} ${y})"><rect x="14" y="18" width="300" height="600" rx="42" fill="${palette.ink}" opacity=".18"/><rect width="300" height="600" rx="42" fill="${palette.ink}"/><rect x="12" y="12" width="276" height="576" rx="32" fill="${palette.paper}"/>${screen}<rect x="110" y="22" width="80" height="14" rx="7" fill="${palette.ink}"/></g>`;
}

export function manageData(): string {
  const random = createRandom('manage data');
  const skins = ['#c98f5f', '#9c6440', '#d8a274', '#b57a4b'] as const;
  const rows = skins.map(
    (skin, row) =>
      svg`${avatar(470, 424 + row * 62, 22, palette.sky, skin)}${bar(506, 416 + row * 62, 120 - (row % 2) * 26, palette.indigoSoft)}${bar(660, 416 + row * 62, 84, palette.lavender)}<rect x="780" y="${408 + row * 62}" width="74" height="30" rx="15" fill="${[palette.neemSoft, palette.marigoldSoft, palette.neemSoft, palette.terracottaSoft][row] ?? palette.neemSoft}"/>`,
  );
  const chart = [40, 66, 52, 90, 74, 104].map(
    (high, index) =>
      svg`<rect x="${668 + index * 32}" y="${352 - high}" width="18" height="${high}" rx="5" fill="${index === 5 ? palette.marigold : palette.indigoMid}"/>`,
  );
  return svg`${backdrop(palette.lavender)}<rect x="238" y="152" width="700" height="540" rx="26" fill="${palette.ink}" opacity=".16"/><rect x="220" y="130" width="700" height="540" rx="26" fill="${palette.ink}"/><rect x="238" y="148" width="664" height="504" rx="14" fill="${palette.paper}"/><path d="M238 162q0 -14 14 -14h126v504h-126q-14 0 -14 -14Z" fill="${palette.indigo}"/><circle cx="308" cy="206" r="30" fill="${palette.marigold}"/>${range(5).map((index) => bar(268, 276 + index * 52, 80, index === 1 ? palette.marigold : palette.indigoSoft))}<rect x="408" y="178" width="220" height="190" rx="16" fill="${palette.skySoft}"/><circle cx="518" cy="272" r="62" fill="none" stroke="${palette.sky}" stroke-width="24"/><path d="M518 210A62 62 0 1 1 460 294" fill="none" stroke="${palette.terracotta}" stroke-width="24"/><rect x="648" y="178" width="226" height="190" rx="16" fill="${palette.cream}"/>${chart}${rows}<path d="M520 670H620L640 760H500ZM420 760H720V782H420Z" fill="${palette.indigoSoft}"/>${actors([{ look: teacher(random, { hairStyle: 'bun', lower: 'saree', cloth: palette.terracotta, top: palette.marigold, glasses: true }), pose: 'point', x: 1060, y: 850, scale: 2.4, facing: -1 }])}${potted(130, 850, 1.7)}`;
}

export function parentPortal(): string {
  const random = createRandom('parent portal');
  const days = range(20).map(
    (index) =>
      svg`<circle cx="${52 + (index % 5) * 49}" cy="${236 + Math.floor(index / 5) * 44}" r="15" fill="${index === 7 ? palette.terracottaSoft : index > 16 ? palette.lavender : palette.neemSoft}"/>`,
  );
  const screen = svg`<path d="M12 44q0 -32 32 -32h212q32 0 32 32v96h-276Z" fill="${palette.indigo}"/>${avatar(64, 92, 30, palette.marigoldSoft, '#c98f5f')}${bar(110, 78, 120, palette.paper)}${bar(110, 102, 80, palette.indigoSoft)}${bar(32, 164, 110, palette.indigoSoft)}${days}<rect x="32" y="414" width="236" height="66" rx="16" fill="${palette.marigoldSoft}"/><circle cx="68" cy="447" r="19" fill="${palette.marigold}"/><path d="M60 440h16M60 448h16M74 440q0 8 -14 8l12 12" fill="none" stroke="${palette.indigo}" stroke-width="3.5"/>${bar(100, 432, 90, palette.marigoldDeep)}${bar(100, 454, 60, palette.marigold, 10)}<rect x="32" y="500" width="236" height="50" rx="25" fill="${palette.terracotta}"/>${bar(100, 518, 100, palette.paper)}`;
  return svg`${backdrop(palette.blush)}${phone(450, 120, screen)}<rect x="800" y="250" width="230" height="110" rx="24" fill="${palette.paper}"/><circle cx="850" cy="305" r="26" fill="${palette.neem}"/><path d="M838 305l9 10l17 -20" fill="none" stroke="#fff" stroke-width="7"/>${bar(892, 286, 100, palette.indigoSoft)}${bar(892, 312, 70, palette.lavender)}${actors(
    [
      {
        look: teacher(random, {
          hairStyle: 'short',
          lower: 'kurta',
          top: palette.indigoMid,
          glasses: false,
          extra: 'none',
        }),
        pose: 'read',
        x: 220,
        y: 850,
        scale: 2.5,
        turn: 0.5,
        inRight: svg`<rect x="-10" y="-30" width="26" height="46" rx="6" fill="${palette.ink}"/>`,
      },
      {
        look: student(random, { extra: 'blazer', hairStyle: 'plaits', lower: 'skirt' }),
        pose: 'wave',
        x: 960,
        y: 850,
        scale: 2.3,
        facing: -1,
      },
    ],
  )}`;
}

export function communicationPortal(): string {
  const random = createRandom('communication');
  const bubble = (
    x: number,
    y: number,
    wide: number,
    colour: string,
    line: string,
    side: 'left' | 'right',
  ): string =>
    svg`<rect x="${x}" y="${y}" width="${wide}" height="92" rx="26" fill="${colour}"/><path d="${side === 'left' ? svg`M${x + 30} ${y + 80}l-34 40l70 -30Z` : svg`M${x + wide - 30} ${y + 80}l34 40l-70 -30Z`}" fill="${colour}"/>${bar(x + 34, y + 26, wide - 90, line)}${bar(x + 34, y + 54, wide - 130, line)}`;
  return svg`${backdrop(palette.sky)}<rect x="330" y="110" width="540" height="420" rx="30" fill="${palette.paper}"/><path d="M330 140q0 -30 30 -30h480q30 0 30 30v46H330Z" fill="${palette.terracotta}"/><path d="M378 134v24l50 20v-64l-50 20h-18v24h18M442 128q24 18 0 38" fill="${palette.paper}" stroke="${palette.paper}" stroke-width="6"/>${bar(490, 142, 180, palette.blush)}${range(3).map((row) => svg`<circle cx="390" cy="${250 + row * 92}" r="28" fill="${[palette.marigold, palette.neemSoft, palette.indigoSoft][row] ?? palette.marigold}"/>${bar(440, 232 + row * 92, 340 - row * 40, palette.indigoSoft)}${bar(440, 262 + row * 92, 260 - row * 30, palette.lavender)}`)}${bubble(60, 400, 280, palette.indigoMid, palette.lavender, 'left')}${bubble(850, 350, 290, palette.marigold, palette.paper, 'right')}${actors(
    [
      {
        look: teacher(random, {
          hairStyle: 'long',
          lower: 'saree',
          cloth: palette.neem,
          top: palette.marigoldSoft,
        }),
        pose: 'read',
        x: 320,
        y: 860,
        scale: 2.2,
        inRight: svg`<rect x="-10" y="-30" width="26" height="46" rx="6" fill="${palette.ink}"/>`,
      },
      {
        look: student(random, { hairStyle: 'short', lower: 'shorts' }),
        pose: 'wave',
        x: 600,
        y: 860,
        scale: 2.1,
        turn: 0,
      },
      {
        look: teacher(random, {
          hairStyle: 'turban',
          lower: 'trousers',
          top: palette.cream,
          extra: 'none',
          trim: palette.terracotta,
        }),
        pose: 'read',
        x: 880,
        y: 860,
        scale: 2.2,
        facing: -1,
        inRight: svg`<rect x="-10" y="-30" width="26" height="46" rx="6" fill="${palette.ink}"/>`,
      },
    ],
  )}`;
}

export function mobileApp(): string {
  const tiles = [
    palette.marigold,
    palette.terracotta,
    palette.neem,
    palette.skyDeep,
    palette.indigoMid,
    palette.terracottaSoft,
    palette.neemSoft,
    palette.marigoldSoft,
    palette.indigoSoft,
  ];
  const home = svg`<path d="M12 44q0 -32 32 -32h212q32 0 32 32v176h-276Z" fill="${palette.indigo}"/><g transform="translate(104 64) scale(.38)"><path d="M120 6C160 26 196 32 230 32V138C230 210 176 252 120 276C64 252 10 210 10 138V32C44 32 80 26 120 6Z" fill="${palette.paper}"/><path d="M64 150A56 56 0 0 1 176 150Z" fill="${palette.marigold}"/><path d="M120 180Q92 162 62 170V210Q92 202 120 222Q148 202 178 210V170Q148 162 120 180Z" fill="${palette.indigo}"/></g>${tiles.map((colour, index) => svg`<rect x="${34 + (index % 3) * 82}" y="${250 + Math.floor(index / 3) * 96}" width="68" height="68" rx="20" fill="${colour}"/><circle cx="${68 + (index % 3) * 82}" cy="${284 + Math.floor(index / 3) * 96}" r="15" fill="${palette.paper}" opacity=".85"/>`)}`;
  const notice = svg`${bar(36, 64, 130, palette.indigo, 18)}${range(4).map((row) => svg`<rect x="30" y="${112 + row * 112}" width="240" height="94" rx="20" fill="${[palette.skySoft, palette.cream, palette.blush, palette.mint][row] ?? palette.cream}"/><circle cx="70" cy="${159 + row * 112}" r="22" fill="${tiles[row] ?? palette.marigold}"/>${bar(108, 142 + row * 112, 130, palette.indigoSoft)}${bar(108, 166 + row * 112, 90, palette.lavender)}`)}`;
  return svg`${backdrop(palette.marigoldSoft)}<g transform="rotate(-7 500 450)">${phone(300, 150, home)}</g><g transform="rotate(6 760 470)">${phone(630, 190, notice)}</g>${potted(140, 860, 1.9, 'tulsi')}${potted(1080, 860, 1.9, 'marigold')}`;
}

/** The parents' app as a small sign: a phone with the school's sun, 320 × 120; its words stand beside it in the page. */
export function campusApp(): string {
  return svg`<rect width="320" height="120" rx="24" fill="${palette.indigo}"/><rect x="26" y="14" width="56" height="92" rx="12" fill="${palette.paper}"/><path d="M36 56a18 18 0 0 1 36 0Z" fill="${palette.marigold}"/><path d="M54 66Q46 60 36 62V80Q46 78 54 84Q62 78 72 80V62Q62 60 54 66Z" fill="${palette.indigo}"/><circle cx="54" cy="97" r="4" fill="${palette.indigo}"/>${range(3).map((index) => svg`<rect x="${108 + index * 62}" y="34" width="52" height="52" rx="15" fill="${[palette.marigold, palette.terracotta, palette.neem][index] ?? palette.marigold}"/>`)}<path d="M122 60l9 10l16 -20" fill="none" stroke="${palette.paper}" stroke-width="7"/><path d="M182 50h28v18h-14l-8 8v-8h-6Z" fill="${palette.paper}"/><path d="M246 70V60M258 70V48M270 70V54" stroke="${palette.paper}" stroke-width="7"/>`;
}
