import { canRun, readPointer } from './publication.ts';

const POLL_MS = 2_000;

/**
 * Stops the process that long after another publication than `id` is there, for a supervisor that starts it again:
 * containers cannot restart one another. Instances with different times stop one after the other. One of the next
 * release is for the instances of that.
 */
export function stopOnPublication(
  { dist, id, afterSeconds }: { dist: string; id: string; afterSeconds: number },
  stop: () => void,
): void {
  const timer = setInterval(() => {
    void readPointer(dist)
      .catch(() => null)
      .then((shown) => {
        if (shown === null || shown.id === id || !canRun(shown)) return;
        clearInterval(timer);
        setTimeout(stop, afterSeconds * 1_000).unref();
      });
  }, POLL_MS);
  timer.unref();
}
