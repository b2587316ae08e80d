import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { pino, type DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';
import type { Settings } from '../config.ts';

/** Bytes that are gathered before a write: one write per line costs more than a cached page. */
const MIN_WRITE_BYTES = 15 * 1024;
/** A line waits at most this long for its write. */
const FLUSH_MS = 250;
/** Lines are dropped while this much waits for a reader that does not read. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** How long the last lines of a process may take. */
const LAST_LINES_MS = 1_000;

export type LogDestination = {
  stream: DestinationStream;
  /** Calls back with the number of dropped lines, after the reader has caught up. */
  onDropped(report: (count: number) => void): void;
  /** Writes the waiting lines, then ends the process. */
  exit(code: number): Promise<void>;
};

/**
 * Standard output: JSON lines for machines, readable ones in a terminal. A reader that stalls or is gone, or a
 * full disk, costs lines and nothing else (docs/promises.md#p1).
 */
export function openLogDestination(format: Settings['logFormat']): LogDestination {
  // Opening `process.stdout` makes a pipe non-blocking. A blocked write would hold a thread of libuv, and
  // `process.exit` waits for those.
  const { isTTY } = process.stdout;
  const formatted = format === 'pretty' || (format === 'auto' && isTTY) ? prettyText() : null;
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
  destination.on('drop', (text: string) => {
    dropped += countLines(text);
  });
  // After any other error, such as a full disk, sonic-boom keeps the bytes and writes them again later.
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
      // At exit pino flushes a destination that is not destroyed, and sonic-boom 4.2.1 repeats a synchronous
      // write to a pipe without a reader for ever.
      destination.destroy();
      process.exit(code);
    },
  };
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}

function prettyText(): (text: string) => string {
  const format = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    messageFormat: '{event}',
    ignore: 'event',
  });
  return (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => format(line))
      .join('');
}
