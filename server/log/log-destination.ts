import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { pino, type DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Settings } from '../config.ts';

/** A write for each line costs more than a cached page; with a longer buffer each line costs more, as sonic-boom measures all of it. */
const MIN_WRITE_BYTES = 4 * 1024;
const FLUSH_MS = 250;
/** Lines beyond this are dropped while the reader stalls. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const LAST_LINES_MS = 1_000;

export type LogDestination = {
  stream: DestinationStream;
  /** Reports the number of dropped lines after the reader has caught up. */
  onDropped(report: (count: number) => void): void;
  /** Writes the waiting lines, then ends the process. */
  exit(code: number): Promise<void>;
};

/** Standard output. A reader that stalls or is gone, or a full disk, costs only lines (docs/promises.md#p1). */
export function openLogDestination(format: Settings['logFormat']): LogDestination {
  // Opening `process.stdout` makes a pipe non-blocking. A blocked write would hold a thread of libuv, and
  // `process.exit` waits for those.
  const { isTTY } = process.stdout;
  const formatted = format === 'pretty' || (format === 'auto' && isTTY) ? prettyLine() : null;
  const destination = pino.destination({
    dest: 1,
    sync: false,
    minLength: MIN_WRITE_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_MS,
  });
  let dropped = 0;
  let isGone = false;
  let isExiting = false;
  destination.on('drop', () => {
    dropped += 1;
  });
  // After any other error, such as a full disk, sonic-boom retries.
  destination.on('error', (error: NodeJS.ErrnoException) => {
    isGone = error.code === 'EPIPE';
  });
  return {
    stream: {
      write(text) {
        if (!isGone && !isExiting) destination.write(formatted === null ? text : formatted(text));
      },
    },
    onDropped(report) {
      destination.on('drain', () => {
        const count = dropped;
        dropped = 0;
        if (count > 0) report(count);
      });
    },
    async exit(code) {
      if (isExiting) return;
      isExiting = true;
      if (!isGone) {
        const closed = once(destination, 'close').catch(() => undefined);
        destination.end();
        await Promise.race([closed, setTimeout(LAST_LINES_MS)]);
      }
      // At exit pino flushes a destination that is not destroyed; without a reader sonic-boom 4.2.1 never ends that.
      destination.destroy();
      process.exit(code);
    },
  };
}

function prettyLine(): (line: string) => string {
  return prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: '{event}',
    ignore: 'event',
  });
}
