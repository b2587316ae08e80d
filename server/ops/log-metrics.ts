import { Counter, Histogram, Registry } from 'prom-client';
import type { Log, LogFields } from '../log/log.ts';
import { BROWSER_ERROR_PATH } from '../http/security-policies.ts';
import type { Addresses } from '../../client/addresses.ts';

/** Upper bounds of the histograms, in seconds. */
const REQUEST_SECONDS = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30];
const CALL_SECONDS = [0.05, 0.1, 0.3, 1, 3, 10, 30];

const ROUTES = ['page', 'asset', 'image', 'api', 'form', 'other'] as const;

/** Errors whose first line alerts: deploy/prometheus-alerts.yml. */
const ALERTING = ['outbox-damaged', 'outbox-replaced'] as const;

/** Path of a provider's file in the log. */
const FILE_PATH = '/api/image/:ref';

/** Counts requests, calls to the provider and other events from their log lines. */
export function withMetrics(
  log: Log,
  { pageAt }: Pick<Addresses, 'pageAt'>,
): { log: Log; registry: Registry } {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const requests = counter('gis_http_requests_total', 'Requests served', ['route', 'status']);
  const durations = new Histogram({
    name: 'gis_http_request_duration_seconds',
    help: 'Until the response was sent',
    labelNames: ['route'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const caches = counter(
    'gis_cache_responses_total',
    'Responses by Cache-Status (RFC 9211); `asset` for assets',
    ['result'],
  );
  const calls = counter(
    'gis_provider_calls_total',
    'Calls to the provider; code is the error code of an unreachable one',
    ['outcome', 'status', 'code'],
  );
  const callDurations = new Histogram({
    name: 'gis_provider_call_duration_seconds',
    help: 'Until its response',
    labelNames: ['kind'],
    buckets: CALL_SECONDS,
    registers,
  });
  const events = counter('gis_log_events_total', 'Lines of the log', ['level', 'event']);
  // Prometheus sees no increase in a series that begins with 1.
  for (const event of ALERTING) events.inc({ level: 'error', event }, 0);
  for (const route of ROUTES) durations.zero({ route });
  for (const kind of ['list', 'file', 'form']) callDurations.zero({ kind });

  function findRoute({ method, status, cache }: LogFields, path: string): (typeof ROUTES)[number] {
    if (method === 'POST') return path === BROWSER_ERROR_PATH ? 'other' : 'form';
    if (path.startsWith('/assets/')) return 'asset';
    if (path.startsWith('/api/')) return path.startsWith('/api/image/') ? 'image' : 'api';
    // The page cache has named it.
    if (typeof cache === 'string' && status !== 404) return 'page';
    return pageAt(path) === undefined ? 'other' : 'page';
  }

  function countRequest(line: LogFields): void {
    const { path, status, durationMs, cache } = line;
    const route = findRoute(line, String(path));
    requests.inc({ route, status: String(status) });
    durations.observe({ route }, Number(durationMs) / 1_000);
    if (typeof cache === 'string') caches.inc({ result: cache.replaceAll(/; (detail=)?/g, ',') });
  }

  /** A cause is an error and perhaps a code: `unreachable ECONNREFUSED`. */
  function countCall({ method, path, status, durationMs, cause }: LogFields): void {
    const [outcome = 'ok', code = ''] = typeof cause === 'string' ? cause.split(' ') : [];
    calls.inc({ outcome, status: typeof status === 'number' ? status : '', code });
    const kind = method === 'POST' ? 'form' : path === FILE_PATH ? 'file' : 'list';
    if (typeof durationMs === 'number') callDurations.observe({ kind }, durationMs / 1_000);
  }

  function counted(level: keyof Log): (fields: LogFields) => void {
    return (fields) => {
      const { event } = fields;
      if (event === 'request') countRequest(fields);
      else events.inc({ level, event });
      if (event === 'provider-call') countCall(fields);
      log[level](fields);
    };
  }
  return {
    registry,
    log: {
      debug: counted('debug'),
      info: counted('info'),
      warn: counted('warn'),
      error: counted('error'),
      fatal: counted('fatal'),
    },
  };
}
