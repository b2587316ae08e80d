import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { createLog, type Log } from './log.ts';
import type { Settings } from '../config.ts';

/** A write for each line costs more than a cached page. */
const MIN_WRITE_BYTES = 15 * 1024;
const FLUSH_MS = 250;
/** Lines beyond this are dropped while the reader stalls. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
const LAST_LINES_MS = 1_000;

export type OpenLog = {
  log: Log;
  /** Writes the waiting lines, then ends the process. */
  exit: (code: number) => Promise<void>;
};

/** Writes to standard output. A stalled or missing reader, or a full disk, costs only lines (docs/promises.md#p1). */
export function openLog({
  logLevel,
  logFormat,
}: Pick<Settings, 'logLevel' | 'logFormat'>): OpenLog {
  // Opening `process.stdout` makes a pipe non-blocking. A blocked write would hold a thread of libuv, and
  // `process.exit` waits for those.
  const { isTTY } = process.stdout;
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTTY);
  const formatted = isPretty
    ? prettyFactory({ translateTime: 'SYS:HH:MM:ss', messageFormat: '{event}', ignore: 'event' })
    : (line: string) => line;
  const output = pino.destination({
    dest: 1,
    sync: false,
    // sonic-boom measures all buffered strings on each write, but no buffers.
    contentMode: 'buffer',
    minLength: MIN_WRITE_BYTES,
    maxLength: MAX_WAITING_BYTES,
    periodicFlush: FLUSH_MS,
  });
  // Its types lack the content mode.
  const bytesOutput = output as unknown as { write(bytes: Buffer): boolean };
  let dropped = 0;
  let isGone = false;
  let isExiting = false;
  function write(line: string): void {
    if (!isGone && !isExiting) bytesOutput.write(Buffer.from(formatted(line)));
  }
  const log = createLog({ level: logLevel, destination: { write } });
  output.on('drop', () => {
    dropped += 1;
  });
  // The reader has caught up.
  output.on('drain', () => {
    const count = dropped;
    dropped = 0;
    if (count > 0) log.warn({ event: 'log-lines-dropped', count });
  });
  // After any other error, such as a full disk, sonic-boom retries.
  output.on('error', (error: NodeJS.ErrnoException) => {
    isGone = error.code === 'EPIPE';
  });

  async function exit(code: number): Promise<void> {
    if (isExiting) return;
    isExiting = true;
    if (!isGone) {
      const closed = once(output, 'close').catch(() => undefined);
      output.end();
      await Promise.race([closed, setTimeout(LAST_LINES_MS)]);
    }
    // pino flushes a destination at exit unless it is destroyed; without a reader sonic-boom 4.2.1 never ends that.
    output.destroy();
    process.exit(code);
  }
  return { log, exit };
}
