import { pausable } from './motion/pausable.ts';

/** CSS pixels per second, for announcements; news name their seconds. */
const PACE = 55;

/**
 * Lets a list scroll without end. Until it first plays, and with the focus of the keyboard in
 * it, it is an ordinary list that the visitor scrolls.
 */
export function enhance(root: HTMLElement): void {
  const list = root.querySelector('ul');
  const track = list?.parentElement;
  if (!list || !track?.parentElement) throw new Error('a marquee without its list');
  const surface = track.parentElement;
  const roundSeconds = Number(root.dataset.seconds ?? Math.round(list.scrollWidth / PACE));

  const play = (): void => {
    if (track.dataset.state === undefined) {
      repeat(track, list);
      track.style.setProperty('--round', `${roundSeconds}s`);
    }
    surface.scrollTo(0, 0);
    track.dataset.state = 'playing';
  };
  const pause = (): void => {
    if (track.dataset.state !== undefined) track.dataset.state = 'paused';
  };
  pausable({ play, pause }, { surface, pausesOnHover: true, button: root.querySelector('button') });
  // What a transform has moved out of the window cannot be scrolled to.
  surface.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    delete track.dataset.state;
    track.querySelector('[inert]')?.remove();
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** The copy hides the jump back to the start. */
function repeat(track: HTMLElement, list: HTMLElement): void {
  const copy = list.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.inert = true;
  copy.ariaHidden = 'true';
  track.append(copy);
}
