import { birthdayCake } from './cake.ts';
import { crest, favicon, PARTNER_NAMES, partnerMark } from './emblems.ts';
import { svgDocument } from './markup.ts';
import { drawSitter } from './portraits.ts';
import {
  aboutFarrukhabad,
  aboutNekpur,
  slideAssembly,
  slideLibrary,
  slideNekpurCampus,
  slideNekpurLab,
  slideStage,
} from './pictures-wide.ts';
import { leaderPortraits } from './static-portraits.ts';

/** Every picture of content/pictures by its file name without `.svg`. */
export function drawPictures(): Map<string, string> {
  const pictures = new Map<string, string>();
  function add(name: string, width: number, height: number, body: string): void {
    pictures.set(name, svgDocument({ width, height }, { width, height }, body));
  }
  add('logo', 240, 280, crest());
  add('favicon', 64, 64, favicon());
  add('birthday-cake', 800, 800, birthdayCake());
  for (const name of PARTNER_NAMES) add(name, 240, 120, partnerMark(name));
  for (const [name, sitter] of Object.entries(leaderPortraits))
    pictures.set(name, drawSitter(sitter));
  add('slide-farrukhabad-1', 1920, 900, slideAssembly());
  add('slide-farrukhabad-2', 1920, 900, slideLibrary());
  add('slide-farrukhabad-3', 1920, 900, slideStage());
  add('slide-nekpur-1', 1920, 900, slideNekpurCampus());
  add('slide-nekpur-2', 1920, 900, slideNekpurLab());
  add('about-farrukhabad', 1600, 1000, aboutFarrukhabad());
  add('about-nekpur', 1600, 1000, aboutNekpur());
  return pictures;
}
