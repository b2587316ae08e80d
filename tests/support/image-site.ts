import { createServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import express from 'express';
import { onTestFinished } from 'vitest';
import { HttpProvider } from '../../server/provider/http-provider.ts';
import { providerOfTest, type FileContent } from './providers/test-provider.ts';
import type { ProviderLimits } from '../../server/provider/provider-limits.ts';
import { DiskCache } from '../../server/images/disk-cache.ts';
import { ImageFiles } from '../../server/images/image-files.ts';
import { IMAGE_LIMITS, type ImageLimits } from '../../server/images/image-limits.ts';
import { setDefaultHeaders } from '../../server/http/security-headers.ts';
import { createImageRoutes } from '../../server/images/image-routes.ts';
import { endServer, listening } from './listening.ts';
import { createTestLog } from './test-log.ts';
import { temporaryFolder } from './temporary-folder.ts';

type SiteOptions = {
  url: string;
  folder?: string;
  limits?: Partial<ImageLimits>;
  providerLimits?: Partial<ProviderLimits>;
};

/** Our routes over a real provider client, on a port of their own. */
export async function startImageSite({
  url,
  folder = temporaryFolder(),
  limits: overrides = {},
  providerLimits = {},
}: SiteOptions) {
  const { log, lines } = createTestLog();
  const provider = new HttpProvider({ url, token: 'secret', log, limits: providerLimits });
  const limits = { ...IMAGE_LIMITS, ...overrides };
  const cache = new DiskCache({ folder, limits, log });
  const images = new ImageFiles({ provider, cache, limits, log });
  const server = createServer(
    express().use(
      setDefaultHeaders({ fixed: {} }),
      createImageRoutes(images, publicationOf, '/assets/share.jpg'),
    ),
  );
  const port = await listening(server);

  /** A request whose path goes out to the byte, unlike that of fetch. */
  async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const req = request({ port, host: '127.0.0.1', path, headers, method, agent: false });
    req.end();
    const [res] = (await once(req, 'response')) as [IncomingMessage];
    return { status: res.statusCode ?? 0, headers: res.headers, body: await buffer(res) };
  }

  async function stop(): Promise<void> {
    await endServer(server);
    await provider.close();
    await images.settled();
    cache.close();
  }
  onTestFinished(stop);
  return {
    get,
    port,
    stop,
    events: (event: string) => lines.filter((line) => line.event === event),
  };
}

/** A provider with these files, and our routes over it. */
export async function startImages(
  files: Record<string, FileContent>,
  options: Omit<SiteOptions, 'url'> = {},
) {
  const headers = { 'set-cookie': 'theirs=1', 'access-control-allow-origin': '*' };
  const provider = await providerOfTest({ has: 'nothing', files, headers });
  return { provider, site: await startImageSite({ ...options, url: provider.url }) };
}

async function publicationOf(file: string) {
  if (file.startsWith('unknown/')) return 'unknown';
  return /^certificates\//i.test(file) ? 'unpublished' : 'published';
}
