import { svg } from './markup.ts';
import { palette, shade, tint } from './palette.ts';

export type PortraitDress = 'saree' | 'kurta' | 'blazer' | 'suit' | 'waistcoat' | 'uniform';

type Clothes = {
  readonly dress: PortraitDress;
  readonly main: string;
  readonly accent: string;
  readonly skin: string;
};

/** Shoulders and dress below the neck, to the lower edge of an 800 × 1000 portrait. */
export function portraitClothes(clothes: Clothes): string {
  switch (clothes.dress) {
    case 'saree':
      return saree(clothes);
    case 'kurta':
      return kurta(clothes);
    case 'waistcoat':
      return kurta({ ...clothes, main: palette.cream }) + waistcoat(clothes);
    case 'uniform':
      return uniform(clothes);
    default:
      return jacket(clothes);
  }
}

function shoulders(fill: string): string {
  return svg`<path d="M70 1000C74 800 160 720 330 676Q400 770 470 676C640 720 726 800 730 1000Z" fill="${fill}"/><path d="M470 676C640 720 726 800 730 1000H600C610 860 560 760 470 676Z" fill="${shade(fill, 0.14)}"/>`;
}

function saree({ main, accent, skin }: Clothes): string {
  return svg`${shoulders(shade(accent, 0.1))}<path d="M318 680Q400 840 482 680L470 650Q400 716 330 650Z" fill="${skin}"/><path d="M330 664Q400 770 470 664" fill="none" stroke="${palette.marigold}" stroke-width="7"/><circle cx="400" cy="722" r="11" fill="${palette.marigold}"/><path d="M404 1000C420 880 460 760 496 684C640 724 726 800 730 1000Z" fill="${main}"/><path d="M404 1000C420 880 460 760 496 684L532 694C500 780 470 890 462 1000Z" fill="${accent}"/><path d="M422 1000C436 890 472 776 506 692" fill="none" stroke="${tint(accent, 0.5)}" stroke-width="5" stroke-dasharray="4 14"/><path d="M560 1000C566 900 590 800 620 752M640 1000C644 920 656 850 672 806" fill="none" stroke="${shade(main)}" stroke-width="7"/>`;
}

function kurta({ main, accent, skin }: Clothes): string {
  return svg`${shoulders(main)}<path d="M326 672Q400 800 474 672L462 640Q400 690 338 640Z" fill="${skin}"/><path d="M322 668L400 800L478 668" fill="none" stroke="${accent}" stroke-width="15"/><path d="M400 800V1000" stroke="${accent}" stroke-width="15"/><g fill="${tint(accent, 0.6)}"><circle cx="400" cy="850" r="6"/><circle cx="400" cy="910" r="6"/><circle cx="400" cy="970" r="6"/></g>`;
}

function waistcoat({ main }: Clothes): string {
  return svg`<path d="M196 1000C180 880 200 770 262 704L322 676L396 790V1000Z" fill="${main}"/><path d="M604 1000C620 880 600 770 538 704L478 676L404 790V1000Z" fill="${shade(main, 0.12)}"/><path d="M338 660Q400 724 462 660L474 690Q400 780 326 690Z" fill="${tint(main, 0.12)}"/><g fill="${palette.marigoldSoft}"><circle cx="418" cy="830" r="8"/><circle cx="418" cy="900" r="8"/><circle cx="418" cy="970" r="8"/></g>`;
}

function jacket({ main, accent, dress, skin }: Clothes): string {
  const cloth = main === palette.cream ? palette.indigo : main;
  const under =
    dress === 'suit'
      ? svg`<path d="M384 736H416L432 960L400 1000L368 960Z" fill="${accent === cloth ? palette.marigold : accent}"/><path d="M380 716H420L416 746H384Z" fill="${shade(accent, 0.2)}"/>`
      : '';
  return svg`${shoulders(cloth)}<path d="M318 680L400 1000L482 680L462 636Q400 680 338 636Z" fill="${palette.paper}"/>${dress === 'suit' ? '' : svg`<path d="M318 680L400 830L482 680L462 636Q400 690 338 636Z" fill="${skin}"/><path d="M330 690L400 822L470 690" fill="none" stroke="${palette.lavender}" stroke-width="7"/><path d="M338 678Q400 770 462 678" fill="none" stroke="${palette.marigold}" stroke-width="6"/>`}${under}${dress === 'suit' ? svg`<path d="M334 644L322 690L372 752L400 716ZM466 644L478 690L428 752L400 716Z" fill="#fff"/>` : ''}<path d="M316 676L250 760L300 800L276 822L394 1000L340 720ZM484 676L550 760L500 800L524 822L406 1000L460 720Z" fill="${shade(cloth, 0.28)}"/>`;
}

function uniform({ accent }: Clothes): string {
  return svg`${shoulders(accent)}<path d="M316 676L400 960L484 676L462 630Q400 680 338 630Z" fill="#fff"/><path d="M338 636L310 686L366 752L400 706ZM462 636L490 686L434 752L400 706Z" fill="#fff"/><path d="M338 636L310 686L366 752L400 706M400 706L434 752L490 686L462 636" fill="none" stroke="${palette.lavender}" stroke-width="5"/><path d="M382 712H418L414 748H386Z" fill="${palette.marigoldDeep}"/><path d="M386 748H414L436 930L400 966L364 930Z" fill="${palette.marigold}"/><path d="M375 840L426 860L430 890L371 866Z" fill="${palette.paper}"/><path d="M306 690L394 1000M494 690L406 1000" stroke="${shade(accent, 0.35)}" stroke-width="9" fill="none"/><path d="M566 826H640V880Q604 920 566 880Z" fill="${palette.marigold}"/><path d="M584 848H622V874Q603 892 584 874Z" fill="${accent}"/>`;
}
