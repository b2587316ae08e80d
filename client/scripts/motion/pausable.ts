import { pageText } from '../../../shared/fill-text.ts';
import { isStill, onMovementChange } from './movement.ts';
import { savesData } from '../../connection.ts';

type Motion = { play: () => void; pause: () => void };

type PausableParts = {
  /** Motion rests while the focus is in it, and while the pointer is over it if `pausesOnHover`. */
  surface: HTMLElement;
  /** Motion rests while the focus is in it too. */
  control?: HTMLElement | null;
  pausesOnHover: boolean;
  /** Shown as soon as it works; `data-noun` names what it pauses. */
  button: HTMLButtonElement | null;
};

/** Runs a motion as WCAG 2.2.2 asks. It does not start by itself with reduced motion or Save-Data. */
export function pausable(
  motion: Motion,
  { surface, control, pausesOnHover, button }: PausableParts,
): void {
  let isWanted = !isStill() && !savesData();
  let isHovered = pausesOnHover && surface.matches(':hover');
  let isFocused = false;
  let isSeen = true;
  let isPlaying: boolean | null = null;

  function update(): void {
    const next = isWanted && !isHovered && !isFocused && isSeen;
    if (next === isPlaying) return;
    isPlaying = next;
    if (next) motion.play();
    else motion.pause();
  }

  function want(wanted: boolean): void {
    isWanted = wanted;
    if (button) {
      const noun = button.dataset.noun ?? '';
      button.setAttribute(
        'aria-label',
        pageText(wanted ? 'Pause {noun}' : 'Play {noun}', { noun }),
      );
      button.dataset.state = wanted ? 'playing' : 'paused';
    }
    update();
  }

  surface.addEventListener('pointerenter', ({ pointerType }) => {
    isHovered = pausesOnHover && pointerType === 'mouse';
    update();
  });
  surface.addEventListener('pointerleave', () => {
    isHovered = false;
    update();
  });
  for (const part of [surface, control]) {
    part?.addEventListener('focusin', ({ target }) => {
      // A click on the surface focuses it too, and must not stop it for good.
      isFocused = target !== surface || surface.matches(':focus-visible');
      update();
    });
    part?.addEventListener('focusout', ({ relatedTarget }) => {
      isFocused = relatedTarget instanceof Node && part.contains(relatedTarget);
      update();
    });
  }
  new IntersectionObserver((entries) => {
    isSeen = entries[entries.length - 1]?.isIntersecting ?? true;
    update();
  }).observe(surface);
  onMovementChange(() => want(!isStill()));
  button?.addEventListener('click', () => want(!isWanted));
  if (button) button.hidden = false;
  want(isWanted);
}
