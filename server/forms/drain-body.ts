import type { Request } from 'express';
import type { FormLimits } from './form-limits.ts';

/**
 * Drains what is left of a rejected body, as far as that costs little. A connection that is closed while
 * the visitor still sends is reset, and the browser shows that instead of the answer (nginx has
 * `lingering_close` for this).
 * @returns whether the body has come to its end.
 */
export async function drainBody(
  request: Request,
  { rejectedBytes, rejectedMs, rejectedPauseMs }: FormLimits,
): Promise<boolean> {
  if (request.complete) return true;
  if (request.destroyed || declaredLength(request) > rejectedBytes) return false;
  return await new Promise((resolve) => {
    let bytes = 0;
    function count(chunk: Buffer): void {
      bytes += chunk.length;
      pause.refresh();
      if (bytes > rejectedBytes) stop();
    }
    function stop(): void {
      clearTimeout(total);
      clearTimeout(pause);
      resolve(request.complete);
    }
    const total = setTimeout(stop, rejectedMs);
    const pause = setTimeout(stop, rejectedPauseMs);
    request.on('data', count).on('close', stop).resume();
  });
}

/** Bytes of the body as its sender declared them; 0 when it did not. */
export function declaredLength(request: Request): number {
  return Number(request.headers['content-length'] ?? 0);
}
