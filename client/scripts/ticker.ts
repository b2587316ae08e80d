import { marquee } from './motion/marquee.ts';

/** Pace of the line, in CSS pixels per second. */
const PACE = 55;

/** Lets the line of announcements move without end. */
export function enhance(root: HTMLElement): void {
  marquee(root, 'ticker', (line) => line.scrollWidth / PACE);
}
