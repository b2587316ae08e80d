import { pausable } from './pausable.ts';

type MarqueeParts = {
  /** The window over the list. */
  surface: HTMLElement;
  /** Holds the list and, from the first play on, its copy; CSS moves it by the length of one of them. */
  track: HTMLElement;
  list: HTMLElement;
  button: HTMLButtonElement | null;
  /** How long the list takes to pass, in seconds. */
  roundSeconds: number;
};

/**
 * A list that scrolls without end. Until it first plays it is an ordinary list that the visitor scrolls,
 * and so it stays for those who want no motion.
 */
export function marquee({ surface, track, list, button, roundSeconds }: MarqueeParts): void {
  function play(): void {
    if (track.dataset.state === undefined) {
      repeat(track, list);
      track.style.setProperty('--round', `${Math.round(roundSeconds)}s`);
    }
    surface.scrollTo(0, 0);
    track.dataset.state = 'playing';
  }
  function pause(): void {
    if (track.dataset.state !== undefined) track.dataset.state = 'paused';
  }
  pausable({ play, pause }, { surface, pausesOnHover: true, button });
}

/** The second copy follows the first one, so that the jump back to the start is not seen. */
function repeat(track: HTMLElement, list: HTMLElement): void {
  const copy = list.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.inert = true;
  copy.ariaHidden = 'true';
  track.append(copy);
}
