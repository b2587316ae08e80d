import { cacheNames } from './kept-pages.ts';
import type { WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;

/** Takes the place of a worker that must go (SERVICE_WORKER=off): deletes what was kept, and itself. Forms that wait stay. */
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  await Promise.all((await cacheNames()).map((name) => caches.delete(name)));
  await self.registration.unregister();
}
