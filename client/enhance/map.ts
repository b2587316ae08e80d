/**
 * Turns a link to a map into a button that opens the map below it. Nothing is asked of the map's
 * server before that click; the link itself stays beneath the map.
 */
export function enhance(link: HTMLElement): void {
  const { embed, title } = link.dataset;
  if (embed === undefined || title === undefined) throw new Error('a map link without the address or the title of its frame');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = link.className;
  button.ariaLabel = `Show ${title.charAt(0).toLowerCase()}${title.slice(1)} here`;
  button.append(...link.childNodes);
  link.replaceWith(button);
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe');
    frame.className = 'map-frame';
    frame.src = embed;
    frame.title = title;
    frame.referrerPolicy = 'no-referrer';
    frame.tabIndex = 0;
    link.textContent = 'Open as a page of its own';
    button.replaceWith(frame, link);
    frame.focus();
  });
}
