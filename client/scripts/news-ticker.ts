import { marquee } from './motion/marquee.ts';

/** How long a piece of news is on its way, in seconds. */
const SECONDS_PER_ITEM = 4;

/** Lets the news scroll upward. */
export function enhance(root: HTMLElement): void {
  marquee(root, 'news', (list) => list.children.length * SECONDS_PER_ITEM);
}
