import { pausable } from './pausable.ts';

/**
 * Lets the list in `.{name}-window > .{name}-track` scroll without end, a round in `roundSeconds`. Until it
 * first plays it is an ordinary list that the visitor scrolls.
 *
 * @throws Error when `root` holds no such list.
 */
export function marquee(
  root: HTMLElement,
  name: string,
  roundSeconds: (list: HTMLElement) => number,
): void {
  const surface = root.querySelector<HTMLElement>(`.${name}-window`);
  const track = root.querySelector<HTMLElement>(`.${name}-track`);
  const list = track?.querySelector('ul');
  if (!surface || !track || !list) throw new Error(`a ticker without its ${name} list`);
  const round = `${Math.round(roundSeconds(list))}s`;

  const play = (): void => {
    if (track.dataset.state === undefined) {
      repeat(track, list);
      track.style.setProperty('--round', round);
    }
    surface.scrollTo(0, 0);
    track.dataset.state = 'playing';
  };
  const pause = (): void => {
    if (track.dataset.state !== undefined) track.dataset.state = 'paused';
  };
  pausable({ play, pause }, { surface, pausesOnHover: true, button: root.querySelector('button') });
}

/** The copy hides the jump back to the start. */
function repeat(track: HTMLElement, list: HTMLElement): void {
  const copy = list.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.inert = true;
  copy.ariaHidden = 'true';
  track.append(copy);
}
