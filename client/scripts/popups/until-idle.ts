/** Pause after an interaction before an interruption. */
const REST_MS = 1_000;
const POLL_MS = 250;

/**
 * Resolves when a modal dialog interrupts no visitor: at once for visitors who have done
 * nothing yet, else when they have left the field, link or menu that they were at, are back at the top
 * of the page, and rest.
 */
export async function untilIdle(): Promise<void> {
  let restedMs = isBusy() ? 0 : REST_MS;
  while (restedMs < REST_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    restedMs = isBusy() ? 0 : restedMs + POLL_MS;
  }
}

/** Hidden: in another tab, or left and kept by the browser for "back". */
function isBusy(): boolean {
  if (document.hidden || scrollY > 0) return true;
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return true;
  if (document.querySelector('dialog[open], [popover].open') !== null) return true;
  return (
    CSS.supports('selector(:popover-open)') && document.querySelector(':popover-open') !== null
  );
}
