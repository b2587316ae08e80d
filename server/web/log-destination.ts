import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import type { Settings } from '../config.ts';
import { LogWriter } from './log-writer.ts';

/** A line waits at most this long for its write, in milliseconds. */
const FLUSH_MS = 250;
const STANDARD_OUTPUT = 1;

type LogDestination = {
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
  const stream = new LogWriter(STANDARD_OUTPUT);
  setInterval(() => stream.flush(), FLUSH_MS).unref();
  process.on('exit', () => stream.flushNow());
  return { stream, flush: () => stream.flushNow() };
}
