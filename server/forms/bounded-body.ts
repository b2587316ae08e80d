import { finished } from 'node:stream/promises';
import type { Request } from 'express';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';

/** How long the parser may take after the end of a body, in milliseconds, twice. */
const PARSE_MS = 100;

type BodyBounds = {
  maxBytes: number;
  maxMs: number;
  /** Limits of an upload, which also has a minimum rate; undefined for a text body. */
  upload?: FormLimits;
};

/**
 * Reads a body within bounds. A longer or slower one is not waited for: the multipart parser drains it until
 * the response has left, as a connection that is closed on unread bytes is reset, and its response lost.
 * @throws FormError 400, 408, 413, and what `read` throws.
 */
export async function readBounded(
  request: Request,
  { maxBytes, maxMs, upload }: BodyBounds,
  read: () => Promise<void>,
): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  let onEnd = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const onTimeout = () => reject(new FormError(408, 'too-slow', { isBodyAbandoned: true }));
      const onAbort = () => reject(new FormError(400, 'malformed'));
      if (request.destroyed) onAbort();
      // Listeners stay: a settled promise ignores them.
      request.on('close', () => request.complete || onAbort());
      timers.push(setTimeout(onTimeout, maxMs));
      // multer's parser never ends when a file begins after the closing boundary. The first timer may be over
      // because the process was suspended; the parser goes on before the second one.
      const after = (act: () => void) => void timers.push(setTimeout(act, PARSE_MS));
      onEnd = () => after(() => after(onAbort));
      request.once('end', onEnd);
      let bytes = 0;
      // The reader starts in this same turn: it misses no byte.
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) reject(new FormError(413, 'too-large', { isBodyAbandoned: true }));
      });
      if (upload !== undefined) {
        const { uploadRateCheckMs, uploadGraceMs, minUploadBytesPerSecond } = upload;
        // Counted in checks: a suspended process does not count against the sender.
        let ms = 0;
        const check = () => {
          ms += uploadRateCheckMs;
          if (bytes < ((ms - uploadGraceMs) * minUploadBytesPerSecond) / 1_000) onTimeout();
        };
        timers.push(setInterval(check, uploadRateCheckMs));
      }
      read().then(resolve, reject);
    });
  } finally {
    request.off('end', onEnd);
    for (const timer of timers) clearInterval(timer);
  }
}

/**
 * Drains the rest of a rejected body within limits. A connection that is closed while the visitor sends is
 * reset, and the browser shows that instead of the response (as nginx' `lingering_close`).
 * @returns whether the body has ended.
 */
export async function drainBody(
  request: Request,
  { rejectedBytes, rejectedMs }: FormLimits,
): Promise<boolean> {
  if (request.complete || declaredLength(request) > rejectedBytes) return request.complete;
  const bounds = { maxBytes: rejectedBytes, maxMs: rejectedMs };
  await readBounded(request, bounds, () => finished(request.resume())).catch(() => {});
  return request.complete;
}

/** Content-Length of a request; 0 without the header. */
export function declaredLength(request: Request): number {
  return Number(request.headers['content-length'] ?? 0);
}
