/** The one palette of all drawings. */
export const palette = {
  ink: '#1d1c4a',
  indigo: '#2b2a6c',
  indigoMid: '#4a49a0',
  indigoSoft: '#9492c9',
  lavender: '#dcdaf0',
  marigold: '#f2a413',
  marigoldDeep: '#d07f0c',
  marigoldSoft: '#fad58a',
  paper: '#fbf8f1',
  cream: '#f5ebd7',
  sand: '#e8d3ad',
  sandDeep: '#cfae7d',
  terracotta: '#c8553d',
  terracottaDeep: '#98402e',
  terracottaSoft: '#e69a82',
  blush: '#f5d5c6',
  neem: '#4b7f52',
  neemDeep: '#2c5740',
  neemSoft: '#8cb482',
  mint: '#d3e4cb',
  sky: '#bcd7ea',
  skySoft: '#e3eff6',
  skyDeep: '#7badcc',
  night: '#211f55',
  wood: '#9a6238',
  woodDeep: '#6f4427',
  woodSoft: '#c28a55',
  slate: '#274b45',
  white: '#ffffff',
} as const;

export const skins = ['#e6b58a', '#d8a274', '#c98f5f', '#b57a4b', '#9c6440'] as const;
export const hairs = ['#231a20', '#2f2123', '#3a2823'] as const;
export const festive = [
  palette.marigold,
  palette.terracotta,
  palette.neem,
  palette.indigoMid,
  palette.terracottaSoft,
  palette.skyDeep,
] as const;
export const tricolour = ['#f08c2e', palette.white, '#3f8a4c'] as const;

/** Mixes two `#rrggbb` colours: 0 gives the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number): number =>
    Number.parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(first, at) * (1 - share) + channel(second, at) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** The same colour in shade: towards ink, never towards grey. */
export function shade(colour: string, share = 0.18): string {
  return mix(colour, palette.ink, share);
}

/** The same colour in light. */
export function tint(colour: string, share = 0.3): string {
  return mix(colour, palette.paper, share);
}
