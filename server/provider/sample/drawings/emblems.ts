import { svg } from './markup.ts';
import { palette } from './palette.ts';

/** Letters G, I, S as strokes of one weight in a 176 × 60 box around (0, 0): no font is needed. */
const letters =
  'M-44 -14A26 26 0 1 0 -42 12V2H-60M-14 -26H14M0 -26V26M-14 26H14M76 -16Q70 -27 56 -27Q38 -27 38 -13Q38 -1 57 1Q77 3 77 14Q77 27 58 27Q42 27 36 15';

/** The school's crest in a 240 × 280 box: shield, rising sun over an open book, the letters GIS. The paper rim keeps it readable on dark ground. */
export function crest(): string {
  return svg`<path d="M120 6C160 26 196 32 230 32V138C230 210 176 252 120 276C64 252 10 210 10 138V32C44 32 80 26 120 6Z" fill="${palette.paper}"/><path d="M120 18C158 36 190 42 219 42.5V138C219 202 170 241 120 264C70 241 21 202 21 138V42.5C50 42 82 36 120 18Z" fill="${palette.indigo}"/><path d="M120 38L127 74L146 42L145 79L171 54L157 86L187 72L163 96H77L53 72L83 86L69 54L95 79L94 42L113 74Z" fill="${palette.marigold}"/><path d="M76 96A44 44 0 0 1 164 96Z" fill="${palette.marigold}" stroke="${palette.indigo}" stroke-width="6"/><path d="M21 96H219V174H21Z" fill="${palette.paper}"/><path transform="translate(126.5 135) scale(.86)" d="${letters}" fill="none" stroke="${palette.indigo}" stroke-width="15"/><path d="M120 196Q92 178 62 186V222Q92 214 120 234Q148 214 178 222V186Q148 178 120 196Z" fill="${palette.marigold}"/><path d="M120 196V234" stroke="${palette.indigo}" stroke-width="5"/><path d="M120 18C158 36 190 42 219 42.5V138C219 202 170 241 120 264C70 241 21 202 21 138V42.5C50 42 82 36 120 18Z" fill="none" stroke="${palette.indigo}" stroke-width="9"/>`;
}

/** The crest in a round-cornered square of 64, drawn for 16 to 48 pixels: letters are left out. */
export function favicon(): string {
  return svg`<rect width="64" height="64" rx="14" fill="${palette.indigo}"/><path d="M18 28A14 14 0 0 1 46 28Z" fill="${palette.marigold}"/><path d="M32 5V10M15 11L18.5 15M49 11L45.5 15M8 25H12M52 25H56" stroke="${palette.marigold}" stroke-width="3.5"/><path d="M32 38Q22 30 9 33V52Q22 49 32 57Q42 49 55 52V33Q42 30 32 38Z" fill="${palette.paper}"/><path d="M32 38V56" stroke="${palette.indigo}" stroke-width="3"/>`;
}

/** The same mark on a full square, for icons that phones cut to their own shape. */
export function appIcon(): string {
  return svg`<rect width="64" height="64" fill="${palette.indigo}"/><g transform="translate(7 6) scale(.78)">${favicon()}</g>`;
}

/** The preview of a shared link, 1200 × 630: a wide view of 1920 × 900 with the crest on its calm side. */
export function shareCard(wideView: string): string {
  return svg`<g transform="translate(-144 0) scale(.7)">${wideView}</g><g transform="translate(96 150) scale(1.2)">${crest()}</g>`;
}

const partnerMarks = {
  'partner-1':
    'M-46 -30Q-20 -40 0 -22Q20 -40 46 -30V30Q20 20 0 38Q-20 20 -46 30ZM0 -22V38M-32 -12Q-22 -14 -14 -9M14 -9Q22 -14 32 -12',
  'partner-2':
    'M-48 0A48 18 0 1 0 48 0A48 18 0 1 0 -48 0ZM-24 -41.6A18 48 -30 0 1 24 41.6A18 48 -30 0 1 -24 -41.6ZM24 -41.6A18 48 30 0 1 -24 41.6A18 48 30 0 1 24 -41.6ZM-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z',
  'partner-3': 'M-34 40Q-44 -30 40 -42Q46 40 -26 28M-34 40Q-12 0 18 -20M-6 4V-16M-16 18H6',
  'partner-4':
    'M-44 0A44 44 0 1 0 44 0A44 44 0 1 0 -44 0ZM-31 -31Q-2 0 -31 31M31 -31Q2 0 31 31M0 -44V44',
  'partner-5':
    'M2 -42A44 42 0 1 0 6 42Q18 40 12 26Q8 12 24 12H36Q46 8 44 -8Q38 -42 2 -42ZM-24 -4A6 6 0 1 0 -12 -4A6 6 0 1 0 -24 -4ZM-8 -26A6 6 0 1 0 4 -26A6 6 0 1 0 -8 -26ZM16 -16A6 6 0 1 0 28 -16A6 6 0 1 0 16 -16Z',
  'partner-6':
    'M-44 0A44 44 0 1 0 44 0A44 44 0 1 0 -44 0ZM-44 0H44M0 -44Q-34 0 0 44M0 -44Q34 0 0 44M-36 -24Q0 -10 36 -24M-36 24Q0 10 36 24',
} as const;

/** Names of the wordless partner marks. */
export const PARTNER_NAMES = [
  'partner-1',
  'partner-2',
  'partner-3',
  'partner-4',
  'partner-5',
  'partner-6',
] as const;

/** One partner mark in a 240 × 120 box, one line weight, one colour. */
export function partnerMark(name: (typeof PARTNER_NAMES)[number]): string {
  return svg`<path transform="translate(120 60)" d="${partnerMarks[name]}" fill="none" stroke="${palette.indigo}" stroke-width="5.5"/>`;
}
