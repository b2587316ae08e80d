import { write, writeSync } from 'node:fs';
import { errorCode } from '../system-errors.ts';

/** Bytes that are gathered before a write; a write per line would cost more than a cached page. */
const BUFFER_BYTES = 15 * 1024;
/** Most characters that wait for a reader who does not read; lines beyond them are dropped. */
const MAX_WAITING = 16 * 1024 * 1024;
/** Wait before a full pipe is tried again, in milliseconds. */
const BUSY_MS = 100;
/** How long the last lines of a process wait for a full pipe, in milliseconds. */
const LAST_LINES_MS = 1_000;

/**
 * Writes gathered lines to a file descriptor in the background. A reader that is gone, or a disk that is
 * full, costs lines and nothing else. Not pino's own destination, whose `flushSync` repeats a write to a
 * pipe without a reader for ever (sonic-boom 4.2), so that a process would not end.
 */
export class LogWriter {
  readonly #fd: number;
  #waiting = '';
  /** What a full pipe has not taken yet. */
  #refused: Buffer = Buffer.alloc(0);
  #isWriting = false;
  #isGone = false;

  /** @param fd stays open. */
  constructor(fd: number) {
    this.#fd = fd;
  }

  write(text: string): void {
    if (this.#isGone || this.#waiting.length > MAX_WAITING) return;
    this.#waiting += text;
    if (this.#waiting.length >= BUFFER_BYTES) this.flush();
  }

  /** Begins to write what is gathered. */
  flush(): void {
    if (this.#isWriting || this.#isGone) return;
    const bytes = this.#take();
    if (bytes.length > 0) this.#write(bytes);
  }

  /** Writes what is gathered before it returns; for a process that ends. */
  flushNow(): void {
    const giveUpAt = performance.now() + LAST_LINES_MS;
    let bytes = this.#take();
    while (bytes.length > 0 && !this.#isGone && performance.now() < giveUpAt) {
      try {
        bytes = bytes.subarray(writeSync(this.#fd, bytes));
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS / 10);
      }
    }
  }

  #take(): Buffer {
    const bytes = Buffer.concat([this.#refused, Buffer.from(this.#waiting)]);
    this.#refused = Buffer.alloc(0);
    this.#waiting = '';
    return bytes;
  }

  #write(bytes: Buffer): void {
    this.#isWriting = true;
    write(this.#fd, bytes, (error, written) => {
      this.#isWriting = false;
      if (error === null) {
        const rest = bytes.subarray(written);
        if (rest.length > 0) this.#write(rest);
        else if (this.#waiting.length >= BUFFER_BYTES) this.flush();
      } else if (isBusy(error)) {
        this.#refused = bytes;
        setTimeout(() => this.flush(), BUSY_MS).unref();
      } else {
        this.#isGone = error.code === 'EPIPE';
      }
    });
  }
}

function isBusy(error: unknown): boolean {
  return ['EAGAIN', 'EBUSY'].includes(errorCode(error) ?? '');
}
