import { createServer } from 'node:net';
import { fail, ok, type Check } from './check.ts';
import { probe, type Probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { errorCode } from '../../system-errors.ts';

/** As server/publish/site-files.ts writes it. */
const ROBOTS_TXT =
  /^User-agent: \*\nDisallow: \/api\/\nAllow: \/api\/image\/\nSitemap: (\S+)\/sitemap\.xml\n$/;

/** PORT: free, or this site already answers there. */
export async function checkPort({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<Check> {
  const code = await listenCode(port, host);
  if (code === null) return ok('port', `${port} is free: the site is not running here`);
  if (code === 'EADDRINUSE')
    return isSite(await probe(`http://${ownHost(host)}:${port}/robots.txt`))
      ? ok('port', `the site answers at ${port}`)
      : fail(
          'port',
          `something else listens at ${port}`,
          `PORT: set another, or stop what \`ss -ltnp\` shows there`,
        );
  const what = `${host}:${port} cannot be used: ${code}`;
  return code === 'EACCES'
    ? fail('port', what, 'PORT: 1024 or higher, with a reverse proxy in front (deploy/)')
    : fail('port', what, 'HOST: an address of this machine, or 0.0.0.0');
}

/** Whether an answer to `/robots.txt` is this program's. */
export function isSite(answer: Probe): boolean {
  return sitemapOf(answer) !== null;
}

/** The public origin that the site which answered `/robots.txt` believes to be its own. */
export function sitemapOf(answer: Probe): string | null {
  if ('code' in answer || answer.status !== 200) return null;
  return ROBOTS_TXT.exec(answer.text)?.[1] ?? null;
}

function ownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function listenCode(port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(errorCode(error) ?? 'unknown'));
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
}
