import { marquee } from '../parts/marquee.ts';

/** Pace of the line, in CSS pixels per second. */
const PACE = 55;

/** Lets the line of announcements move without end. */
export function enhance(root: HTMLElement): void {
  const surface = root.querySelector<HTMLElement>('.ticker-window');
  const track = root.querySelector<HTMLElement>('.ticker-track');
  const line = track?.querySelector('ul');
  if (!surface || !track || !line) throw new Error('an announcement ticker without its line');
  const button = root.querySelector('button');
  marquee({ surface, track, list: line, button, roundSeconds: line.scrollWidth / PACE });
}
