import type { Request } from 'express';
import type { FormLimits } from './form-limits.ts';

/**
 * Drains the rest of a rejected body within limits. A connection that is closed while the visitor sends is
 * reset, and the browser shows that instead of the response (as nginx' `lingering_close`).
 * @returns whether the body has ended.
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

/** 0 without a declared length. */
export function declaredLength(request: Request): number {
  return Number(request.headers['content-length'] ?? 0);
}
