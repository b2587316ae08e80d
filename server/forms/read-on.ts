import type { Request } from 'express';

export type ReadOnLimits = {
  /** Most bytes of a refused body, as declared or as they come. */
  refusedBytes: number;
  /** Longest pause between two pieces of it, in milliseconds. */
  refusedPauseMs: number;
  /** Longest time for all of it, in milliseconds. */
  refusedMs: number;
};

/**
 * Reads what is left of a refused body and forgets it, as far as that costs little. A connection that is
 * closed while the visitor still sends is reset, and the browser shows that instead of the answer (nginx
 * has `lingering_close` for this).
 * @returns whether the body has come to its end.
 */
export async function readOn(request: Request, limits: ReadOnLimits): Promise<boolean> {
  if (request.complete) return true;
  const declared = Number(request.headers['content-length'] ?? 0);
  if (request.destroyed || declared > limits.refusedBytes) return false;
  return await new Promise((resolve) => {
    let bytes = 0;
    function count(chunk: Buffer): void {
      bytes += chunk.length;
      pause.refresh();
      if (bytes > limits.refusedBytes) stop();
    }
    function stop(): void {
      clearTimeout(whole);
      clearTimeout(pause);
      request.off('data', count).off('end', stop).off('close', stop);
      resolve(request.complete);
    }
    const whole = setTimeout(stop, limits.refusedMs);
    const pause = setTimeout(stop, limits.refusedPauseMs);
    request.on('data', count).on('end', stop).on('close', stop).resume();
  });
}
