import { keepPausable } from '../parts/pausable.ts';

/** How long a line of news is on its way, in seconds. */
const SECONDS_PER_ITEM = 4;

/**
 * Lets the list of news scroll upward without end. Until it first plays the list is an ordinary one that
 * the visitor scrolls, and so it stays for those who want no motion.
 */
export function enhance(root: HTMLElement): void {
  const surface = root.querySelector<HTMLElement>('.news-window');
  const track = root.querySelector<HTMLElement>('.news-track');
  const list = track?.querySelector('ul');
  if (!surface || !track || !list) throw new Error('a news ticker without its list');

  keepPausable(
    {
      play: () => {
        if (track.dataset.state === undefined) repeat(track, list);
        surface.scrollTop = 0;
        track.dataset.state = 'playing';
      },
      pause: () => {
        if (track.dataset.state !== undefined) track.dataset.state = 'paused';
      },
    },
    { surface, button: root.querySelector('.pause-button') },
  );
}

/** The second copy follows the first one, so that the jump back to the start is not seen. */
function repeat(track: HTMLElement, list: HTMLElement): void {
  const copy = list.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.inert = true;
  copy.ariaHidden = 'true';
  track.append(copy);
  track.style.setProperty('--round', `${list.children.length * SECONDS_PER_ITEM}s`);
}
