import { marquee } from '../parts/marquee.ts';

/** How long a piece of news is on its way, in seconds. */
const SECONDS_PER_ITEM = 4;

/** Lets the news scroll upward. */
export function enhance(root: HTMLElement): void {
  const surface = root.querySelector<HTMLElement>('.news-window');
  const track = root.querySelector<HTMLElement>('.news-track');
  const list = track?.querySelector('ul');
  if (!surface || !track || !list) throw new Error('a news ticker without its list');
  const button = root.querySelector<HTMLButtonElement>('.pause-button');
  marquee({
    surface,
    track,
    list,
    button,
    roundSeconds: list.children.length * SECONDS_PER_ITEM,
  });
}
