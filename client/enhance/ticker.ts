import { keepPausable } from '../parts/pausable.ts';

/** Pace of the line, in CSS pixels per second. */
const PACE = 55;

/** Lets the line of announcements move without end. Until it first plays it is a list that the visitor scrolls. */
export function enhance(root: HTMLElement): void {
  const surface = root.querySelector<HTMLElement>('.ticker-window');
  const track = root.querySelector<HTMLElement>('.ticker-track');
  const line = track?.querySelector('ul');
  if (!surface || !track || !line) throw new Error('an announcement ticker without its line');

  keepPausable(
    {
      play: () => {
        if (track.dataset.state === undefined) repeat(track, line);
        surface.scrollLeft = 0;
        track.dataset.state = 'playing';
      },
      pause: () => {
        if (track.dataset.state !== undefined) track.dataset.state = 'paused';
      },
    },
    { surface, button: root.querySelector('button') },
  );
}

/** The second copy follows the first one, so that the jump back to the start is not seen. */
function repeat(track: HTMLElement, line: HTMLElement): void {
  const copy = line.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  copy.inert = true;
  copy.ariaHidden = 'true';
  track.append(copy);
  track.style.setProperty('--round', `${Math.round(line.scrollWidth / PACE)}s`);
}
