import { range, svg } from './markup.ts';
import { festive, palette } from './palette.ts';
import { createRandom } from './random.ts';

/** A birthday cake with three candles and confetti in an 800 × 800 box. */
export function birthdayCake(): string {
  const random = createRandom('confetti');
  const confetti = range(34).map((index) => {
    const [x, y, turn] = [random.between(40, 760), random.between(40, 470), random.between(0, 180)];
    return svg`<rect x="${x}" y="${y}" width="${index % 3 ? 22 : 12}" height="12" rx="${index % 3 ? 4 : 6}" transform="rotate(${turn} ${x} ${y})" fill="${random.pick(festive)}"/>`;
  });
  const candles = [300, 400, 500].map(
    (x, index) =>
      svg`<rect x="${x - 11}" y="${index === 1 ? 236 : 256}" width="22" height="110" rx="8" fill="${index === 1 ? palette.indigoMid : palette.paper}"/><path d="M${x - 11} ${286}L${x + 11} 270V294L${x - 11} 310Z" fill="${palette.terracotta}"/><path d="M${x} ${index === 1 ? 172 : 192}Q${x + 26} ${index === 1 ? 214 : 234} ${x} ${index === 1 ? 232 : 252}Q${x - 26} ${index === 1 ? 214 : 234} ${x} ${index === 1 ? 172 : 192}Z" fill="${palette.marigold}"/>`,
  );
  return svg`<rect width="800" height="800" fill="${palette.lavender}"/><circle cx="400" cy="400" r="320" fill="${palette.indigoSoft}" opacity=".5"/>${confetti}<ellipse cx="420" cy="664" rx="290" ry="40" fill="${palette.ink}" opacity=".16"/><path d="M130 636H670Q650 676 580 676H220Q150 676 130 636Z" fill="${palette.indigo}"/><ellipse cx="400" cy="636" rx="270" ry="30" fill="${palette.indigoMid}"/>${candles}<path d="M190 490H610V622Q610 650 400 650Q190 650 190 622Z" fill="${palette.terracotta}"/><path d="M520 490H610V622Q610 644 520 648Z" fill="${palette.terracottaDeep}" opacity=".5"/><path d="M190 560Q225 600 260 560T330 560T400 560T470 560T540 560T610 560V600Q575 640 540 600T470 600T400 600T330 600T260 600T190 600Z" fill="${palette.marigold}"/><path d="M250 350H550V482H250Z" fill="${palette.terracottaSoft}"/><path d="M490 350H550V482H490Z" fill="${palette.terracotta}" opacity=".35"/><path d="M250 350Q250 334 400 334Q550 334 550 350V396Q525 440 500 396T450 396T400 396T350 396T300 396T250 396Z" fill="${palette.paper}"/><path d="M190 490Q190 470 400 470Q610 470 610 490V520Q580 556 550 520T490 520T430 520T370 520T310 520T250 520T190 520Z" fill="${palette.paper}"/>${[284, 342, 400, 458, 516].map((x) => svg`<circle cx="${x}" cy="462" r="19" fill="${palette.marigold}"/><circle cx="${x - 5}" cy="456" r="5" fill="${palette.marigoldSoft}"/>`)}`;
}
