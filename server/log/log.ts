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
  'schools',
  'categories',
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
  'failed',
  'pending',
  'folder',
  'file',
  'stack',
  'checks',
] as const;

const ALLOWED: ReadonlySet<string> = new Set(['event', ...ALLOWED_FIELDS]);

export type LogFields = { event: LogEventName } & Readonly<
  Partial<Record<(typeof ALLOWED_FIELDS)[number], unknown>>
>;

export type RequestLine = {
  event: 'request';
  requestId: string;
  method: string;
  /** Without its query, which may hold what a visitor typed. */
  path: string;
  status: number;
  durationMs: number;
  bytes: number;
  cache: string | undefined;
};

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export type Log = Record<Level, (fields: LogFields) => void> & {
  request(line: RequestLine): void;
};

/** JSON lines `{level, time, event, …}` with ISO times. */
export function createLog({
  level,
  destination,
}: {
  level: string;
  destination: DestinationStream;
}): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return {
    debug: (fields) => logger.debug(allowed(fields)),
    info: (fields) => logger.info(allowed(fields)),
    warn: (fields) => logger.warn(allowed(fields)),
    error: (fields) => logger.error(allowed(fields)),
    fatal: (fields) => logger.fatal(allowed(fields)),
    request: (line) => logger[line.status >= 500 ? 'error' : 'info'](line),
  };
}

function allowed(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => ALLOWED.has(key)));
}
