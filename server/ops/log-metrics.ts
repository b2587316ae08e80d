import { Counter, Histogram, Registry } from 'prom-client';
import type { Log, LogFields } from '../log/log.ts';
import { BROWSER_ERROR_PATH } from '../http/security-policies.ts';
import type { Addresses } from '../../client/addresses.ts';

/** Upper bounds of the histograms, in seconds. */
const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30];
const CALL_SECONDS = [0.05, 0.1, 0.3, 1, 3, 10, 30];

const ROUTES = ['page', 'asset', 'image', 'api', 'form', 'other'] as const;

/** Path of a provider's file in the log. */
const FILE_PATH = '/api/image/:ref';

/** Counts requests, calls to the provider and events from their log lines. */
export class LogMetrics {
  readonly registry = new Registry();
  readonly #pageAt: Addresses['pageAt'];
  readonly #requests = this.#counter('gis_http_requests_total', 'Requests served', [
    'route',
    'status',
  ]);
  readonly #durations = new Histogram({
    name: 'gis_http_request_duration_seconds',
    help: 'Until the response was sent',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });
  readonly #caches = this.#counter(
    'gis_cache_responses_total',
    'Responses by Cache-Status (RFC 9211); `asset` for assets',
    ['result'],
  );
  readonly #calls = this.#counter(
    'gis_provider_calls_total',
    'Calls to the provider; code is the error code of an unreachable one',
    ['outcome', 'status', 'code'],
  );
  readonly #callDurations = new Histogram({
    name: 'gis_provider_call_duration_seconds',
    help: 'Until its response',
    labelNames: ['kind'],
    buckets: CALL_SECONDS,
    registers: [this.registry],
  });
  readonly #events = this.#counter('gis_log_events_total', 'Lines of the log', ['level', 'event']);

  constructor({ pageAt }: Pick<Addresses, 'pageAt'>) {
    this.#pageAt = pageAt;
    for (const route of ROUTES) this.#durations.zero({ route });
    for (const kind of ['list', 'file', 'form']) this.#callDurations.zero({ kind });
  }

  /** Requests are not counted as events. */
  count(level: string, fields: LogFields): void {
    if (fields.event === 'request') return this.#request(fields);
    this.#events.inc({ level, event: fields.event });
    if (fields.event === 'provider-call') this.#call(fields);
  }

  #counter(name: string, help: string, labelNames: string[]): Counter {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #request({ method, path, status, durationMs, cache }: LogFields): void {
    const route = this.#routeOf(method, String(path));
    this.#requests.inc({ route, status: String(status) });
    this.#durations.observe({ route }, Number(durationMs) / 1_000);
    if (typeof cache === 'string')
      this.#caches.inc({ result: cache.replaceAll(/; (detail=)?/g, ',') });
  }

  #routeOf(method: unknown, path: string): (typeof ROUTES)[number] {
    if (method === 'POST') return path === BROWSER_ERROR_PATH ? 'other' : 'form';
    if (path.startsWith('/assets/')) return 'asset';
    if (path.startsWith('/api/')) return path.startsWith('/api/image/') ? 'image' : 'api';
    return this.#pageAt(path) === undefined ? 'other' : 'page';
  }

  /** A cause is an error and perhaps a code: `unreachable ECONNREFUSED`. */
  #call({ method, path, status, durationMs, cause }: LogFields): void {
    const [outcome = 'ok', code = ''] = typeof cause === 'string' ? cause.split(' ') : [];
    this.#calls.inc({ outcome, status: typeof status === 'number' ? status : '', code });
    const kind = method === 'POST' ? 'form' : path === FILE_PATH ? 'file' : 'list';
    if (typeof durationMs === 'number') this.#callDurations.observe({ kind }, durationMs / 1_000);
  }
}

export function withMetrics(log: Log, metrics: LogMetrics): Log {
  const counted =
    (level: keyof Log) =>
    (fields: LogFields): void => {
      metrics.count(level, fields);
      log[level](fields);
    };
  return {
    debug: counted('debug'),
    info: counted('info'),
    warn: counted('warn'),
    error: counted('error'),
    fatal: counted('fatal'),
  };
}
