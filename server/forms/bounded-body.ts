import type { Request } from 'express';
import { FormError } from './form-error.ts';
import type { UploadInProgress } from './upload-slots.ts';

/** How often a body is checked, in milliseconds: whether it has ended without being read. */
const POLL_MS = 50;

type BodyBounds = {
  maxBytes: number;
  maxMs: number;
  upload?: {
    progress: UploadInProgress;
    /** Whether the reader waits for the disk or a slot; otherwise it waits for bytes, or has all. */
    isBusy: () => boolean;
    checkMs: number;
  };
};

/**
 * Reads a body within bounds. A longer or slower one is not waited for: the multipart parser drains it until
 * the response has left, as a connection that is closed on unread bytes is reset, and its response lost.
 * @throws FormError 400, 408, 413, the upload's, and what `read` throws.
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
      const isBusy = upload?.isBusy ?? (() => false);
      timers.push(setTimeout(onTimeout, maxMs), watchEnd(request, isBusy, onAbort));
      if (upload !== undefined) {
        const { progress, checkMs } = upload;
        progress.signal.addEventListener('abort', () => reject(progress.signal.reason));
        // A body that is paused or complete is not read: its sender is not slow.
        const check = () => request.isPaused() || request.complete || progress.check();
        timers.push(setInterval(check, checkMs));
      }
      let bytes = 0;
      // The reader starts in this same turn: it misses no byte.
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        upload?.progress.count(chunk.length);
        if (bytes > maxBytes) reject(new FormError(413, 'too-large', { isBodyAbandoned: true }));
      });
      read().then(resolve, reject);
    });
  } finally {
    for (const timer of timers) clearInterval(timer);
  }
}

/** multer's parser never ends when a file begins after the closing boundary. */
function watchEnd(request: Request, isBusy: () => boolean, onAbort: () => void): NodeJS.Timeout {
  let idlePolls = 0;
  return setInterval(() => {
    idlePolls = request.readableEnded && !isBusy() ? idlePolls + 1 : 0;
    // Twice: the first poll may follow a suspension of the process.
    if (idlePolls === 2) onAbort();
  }, POLL_MS);
}
