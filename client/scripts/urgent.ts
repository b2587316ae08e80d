const ANNOUNCED = 'urgent-announced';

/** Screen readers announce a change of a live region, not what a page begins with. */
export function enhance(band: HTMLElement): void {
  const text = band.textContent;
  try {
    if (sessionStorage.getItem(ANNOUNCED) === text) return;
    sessionStorage.setItem(ANNOUNCED, text);
  } catch {
    // Each page announces it without storage.
  }
  const region = document.createElement('p');
  region.className = 'visually-hidden';
  region.setAttribute('role', 'alert');
  band.append(region);
  requestAnimationFrame(() => region.append(text));
}
