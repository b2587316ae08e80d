/** The dialog or popover that covers the page, if there is one. */
export function openLayer(): Element | null {
  const isNative = CSS.supports('selector(:popover-open)');
  return document.querySelector(`dialog[open], [popover].open${isNative ? ', :popover-open' : ''}`);
}
