import { svg } from './markup.ts';
import { palette, shade, tint } from './palette.ts';

export type PortraitHair =
  | 'bun'
  | 'low bun'
  | 'long'
  | 'bob'
  | 'plaits'
  | 'ponytail'
  | 'boy'
  | 'short'
  | 'side parting'
  | 'receding'
  | 'turban'
  | 'patka';

type Hair = { readonly hair: string; readonly hairStyle: PortraitHair; readonly accent: string };

/** Hair that lies behind the face, neck and clothes. */
export function hairBehind({ hair, hairStyle }: Hair): string {
  const dark = shade(hair, 0.25);
  const round = svg`<path d="M258 420C236 200 564 200 542 420Q540 500 500 520H300Q260 500 258 420Z" fill="${dark}"/>`;
  switch (hairStyle) {
    case 'bun':
      return svg`<circle cx="400" cy="222" r="60" fill="${dark}"/><path d="M354 204Q400 172 444 208" fill="none" stroke="${tint(hair, 0.14)}" stroke-width="7"/>${round}`;
    case 'low bun':
      return svg`${round}<circle cx="528" cy="512" r="62" fill="${dark}"/>${jasmine}`;
    case 'long':
      return svg`<path d="M258 420C236 196 564 196 542 420C544 540 596 640 580 770Q400 830 220 770C204 640 256 540 258 420Z" fill="${dark}"/>`;
    case 'bob':
      return svg`<path d="M254 400C232 190 568 190 546 400C548 480 572 540 568 590Q400 640 232 590C228 540 252 480 254 400Z" fill="${dark}"/>`;
    case 'ponytail':
      return svg`<path d="M470 230C620 200 640 380 590 560Q560 600 540 570C580 440 560 330 470 290Z" fill="${dark}"/>${round}`;
    case 'plaits':
      return round;
    default:
      return '';
  }
}

const jasmine = [
  [482, 470],
  [502, 456],
  [526, 450],
  [550, 456],
  [572, 472],
  [584, 494],
].reduce(
  (text, [x, y]) => text + `<circle cx="${x}" cy="${y}" r="14" fill="${palette.paper}"/>`,
  '',
);

/** Hair, turban and ribbons over the face and clothes. */
export function hairInFront({ hair, hairStyle, accent }: Hair): string {
  const gleam = tint(hair, 0.16);
  const parted = svg`<path d="M400 256C292 252 256 340 266 452C276 384 312 336 402 300C488 336 524 384 534 452C544 340 508 252 400 256Z" fill="${hair}"/><path d="M300 330Q326 292 366 282" fill="none" stroke="${gleam}" stroke-width="7"/>`;
  switch (hairStyle) {
    case 'plaits':
      return svg`${parted}${plait(266, hair)}${plait(534, hair)}`;
    case 'ponytail':
    case 'bob':
      return svg`<path d="M262 440C236 220 392 214 420 246C548 236 556 350 538 440C532 390 516 352 480 322C420 352 340 350 316 318C284 350 270 390 262 440Z" fill="${hair}"/><path d="M304 300Q330 264 384 258" fill="none" stroke="${gleam}" stroke-width="7"/>${hairStyle === 'ponytail' ? svg`<rect x="484" y="236" width="34" height="58" rx="16" transform="rotate(-20 500 264)" fill="${palette.marigold}"/>` : ''}`;
    case 'boy':
      return svg`<path d="M270 404C244 250 316 196 410 214C520 200 560 300 530 404C524 366 518 350 506 332C476 346 452 322 440 332C420 348 392 324 374 334C350 348 326 326 306 330C288 350 276 376 270 404Z" fill="${hair}"/><path d="M310 268Q344 232 400 234" fill="none" stroke="${gleam}" stroke-width="8"/>`;
    case 'short':
    case 'side parting':
      return svg`<path d="M270 410C250 ${hairStyle === 'short' ? 252 : 228} 318 206 414 214C512 206 552 290 530 410C526 368 518 342 500 322C444 330 372 326 330 292C300 322 278 362 270 410Z" fill="${hair}"/><path d="M352 248Q410 226 470 252" fill="none" stroke="${gleam}" stroke-width="8"/>`;
    case 'receding':
      return svg`<path d="M268 420C258 350 268 300 300 276C294 320 288 366 284 416ZM532 420C542 350 532 300 500 276C506 320 512 366 516 416Z" fill="${hair}"/><path d="M292 300C320 236 480 236 508 300C470 262 440 270 400 266C360 270 330 262 292 300Z" fill="${hair}"/>`;
    case 'turban':
      return svg`<path d="M254 372C220 190 330 140 410 140C500 140 578 200 546 372C520 312 462 296 400 330C338 296 280 312 254 372Z" fill="${accent}"/><path d="M400 330C470 280 520 240 540 250M400 330C330 280 280 240 256 262M400 290C470 240 510 200 522 206M400 290C330 240 296 200 284 210M330 164C370 190 430 190 474 162" fill="none" stroke="${shade(accent, 0.22)}" stroke-width="7"/>`;
    case 'patka':
      return svg`<path d="M264 380C240 216 330 184 400 184C476 184 560 216 536 380C500 318 440 312 400 316C360 312 300 318 264 380Z" fill="${palette.indigo}"/><circle cx="400" cy="184" r="36" fill="${palette.indigo}"/><path d="M366 204Q400 222 434 204" fill="none" stroke="${palette.indigoSoft}" stroke-width="7"/>`;
    default:
      return parted;
  }
}

function plait(x: number, hair: string): string {
  const beads = [520, 566, 612, 658, 702].map(
    (y, index) =>
      svg`<ellipse cx="${x + (x < 400 ? -index * 3 : index * 3)}" cy="${y}" rx="${30 - index * 2}" ry="30" fill="${index % 2 ? hair : tint(hair, 0.1)}"/>`,
  );
  return svg`${beads}<path d="M${x - 12} 490L${x - 62} 462Q${x - 66} 500 ${x - 52} 520ZM${x + 12} 490L${x + 62} 462Q${x + 66} 500 ${x + 52} 520Z" fill="${palette.marigold}"/><circle cx="${x}" cy="490" r="17" fill="${palette.marigoldDeep}"/>`;
}
