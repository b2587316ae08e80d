import { cacheNames } from './page-store.ts';

declare const self: ServiceWorkerGlobalScope;

/** Replaces the worker with SERVICE_WORKER=off: deletes the caches and itself. Waiting forms stay. */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  await Promise.all((await cacheNames()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
