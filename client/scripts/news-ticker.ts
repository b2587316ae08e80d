import { marquee } from './motion/marquee.ts';

const SECONDS_PER_ITEM = 4;

/** */
export function enhance(root: HTMLElement): void {
  marquee(root, 'news', (list) => list.children.length * SECONDS_PER_ITEM);
}
