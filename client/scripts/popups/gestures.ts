import { after } from '../../after.ts';
import { openLayer } from '../popovers/open-layer.ts';

/** What a visitor does with a page. A finger that scrolls ends as a pointer, and goes on as a touch. */
const GESTURES = 'keydown wheel scroll touchmove pointerdown pointerup pointercancel'.split(' ');

/** Without any of them for so long the visitor rests. */
const REST_MS = 1_000;

/**
 * Watches what a visitor does, until the page is left.
 *
 * @returns resolves when the visitor sees the page and is not in the middle of a gesture, a scroll, a text or a dialog.
 */
export function watchGestures({ signal }: AbortController): () => Promise<void> {
  // A gesture may have begun before this script ran.
  let lastAt = performance.now();
  let isPressed = false;
  const note = ({ type }: Event): void => {
    lastAt = performance.now();
    if (type.startsWith('pointer')) isPressed = type === 'pointerdown';
  };
  for (const type of GESTURES)
    addEventListener(type, note, { capture: true, passive: true, signal });
  const rests = () =>
    !document.hidden &&
    !isPressed &&
    document.querySelector(':active') === null &&
    performance.now() - lastAt >= REST_MS &&
    openLayer() === null &&
    document.activeElement?.matches('input, textarea, select') !== true;
  return async () => {
    while (!signal.aborted && !rests()) await after(REST_MS / 4);
  };
}
