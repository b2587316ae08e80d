import { pino, type DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import type { Settings } from '../config.ts';

/** Bytes that are gathered before a write; a write per line would cost more than a cached page. */
const BUFFER_BYTES = 15 * 1024;
/** A line waits at most this long for its write, in milliseconds. */
const FLUSH_MS = 250;

export type LogDestination = {
  stream: DestinationStream;
  /** Writes what is gathered, now. */
  flush(): void;
};

/** Standard output: JSON lines for machines, readable ones in a terminal. */
export function openLogDestination(format: Settings['logFormat']): LogDestination {
  if (format === 'pretty' || (format === 'auto' && process.stdout.isTTY)) {
    const stream = pretty({
      sync: true,
      translateTime: 'SYS:HH:MM:ss',
      messageFormat: '{event}',
      ignore: 'event',
    });
    return { stream, flush: () => undefined };
  }
  const stream = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
  setInterval(() => stream.flush(), FLUSH_MS).unref();
  return { stream, flush: () => stream.flushSync() };
}
