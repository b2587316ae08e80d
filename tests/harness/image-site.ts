import { createServer, request, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { afterEach } from 'vitest';
import { HttpProvider } from '../../server/provider/http-provider.ts';
import type { ProviderLimits } from '../../server/provider/provider-limits.ts';
import type { ImageLimits } from '../../server/images/image-limits.ts';
import { ImageRoutes } from '../../server/images/image-routes.ts';
import { createLog } from '../../server/web/log.ts';

const stops: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };
/** What the provider answers for a file. */
export type Content = Buffer | RequestListener;

/** Files of the provider, by path below /api/image/. */
async function startImageProvider(files: Record<string, Content>) {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    const path = decodeURIComponent((req.url ?? '').replace('/api/image/', ''));
    asked.push(path);
    const file = files[path];
    if (typeof file === 'function') file(req, res);
    else if (file)
      res
        .setHeader('set-cookie', 'theirs=1')
        .setHeader('access-control-allow-origin', '*')
        .end(file);
    else res.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  stops.push(stop);
  return { asked, files, url: `http://127.0.0.1:${portOf(server.address())}`, stop };
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

/** A folder that goes with its test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type SiteOptions = {
  url: string;
  folder?: string;
  limits?: Partial<ImageLimits>;
  providerLimits?: Partial<ProviderLimits>;
};

/** Our routes over a real provider client, on a port of their own. */
export async function startImageSite({
  url,
  folder,
  limits = {},
  providerLimits = {},
}: SiteOptions) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    level: 'debug',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  });
  const provider = new HttpProvider({ url, token: 'secret', log, limits: providerLimits });
  const images = new ImageRoutes({
    provider,
    log,
    limits,
    folder: folder ?? (await newFolder()),
    published: { find: async (ref) => (isUnpublished(ref) ? 'unpublished' : 'published') },
  });
  const server = createServer(express().use(images.router));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  let isStopped = false;

  /** A request whose path goes out to the byte, unlike that of fetch. */
  async function get(
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Answer> {
    const req = request({ port, host: '127.0.0.1', path, headers, method, agent: false });
    req.end();
    const [res] = await once(req, 'response');
    return { status: res.statusCode, headers: res.headers, body: await buffer(res) };
  }

  async function stop(): Promise<void> {
    if (isStopped) return;
    isStopped = true;
    server.closeAllConnections();
    server.close();
    await images.close();
    await provider.close();
  }
  stops.push(stop);
  return {
    get,
    port,
    images,
    stop,
    lines,
    events: (event: string) => lines.filter((line) => line.event === event),
  };
}

/** A provider with these files, and our routes over it. */
export async function startImages(
  files: Record<string, Content>,
  options: Omit<SiteOptions, 'url'> = {},
) {
  const provider = await startImageProvider(files);
  return { provider, site: await startImageSite({ ...options, url: provider.url }) };
}

/** What no list names. */
function isUnpublished(ref: string): boolean {
  return /^certificates\//i.test(ref);
}
