import { marquee } from './motion/marquee.ts';

/** CSS pixels per second. */
const PACE = 55;

export function enhance(root: HTMLElement): void {
  marquee(root, 'ticker', (line) => line.scrollWidth / PACE);
}
