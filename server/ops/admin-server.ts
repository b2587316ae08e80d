import { createServer, type Server } from 'node:http';
import { isIPv4 } from 'node:net';
import express from 'express';
import { createMetrics, type MetricsOptions } from './metrics.ts';
import { NO_STORE } from '../http/cache-lifetimes.ts';
import { isLoopback } from '../http/loopback.ts';

/**
 * What the operator may know and visitors may not: `/metrics` for Prometheus, `/health` to read. It has
 * a port of its own, which by default only this machine reaches (ADMIN_PORT, ADMIN_HOST).
 */
export function createAdminServer(options: MetricsOptions): Server {
  const metrics = createMetrics(options);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    response.set('Cache-Control', NO_STORE);
    next();
  });
  app.use((request, response, next) => {
    if (isOwnHost(request.headers.host)) next();
    else response.status(421).json({ error: 'this host is not served here' });
  });
  app.get('/metrics', async (_request, response) => {
    response.set('Content-Type', metrics.contentType).end(await metrics.scrape());
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

/**
 * Whether a host is an address, or a name that only this machine or network knows, such as a container's. A web page
 * could else read the health by a public name of its own that leads here (DNS rebinding).
 */
function isOwnHost(host = ''): boolean {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return isIPv4(hostname) || !hostname.includes('.') || isLoopback(hostname);
}
