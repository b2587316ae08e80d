import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Fields that a log line may carry (RELIABILITY S14). Anything else is left out by `createLog`, so a
 * name, a number or a token cannot reach the log by mistake.
 */
const ALLOWED_FIELDS = new Set([
  'event',
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
  'dropped',
  'fields',
  'cause',
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
  'pid',
  'worker',
  'node',
  'signal',
  'count',
  'folder',
  'file',
  'stack',
  'faults',
]);

/** A record of the log: an event name, and whichever of the allowed fields say more. */
export type LogFields = { event: string } & Readonly<Record<string, unknown>>;

/** What the log says of a request. */
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

export type Log = {
  debug(fields: LogFields): void;
  info(fields: LogFields): void;
  warn(fields: LogFields): void;
  error(fields: LogFields): void;
  fatal(fields: LogFields): void;
  /** The line of a request, whose type holds it to the allowed fields. */
  request(line: RequestLine): void;
  /** A log whose every line carries the given fields too, such as a request id. */
  with(fields: Readonly<Record<string, unknown>>): Log;
};

export type LogOptions = { level: string; destination: DestinationStream };

/** JSON lines `{level, time, event, …}` with ISO times; the only way in which the server writes its log. */
export function createLog({ level, destination }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  return over(logger, {});
}

function over(logger: Logger, bound: Readonly<Record<string, unknown>>): Log {
  function line(fields: LogFields): Record<string, unknown> {
    return allowed({ ...fields, ...bound });
  }
  return {
    debug: (fields) => logger.debug(line(fields)),
    info: (fields) => logger.info(line(fields)),
    warn: (fields) => logger.warn(line(fields)),
    error: (fields) => logger.error(line(fields)),
    fatal: (fields) => logger.fatal(line(fields)),
    request: (fields) => (fields.status >= 500 ? logger.error(fields) : logger.info(fields)),
    with: (fields) => over(logger, { ...bound, ...fields }),
  };
}

function allowed(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key in fields) {
    if (ALLOWED_FIELDS.has(key)) kept[key] = fields[key];
  }
  return kept;
}
