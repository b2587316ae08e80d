import { birthdayCake } from './cake.ts';
import { crest, favicon, PARTNER_NAMES, partnerMark } from './emblems.ts';
import { svgDocument } from './markup.ts';
import { drawSitter } from './portraits.ts';
import { balanceWalk, hurdleHop, playArea, sackRace } from './pictures-playground.ts';
import {
  aboutFarrukhabad,
  aboutNekpur,
  slideAssembly,
  slideLibrary,
  slideNekpurCampus,
  slideNekpurLab,
  slideStage,
} from './pictures-wide.ts';
import {
  drama,
  gate,
  mission,
  notFound,
  olympiad,
  smartBoard,
  swimmingPool,
  vision,
} from './pictures-life.ts';
import { drawScene, type SceneName } from './scenes.ts';
import { campusApp, communicationPortal, manageData, mobileApp, parentPortal } from './screens.ts';
import { leaderPortraits } from './static-portraits.ts';

/** Fixed pictures that are scenes of the library, with the number that suits them. */
const sceneUses: Readonly<Record<string, readonly [SceneName, number]>> = {
  'sports-4': ['medal', 3],
  'life-1': ['classroom', 3],
  'life-2': ['robotics', 1],
  'life-4': ['music', 3],
  'life-5': ['painting', 4],
  'life-7': ['garden', 3],
  'infrastructure-1': ['building', 6],
  'infrastructure-2': ['computer', 3],
  'safety-2': ['bus', 3],
  'activity-dance': ['dance', 3],
  'activity-music': ['music', 6],
};

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
  add('sports-1', 1600, 1000, sackRace());
  add('sports-2', 1600, 1000, hurdleHop());
  add('sports-3', 1600, 1000, balanceWalk());
  add('life-3', 1600, 1000, swimmingPool());
  add('life-6', 1600, 1000, smartBoard());
  add('infrastructure-3', 1600, 1000, playArea());
  add('safety-1', 1600, 1000, gate());
  add('activity-drama', 1600, 1000, drama());
  add('activity-olympiad', 1600, 1000, olympiad());
  add('vision', 1600, 1000, vision());
  add('mission', 1600, 1000, mission());
  add('not-found', 1600, 1000, notFound());
  add('erp-manage-data', 1200, 900, manageData());
  add('erp-parent-portal', 1200, 900, parentPortal());
  add('erp-communication-portal', 1200, 900, communicationPortal());
  add('erp-mobile-app', 1200, 900, mobileApp());
  add('campus-app', 320, 120, campusApp());
  for (const [name, [scene, n]] of Object.entries(sceneUses))
    pictures.set(name, drawScene(scene, n));
  return pictures;
}
