/** Pause after an interaction before an interruption. */
const REST_MS = 1_000;

const SIGNS = [
  'keydown',
  'input',
  'pointerdown',
  'pointerup',
  'focusin',
  'focusout',
  'scroll',
  'toggle',
  'close',
];

function isBusy(): boolean {
  if (scrollY > 0) return true;
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return true;
  if (document.querySelector('dialog[open], [popover].open') !== null) return true;
  return (
    CSS.supports('selector(:popover-open)') && document.querySelector(':popover-open') !== null
  );
}

/**
 * Resolves when a modal dialog interrupts no visitor: at once for visitors who have done
 * nothing yet, else when they have left the field, link or menu that they were at, are back at the top
 * of the page, and rest.
 * Never resolves once `signal` has been aborted.
 */
export function untilIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!isBusy()) {
      resolve();
      return;
    }
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    function stop(): void {
      clearTimeout(timer);
      listening.abort();
    }
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isBusy()) return;
        stop();
        resolve();
      }, REST_MS);
    }
    // Most of these do not bubble, but all are captured.
    for (const sign of SIGNS)
      document.addEventListener(sign, wait, { capture: true, signal: listening.signal });
    signal.addEventListener('abort', stop, { once: true });
  });
}
