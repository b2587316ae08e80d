import { svg, svgDocument, type Size } from './markup.ts';
import { createRandom, type Random } from './random.ts';
import { dance, diwali, festival, music, painting, rangoliDay, stage } from './scenes-arts.ts';
import { computerLab, robotics, science } from './scenes-learning.ts';
import {
  assembly,
  building,
  busRide,
  classroom,
  exhibition,
  library,
  quiz,
} from './scenes-school.ts';
import { garden, parade, picnic, plantation, winter } from './scenes-seasons.ts';
import { kabaddi, medal, race, sports, yoga } from './scenes-sports.ts';

type Scene = {
  readonly draw: (random: Random) => string;
  readonly mirror: 'may turn' | 'as drawn';
};

/** Every scene; one with numerals, notes or a question mark stays as drawn. */
const scenes = {
  assembly: { draw: assembly, mirror: 'may turn' },
  building: { draw: building, mirror: 'may turn' },
  library: { draw: library, mirror: 'may turn' },
  stage: { draw: stage, mirror: 'may turn' },
  science: { draw: science, mirror: 'may turn' },
  sports: { draw: sports, mirror: 'may turn' },
  race: { draw: race, mirror: 'may turn' },
  kabaddi: { draw: kabaddi, mirror: 'may turn' },
  plantation: { draw: plantation, mirror: 'may turn' },
  painting: { draw: painting, mirror: 'may turn' },
  music: { draw: music, mirror: 'as drawn' },
  dance: { draw: dance, mirror: 'may turn' },
  computer: { draw: computerLab, mirror: 'as drawn' },
  yoga: { draw: yoga, mirror: 'may turn' },
  parade: { draw: parade, mirror: 'as drawn' },
  festival: { draw: festival, mirror: 'may turn' },
  rangoli: { draw: rangoliDay, mirror: 'may turn' },
  diwali: { draw: diwali, mirror: 'may turn' },
  picnic: { draw: picnic, mirror: 'may turn' },
  classroom: { draw: classroom, mirror: 'as drawn' },
  medal: { draw: medal, mirror: 'as drawn' },
  bus: { draw: busRide, mirror: 'may turn' },
  garden: { draw: garden, mirror: 'may turn' },
  quiz: { draw: quiz, mirror: 'as drawn' },
  exhibition: { draw: exhibition, mirror: 'as drawn' },
  winter: { draw: winter, mirror: 'may turn' },
  robotics: { draw: robotics, mirror: 'may turn' },
} as const satisfies Record<string, Scene>;

export type SceneName = keyof typeof scenes;

/** Names that `drawScene` knows. */
export const SCENE_NAMES: readonly SceneName[] = Object.keys(scenes).filter(isSceneName);

export function isSceneName(name: string): name is SceneName {
  return Object.hasOwn(scenes, name);
}

/** How near the n-th picture comes. */
const ZOOMS = [1, 1.12, 1.24] as const;
const view: Size = { width: 1600, height: 1000 };

/** The n-th picture of a scene as SVG text, 1600 × 1000 unless told and cropped around its middle; the same name and n always give the same text. n changes people, colours, light, side and distance. */
export function drawScene(name: SceneName, n: number, size: Size = view): string {
  const random = createRandom(`${name} ${n}`);
  const scene: Scene = scenes[name];
  const mirrored = scene.mirror === 'may turn' && n % 2 === 0;
  const zoom = ZOOMS[n % ZOOMS.length] ?? 1;
  const [x, y] = [random.between(660, 940) * (1 - zoom), 640 * (1 - zoom)];
  const turn = mirrored
    ? svg`<g transform="translate(1600 0) scale(-1 1)">${scene.draw(random)}</g>`
    : scene.draw(random);
  const body =
    zoom === 1
      ? turn
      : svg`<g transform="translate(${x} ${y}) scale(${zoom.toFixed(2)})">${turn}</g>`;
  return svgDocument(view, size, body);
}
