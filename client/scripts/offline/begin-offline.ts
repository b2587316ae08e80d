import { WAITING_FORMS } from './form-store.ts';
import type { PageMessage } from './worker.ts';
import { savesData } from '../../connection.ts';

/**
 * Has the service worker keep the loaded page, and shows what waits on this device for a network or that the
 * page is an old copy. It is part of every page's script; everything else is loaded when it is needed.
 */
export function beginOffline(show: (keptAt?: number) => void): void {
  if (isMarked()) show();
  // Nothing is fetched in advance with Save-Data. The next page retries a failed registration.
  if (
    document.querySelector('[data-worker]') !== null &&
    'serviceWorker' in navigator &&
    !savesData()
  )
    register(navigator.serviceWorker, show).catch(() => undefined);
}

/** Whether forms are stored, without opening their database. */
export function isMarked(): boolean {
  try {
    return localStorage.getItem(WAITING_FORMS) !== null;
  } catch {
    // Storage is blocked, so nothing waits in it.
    return false;
  }
}

async function register(
  workers: ServiceWorkerContainer,
  show: (keptAt: number) => void,
): Promise<void> {
  workers.addEventListener('message', ({ data }: MessageEvent<number>) => show(data));
  const isControlled = workers.controller !== null;
  await workers.register('/sw.js');
  const { active } = await workers.ready;
  const assets = [...document.querySelectorAll('link')].map(({ href }) => href);
  const message: PageMessage = { assets, isControlled };
  // A worker's has no target: it is of this origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  active?.postMessage(message);
}
