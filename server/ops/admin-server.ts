import { createServer, type Server } from 'node:http';
import { isIPv4 } from 'node:net';
import express from 'express';
import { createMetrics, type MetricsOptions } from './metrics.ts';
import { NO_STORE } from '../http/cache-lifetimes.ts';
import { isLoopback } from '../http/loopback.ts';

/** `/metrics` and `/health`, for the operator only: by default only this machine reaches the port. */
export function createAdminServer(options: MetricsOptions): Server {
  const scrape = createMetrics(options);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response, next) => {
    response.set('Cache-Control', NO_STORE);
    if (isOwnHost(request.headers.host)) next();
    else response.status(421).json({ error: 'wrong host' });
  });
  app.get('/metrics', async (_request, response) => {
    response.set('Content-Type', options.registry.contentType).end(await scrape());
  });
  app.get('/health', async (_request, response) => {
    const health = await options.health();
    response.status(health.status === 'ready' ? 200 : 503).json(health);
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
