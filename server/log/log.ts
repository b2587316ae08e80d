import { pino, type DestinationStream } from 'pino';
import type { LogEventName } from './log-events.ts';

/**
 * Fields that a log line may carry. Any other does not compile, and is left out by `createLog`, so that a
 * name, a number or a token cannot reach the log by mistake (docs/promises.md#s14).
 */
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
  'faults',
] as const;

const ALLOWED: ReadonlySet<string> = new Set(['event', ...ALLOWED_FIELDS]);

/** A record of the log: an event of the table, and whichever of the allowed fields say more. */
export type LogFields = { event: LogEventName } & Readonly<
  Partial<Record<(typeof ALLOWED_FIELDS)[number], unknown>>
>;

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

type Level = 'debug' | 'info' | 'warn' | 'error' | 'fatal';

export type Log = Record<Level, (fields: LogFields) => void> & {
  /** The line of a request, whose type holds it to the allowed fields. */
  request(line: RequestLine): void;
};

/** JSON lines `{level, time, event, …}` with ISO times; the only way in which the server writes its log. */
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
  /** Lines of requests that this turn of the event loop has answered: written together, as that takes half the time. */
  let answered: RequestLine[] = [];

  function writeAnswered(): void {
    if (answered.length === 0) return;
    const time = new Date().toISOString();
    let text = '';
    for (const line of answered) {
      const name = line.status >= 500 ? 'error' : 'info';
      if (logger.isLevelEnabled(name)) text += requestText(name, time, line);
    }
    answered = [];
    destination.write(text);
  }

  function write(name: Level, fields: LogFields): void {
    // Lines keep the order in which things happened.
    writeAnswered();
    logger[name](allowed(fields));
  }

  return {
    debug: (fields) => write('debug', fields),
    info: (fields) => write('info', fields),
    warn: (fields) => write('warn', fields),
    error: (fields) => write('error', fields),
    fatal: (fields) => write('fatal', fields),
    request(line) {
      if (answered.push(line) === 1) setImmediate(writeAnswered);
    },
  };
}

/** The line as pino would write it, for a third of its CPU: `npm run bench -- log`. */
function requestText(level: string, time: string, line: RequestLine): string {
  const cache = line.cache === undefined ? '' : `,"cache":${JSON.stringify(line.cache)}`;
  return (
    `{"level":"${level}","time":"${time}","event":"request","requestId":"${line.requestId}",` +
    `"method":${JSON.stringify(line.method)},"path":${JSON.stringify(line.path)},` +
    `"status":${line.status},"durationMs":${line.durationMs},"bytes":${line.bytes}${cache}}\n`
  );
}

function allowed(fields: LogFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => ALLOWED.has(key)));
}
