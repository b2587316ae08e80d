import { pageText } from '../../shared/fill-text.ts';

export function enhance(element: HTMLElement): void {
  const { title = '', url = '' } = element.dataset;
  const button = element.querySelector('button');
  // Browsers have neither on an address without TLS.
  const mayShare = 'share' in navigator;
  if (button === null || !(mayShare || 'clipboard' in navigator)) return;
  const [label, status] = element.querySelectorAll('button span, [aria-live]');

  function say(text: string): void {
    if (label && status) label.textContent = status.textContent = text;
  }

  function copy(): Promise<void> {
    return navigator.clipboard.writeText(url).then(
      () => say(pageText('Link copied')),
      () => say(pageText('Could not copy')),
    );
  }

  async function share(): Promise<void> {
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // A visitor who closes the device's dialog wants no copy.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  if (mayShare && label) label.textContent = pageText('More apps');
  button.hidden = false;
  button.addEventListener('click', () => void (mayShare ? share() : copy()));
}
