import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { isIPv4 } from 'node:net';
import express from 'express';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { CHECK_MS, type Health } from './health.ts';
import { stateMetrics } from './metrics.ts';
import { readRehearsalResult, type RehearsalResult } from '../backup/rehearsal-result.ts';
import { NO_STORE } from '../http/cache-lifetimes.ts';
import { isLoopback } from '../http/loopback.ts';
import { valueWithin } from '../settled-within.ts';

type AdminServerOptions = {
  /** It has the metrics of log-metrics.ts. */
  registry: Registry;
  health: () => Promise<Health>;
  dataDir: string;
};

/** `/metrics` and `/health`, for the operator only: by default only this machine reaches the port. */
export function createAdminServer({ registry, health, dataDir }: AdminServerOptions): Server {
  // CPU, memory, event-loop lag, garbage collection, open files.
  collectDefaultMetrics({ register: registry });
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    response.set('Cache-Control', NO_STORE);
    if (isOwnHost(request.headers.host)) next();
    else response.status(421).json({ error: 'wrong host' });
  });
  app.get('/metrics', async (_request, response) => {
    const [state, disk, rehearsal] = await Promise.all([
      health(),
      valueWithin<StatsFs | null>(statfs(dataDir), CHECK_MS, null),
      valueWithin<RehearsalResult | null>(readRehearsalResult(dataDir), CHECK_MS, null),
    ]);
    const all = Registry.merge([registry, stateMetrics(state, disk, rehearsal)]);
    response.set('Content-Type', registry.contentType).end(await all.metrics());
  });
  app.get('/health', async (_request, response) => {
    const state = await health();
    response.status(state.status === 'ready' ? 200 : 503).json(state);
  });
  app.use((_request, response) => {
    response.status(404).json({ error: 'there are /metrics and /health' });
  });
  return createServer(app);
}

/** An address, or a name of this machine or a container. A public name may be DNS rebinding by a web page. */
function isOwnHost(host = ''): boolean {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return isIPv4(hostname) || !hostname.includes('.') || isLoopback(hostname);
}
