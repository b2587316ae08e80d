/**
 * Lets the link to a map open the map in place. Nothing is asked of the map's server before that
 * click; afterwards, and with a modifier key, the link leads to the map's own page.
 */
export function enhance(link: HTMLElement): void {
  const { embed } = link.dataset;
  if (embed === undefined) throw new Error('a map link without the address of its frame');
  link.addEventListener('click', function open(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.removeEventListener('click', open);
    const frame = document.createElement('iframe');
    frame.className = 'map-frame';
    frame.src = embed;
    frame.title = link.title;
    frame.referrerPolicy = 'no-referrer';
    link.before(frame);
    frame.focus();
  });
}
