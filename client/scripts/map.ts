/** Opens the map at the first click; nothing is requested from its server before. */
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
    frame.title = link.textContent.trim();
    frame.referrerPolicy = 'no-referrer';
    link.before(frame);
    frame.focus();
  });
}
