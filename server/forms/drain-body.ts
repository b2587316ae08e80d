import type { Request } from 'express';

export type DrainLimits = {
  /** Most bytes of a rejected body, as declared or as they come. */
  rejectedBytes: number;
  /** Longest pause between two pieces of it, in milliseconds. */
  rejectedPauseMs: number;
  /** Longest time for all of it, in milliseconds. */
  rejectedMs: number;
};

/**
 * Drains what is left of a rejected body, as far as that costs little. A connection that is closed while
 * the visitor still sends is reset, and the browser shows that instead of the answer (nginx has
 * `lingering_close` for this).
 * @returns whether the body has come to its end.
 */
export async function drainBody(request: Request, limits: DrainLimits): Promise<boolean> {
  if (request.complete) return true;
  if (request.destroyed || declaredLength(request) > limits.rejectedBytes) return false;
  return await new Promise((resolve) => {
    let bytes = 0;
    function count(chunk: Buffer): void {
      bytes += chunk.length;
      pause.refresh();
      if (bytes > limits.rejectedBytes) stop();
    }
    function stop(): void {
      clearTimeout(total);
      clearTimeout(pause);
      request.off('data', count).off('end', stop).off('close', stop);
      resolve(request.complete);
    }
    const total = setTimeout(stop, limits.rejectedMs);
    const pause = setTimeout(stop, limits.rejectedPauseMs);
    request.on('data', count).on('end', stop).on('close', stop).resume();
  });
}

/** Bytes of the body as its sender declared them; 0 when it did not. */
export function declaredLength(request: Request): number {
  return Number(request.headers['content-length'] ?? 0);
}
