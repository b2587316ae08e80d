import { makeModal } from './popovers/modal-dialog.ts';

/** The same as in styles/menu.css. */
const WIDE = '(min-width: 80rem)';

/** Enhances the menus of the header, or a dialog. Nearly each page has both, so they are one file. */
export function enhance(root: HTMLElement): void {
  if (root.matches('dialog')) makeModal(root);
  else enhanceMenu(root);
}

/** Sets `aria-expanded`, and replaces popovers in browsers without them (before 2023). */
function enhanceMenu(root: HTMLElement): void {
  const isNative = 'popover' in HTMLElement.prototype;
  const popovers = [...root.querySelectorAll<HTMLElement>('[popover]')];
  const wide = matchMedia(WIDE);
  // The menu, and each of its groups, covers what is behind it on a phone.
  const cover = () => {
    const open = popovers.filter((popover) =>
      popover.matches('.menu :popover-open, .menu:popover-open'),
    );
    setInert(wide.matches ? undefined : open[open.length - 1]);
  };
  for (const popover of popovers) {
    // A popover may have been opened before this script ran.
    announce(root, popover, isNative && popover.matches(':popover-open'));
    popover.addEventListener('toggle', () => {
      const isOpen = popover.matches(':popover-open');
      announce(root, popover, isOpen);
      cover();
      if (isOpen && !wide.matches) popover.querySelector<HTMLElement>('.menu-back')?.focus();
      // Browsers give the focus back from the outer popover only, not from a group of the menu on a phone.
      if (!isOpen && popover.contains(document.activeElement))
        findOpeners(root, popover)[0]?.focus();
    });
  }
  const sheet = root.querySelector<HTMLElement>('#menu');
  wide.addEventListener('change', () => {
    if (isNative && sheet?.matches(':popover-open')) sheet.hidePopover();
  });
  // A page that the browser keeps for "back" is to be found there without its menu.
  addEventListener('pagehide', () => {
    for (const popover of popovers)
      if (isNative && popover.matches(':popover-open')) popover.hidePopover();
  });
  if (!isNative) standIn(root, popovers);
  const others = root.querySelectorAll<HTMLAnchorElement>(
    '.language-switch, .campus-switch a:not([aria-current])',
  );
  for (const other of others) other.addEventListener('click', () => keepFilters(other));
}

let inert: HTMLElement[] = [];

/** All but a sheet, and the buttons that close it. */
function setInert(sheet: HTMLElement | undefined): void {
  for (const element of inert) element.inert = false;
  inert = [];
  for (let at = sheet; at && at !== document.body; at = at.parentElement ?? undefined)
    for (const other of at.parentElement?.children ?? [])
      if (other instanceof HTMLElement && other !== at && other.ariaExpanded !== 'true')
        inert.push(other);
  for (const element of inert) element.inert = true;
}

/** Passes filters that a script changed, or took away, to the other language or campus. */
function keepFilters(link: HTMLAnchorElement): void {
  const { search } = location;
  const isAlbum = search.includes('id=') && !link.matches('.language-switch');
  if (!search.includes('sent=') && !isAlbum) link.search = search;
}

function announce(root: HTMLElement, popover: HTMLElement, isOpen: boolean): void {
  for (const button of findOpeners(root, popover))
    button.setAttribute('aria-expanded', String(isOpen));
}

function findOpeners(root: HTMLElement, popover: HTMLElement): NodeListOf<HTMLElement> {
  return root.querySelectorAll(`[popovertarget="${popover.id}"]:not([popovertargetaction])`);
}

/** It opens and closes by button, Escape and clicks outside where browsers have no popovers. */
function standIn(root: HTMLElement, popovers: readonly HTMLElement[]): void {
  function show(popover: HTMLElement, isOpen: boolean): void {
    popover.classList.toggle('open', isOpen);
    announce(root, popover, isOpen);
  }
  // A link has opened the menu before this script has come.
  for (const popover of popovers) if (location.hash === `#${popover.id}`) show(popover, true);
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return;
    const button = target.closest('[popovertarget]');
    for (const popover of popovers) {
      const isAsked = button?.getAttribute('popovertarget') === popover.id;
      if (isAsked) show(popover, !popover.classList.contains('open'));
      else if (!popover.contains(target)) show(popover, false);
    }
  });
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    let last: HTMLElement | undefined;
    for (const popover of popovers) if (popover.classList.contains('open')) last = popover;
    if (!last) return;
    show(last, false);
    findOpeners(root, last)[0]?.focus();
  });
}
