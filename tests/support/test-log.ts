import { createLog, type Log } from '../../server/log/log.ts';

export type LogLine = { event: string; level: string } & Record<string, unknown>;

export const silentLog = createLog({ level: 'silent', destination: { write: () => undefined } });

/** A log and the lines that it has written so far. */
export function createTestLog(level: 'debug' | 'info' = 'debug'): { log: Log; lines: LogLine[] } {
  const lines: LogLine[] = [];
  function write(text: string): void {
    for (const line of text.trimEnd().split('\n')) lines.push(JSON.parse(line) as LogLine);
  }
  return { log: createLog({ level, destination: { write } }), lines };
}
