import type { Request } from 'express';
import { FormError } from './form-error.ts';
import type { UploadRate } from './upload-rate.ts';

/** How often a body is checked, in milliseconds: whether it has ended and is still not read. */
const POLL_MS = 50;

type BodyBounds = {
  maxBytes: number;
  maxMs: number;
  upload?: {
    /** Whether the reader waits for something of ours; otherwise it waits for bytes, or has all. */
    isBusy: () => boolean;
    /** Ends the body with its reason. */
    signal: AbortSignal;
    rate: UploadRate;
    checkMs: number;
    onStall: () => void;
  };
};

/**
 * Reads a body within bounds. One that is longer than its declared length, too slow or unwanted is not
 * waited for: the multipart parser goes on draining it until the answer has left and the connection is
 * closed, as a connection that is closed on unread bytes is reset, and its answer lost.
 * @throws FormError 400, 408, 413, the signal's reason, and what `read` throws.
 */
export async function readBounded(
  request: Request,
  { maxBytes, maxMs, upload }: BodyBounds,
  read: () => Promise<void>,
): Promise<void> {
  const timers: NodeJS.Timeout[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const onTimeout = () => reject(new FormError(408, 'too-slow', { isBodyAbandoned: true }));
      const onAbort = () => reject(new FormError(400, 'malformed'));
      if (request.destroyed) onAbort();
      // Listeners stay: a settled promise ignores them.
      request.on('close', () => request.complete || onAbort());
      timers.push(
        setTimeout(onTimeout, maxMs),
        watchEnd(request, upload?.isBusy ?? (() => false), onAbort),
      );
      if (upload !== undefined) {
        const { signal } = upload;
        signal.addEventListener('abort', () => reject(signal.reason));
        timers.push(watchRate(request, upload, onTimeout));
      }
      let bytes = 0;
      // The reader starts in this same turn, so no byte passes uncounted or unread.
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        upload?.rate.count(chunk.length);
        if (bytes > maxBytes) reject(new FormError(413, 'too-large', { isBodyAbandoned: true }));
      });
      read().then(resolve, reject);
    });
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
}

/**
 * Calls `onAbort` when a body that has ended is still not read: multer's parser waits for ever for the end
 * of a file that begins after the closing boundary.
 */
function watchEnd(request: Request, isBusy: () => boolean, onAbort: () => void): NodeJS.Timeout {
  let idleLooks = 0;
  return setInterval(() => {
    idleLooks = request.readableEnded && !isBusy() ? idleLooks + 1 : 0;
    // Twice, as the first look may come out of a pause of the whole process.
    if (idleLooks === 2) onAbort();
  }, POLL_MS);
}

/** A body that is paused is not read by us, so its sender is not slow. */
function watchRate(
  request: Request,
  { rate, checkMs, onStall }: NonNullable<BodyBounds['upload']>,
  onTimeout: () => void,
): NodeJS.Timeout {
  return setInterval(() => {
    if (request.isPaused() || request.complete) return;
    rate.check();
    if (rate.isTooSlow()) onTimeout();
    else if (rate.isStalled()) onStall();
  }, checkMs);
}
