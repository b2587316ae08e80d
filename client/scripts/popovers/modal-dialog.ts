/** Makes a popover modal: the page behind it is inert, Escape and a click outside close it, the focus returns. */
export function makeModal(dialog: HTMLElement): void {
  // Browsers before 2022 have no dialogs.
  if (typeof HTMLDialogElement === 'undefined' || !(dialog instanceof HTMLDialogElement)) return;
  const buttons = document.querySelectorAll<HTMLButtonElement>(`[popovertarget="${dialog.id}"]`);
  // It was opened before this script ran.
  const isOpen = dialog.getClientRects().length > 0;
  dialog.removeAttribute('popover');
  for (const button of buttons) {
    const closes = dialog.contains(button);
    button.removeAttribute('popovertarget');
    button.ariaExpanded = null;
    if (!closes) button.ariaHasPopup = 'dialog';
    button.addEventListener('click', () => (closes ? dialog.close() : dialog.showModal()));
  }
  if (isOpen) dialog.showModal();
  // A page that the browser keeps for "back" is to be found there without its dialog.
  addEventListener('pagehide', () => dialog.close());
  // The dialog has no padding, so a click on itself is one on the ground behind it.
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
}
