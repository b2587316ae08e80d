import type { Request } from 'express';
import { FormError } from './form-error.ts';
import type { UploadRate } from './upload-rate.ts';

/** How often a body that has come to its end is looked at, until its reader says that it has read it; in milliseconds. */
const LOOK_MS = 50;

export type BodyBounds = {
  maxBytes: number;
  maxMs: number;
  /** Whether the reader waits for something of ours; otherwise it waits for bytes, or has all. */
  isBusy: () => boolean;
  /** Ends the body with its reason, a FormError. */
  signal?: AbortSignal;
  rate?: { meter: UploadRate; checkMs: number; onStall: () => void };
};

/**
 * Reads a body within bounds. One that is longer than it said it would be, too slow or unwanted is not
 * waited for: the multipart parser goes on draining it until the answer has left and the connection is
 * closed, as a connection that is closed on unread bytes is reset, and its answer lost.
 * @throws FormError 400, 408, 413, the signal's reason, and what `read` throws.
 */
export async function readBounded<Value>(
  request: Request,
  bounds: BodyBounds,
  read: () => Promise<Value>,
): Promise<Value> {
  const left = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  function listen(event: 'data' | 'end' | 'close', listener: (chunk: Buffer) => void): void {
    request.on(event, listener);
    left.signal.addEventListener('abort', () => request.off(event, listener), { once: true });
  }
  try {
    return await new Promise<Value>((resolve, reject) => {
      if (request.destroyed) reject(malformed());
      listen('close', () => request.complete || reject(malformed()));
      listen('end', () => {
        timers.push(whenIdle(bounds.isBusy, () => reject(malformed())));
      });
      bounds.signal?.addEventListener('abort', () => reject(reasonOf(bounds.signal)), {
        signal: left.signal,
      });
      timers.push(setTimeout(() => reject(tooSlow()), bounds.maxMs));
      if (bounds.rate !== undefined)
        timers.push(checkRate(request, bounds.rate, () => reject(tooSlow())));
      let bytes = 0;
      // Whoever reads the body starts in this same turn, so no byte passes uncounted or unread.
      listen('data', (chunk) => {
        bytes += chunk.length;
        bounds.rate?.meter.count(chunk.length);
        if (bytes > bounds.maxBytes) reject(tooLarge());
      });
      read().then(resolve, reject);
    });
  } finally {
    for (const timer of timers) clearInterval(timer);
    left.abort();
  }
}

/**
 * Calls `task` when a body that has ended is still not read: multer's parser waits for ever for the end
 * of a file that begins after the closing boundary.
 */
function whenIdle(isBusy: () => boolean, task: () => void): NodeJS.Timeout {
  let idleLooks = 0;
  return setInterval(() => {
    idleLooks = isBusy() ? 0 : idleLooks + 1;
    // Twice, as the first look may come out of a pause of the whole process.
    if (idleLooks === 2) task();
  }, LOOK_MS);
}

/** A body that is paused is not read by us, so its sender is not slow. */
function checkRate(
  request: Request,
  { meter, checkMs, onStall }: NonNullable<BodyBounds['rate']>,
  cut: () => void,
): NodeJS.Timeout {
  return setInterval(() => {
    if (request.isPaused() || request.complete) return;
    meter.check();
    if (meter.isTooSlow()) cut();
    else if (meter.isStalled()) onStall();
  }, checkMs);
}

function reasonOf(signal: AbortSignal | undefined): FormError {
  return signal?.reason instanceof FormError ? signal.reason : tooSlow();
}

const malformed = () => new FormError(400, 'malformed');
const tooSlow = () => new FormError(408, 'too-slow', { isBodyAbandoned: true });
const tooLarge = () => new FormError(413, 'too-large', { isBodyAbandoned: true });
