import type { NextFunction, Request, Response } from 'express';
import type { Settings } from '../config.ts';
import type { Log } from '../log/log.ts';
import { isLoopback } from '../http/loopback.ts';

const MIB = 1024 * 1024;

/** What a reverse proxy says of the visitor (RFC 7239, and what came before it). */
const FORWARDED_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
] as const;

/** Warns at the start of settings that are sound alone but not together. */
export function warnOfSettings(
  {
    providerUrl,
    siteUrl,
    isSiteUrlSet,
  }: Pick<Settings, 'providerUrl' | 'siteUrl' | 'isSiteUrlSet'>,
  log: Log,
): void {
  if (providerUrl === null || isSiteUrlSet) return;
  log.warn({
    event: 'site-url-unset',
    url: siteUrl,
    cause: `SITE_URL is not set, so forms are taken from ${siteUrl} only: set it to the address that visitors see, such as https://www.school.example`,
  });
}

/** Most of its memory that a container may give to V8; what is beside the heap takes the rest. */
const MOST_FOR_HEAP = 0.75;

/**
 * Warns at the start when the heap may grow until the system kills the process.
 * @param options `heapBytes` is the limit of V8's heap, `memoryBytes` the memory of the container, or of the machine.
 */
export function warnOfHeap(
  { heapBytes, memoryBytes }: { heapBytes: number; memoryBytes: number },
  log: Log,
): void {
  if (heapBytes <= memoryBytes * MOST_FOR_HEAP) return;
  const inMib = (bytes: number) => Math.floor(bytes / MIB);
  log.warn({
    event: 'heap-too-large',
    cause: `V8 may take ${inMib(heapBytes)} MiB of the ${inMib(memoryBytes)} MiB that there are: start Node with --max-old-space-size=${inMib(memoryBytes / 2)} --max-semi-space-size=1`,
  });
}

/** Warns at the start when instances that share a database cannot share what SECRET keys. */
export function warnOfSecret(
  { databaseUrl, secret }: Pick<Settings, 'databaseUrl' | 'secret'>,
  log: Log,
): void {
  if (databaseUrl !== null && secret === null)
    log.warn({
      event: 'secret-not-shared',
      cause: 'DATABASE_URL is set without SECRET: set SECRET, the same on all instances',
    });
}

/** Warns once of each setting that a request shows to be wrong for how the site is reached. */
export function warnOfDeployment({ siteUrl, trustProxy }: Settings, log: Log) {
  let isProxyKnown = trustProxy > 0;
  let isHostKnown = !isLoopback(new URL(siteUrl).hostname);

  return ({ headers }: Request, _response: Response, next: NextFunction): void => {
    const fields = FORWARDED_HEADERS.filter((name) => headers[name] !== undefined);
    if (!isProxyKnown && fields.length > 0) {
      isProxyKnown = true;
      log.warn({
        event: 'untrusted-proxy-header',
        fields,
        cause:
          'TRUST_PROXY is 0, so these headers are ignored: behind a reverse proxy all visitors share its address and its limits. Set TRUST_PROXY to the number of proxies in front; if there is none, a client made the header up',
      });
    }
    const host = isHostKnown ? null : publicHost(headers.host);
    if (host !== null) {
      isHostKnown = true;
      log.warn({
        event: 'site-url-local',
        from: host,
        to: siteUrl,
        cause: `a request came for ${host}, but SITE_URL is ${siteUrl}: links lead there, and forms are taken from there only. Set SITE_URL to the address that visitors see`,
      });
    }
    next();
  };
}

/** A host that other machines know; null for this machine's own names, and for what is no host. */
function publicHost(host = ''): string | null {
  const address = `http://${host}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return isLoopback(url.hostname) ? null : url.host;
}
