import { pino, type DestinationStream } from 'pino';
import type { LogEventName } from './log-events.ts';

/** Any other field does not compile and is not written, so that no personal data or token is logged (docs/promises.md#s14). */
const ALLOWED_FIELDS = [
  'requestId',
  'method',
  'path',
  'route',
  'status',
  'durationMs',
  'bytes',
  'cache',
  'list',
  'rows',
  'fields',
  'examples',
  'cause',
  'remedy',
  'attempt',
  'retryInMs',
  'reference',
  'form',
  'campus',
  'state',
  'from',
  'to',
  'url',
  'port',
  'adminPort',
  'provider',
  'pid',
  'node',
  'version',
  'signal',
  'count',
  'references',
  'failed',
  'folder',
  'file',
  'stack',
  'publication',
  'changes',
  'warnings',
] as const;

const ALLOWED: ReadonlySet<string> = new Set(['event', ...ALLOWED_FIELDS]);

export type LogFields = { event: LogEventName } & Readonly<
  Partial<Record<(typeof ALLOWED_FIELDS)[number], unknown>>
>;

export type Log = Record<
  'debug' | 'info' | 'warn' | 'error' | 'fatal',
  (fields: LogFields) => void
>;

type LogOptions = { level: string; destination: DestinationStream };

/** JSON lines `{level, time, event, …}` with ISO times. */
export function createLog({ level, destination }: LogOptions): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowed },
    },
    destination,
  );
}

/** Drops every line: the output of a command is for the operator. */
export const SILENT = createLog({ level: 'silent', destination: { write: () => undefined } });

function allowed(fields: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(fields).every((key) => ALLOWED.has(key))) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([key]) => ALLOWED.has(key)));
}
