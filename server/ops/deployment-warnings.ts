import type { NextFunction, Request, Response } from 'express';
import type { Settings } from '../config.ts';
import type { Log } from '../log/log.ts';

const MIB = 1024 * 1024;

/** A reverse proxy sends them (RFC 7239, and the headers before it). */
const FORWARDED_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
] as const;

/** The process needs the rest of a container's memory outside the heap. */
const MAX_HEAP_SHARE = 0.75;

type Memory = {
  /** Limit of V8's heap. */
  heapBytes: number;
  /** Memory of the container, or of the machine. */
  memoryBytes: number;
};

/** Warns at the start of settings that are valid alone but not together. */
export function warnOfSettings(
  settings: Settings,
  { heapBytes, memoryBytes }: Memory,
  log: Log,
): void {
  const { providerUrl, siteUrl, isSiteUrlSet, databaseUrl, secret } = settings;
  if (providerUrl !== null && !isSiteUrlSet)
    log.warn({
      event: 'site-url-unset',
      url: siteUrl,
      cause: `SITE_URL is not set, so forms are accepted from ${siteUrl} only: set it to the address that visitors see, such as https://www.school.example`,
    });
  if (databaseUrl !== null && secret === null)
    log.warn({
      event: 'secret-not-shared',
      cause: 'DATABASE_URL is set without SECRET: set SECRET, the same on all instances',
    });
  const inMib = (bytes: number) => Math.floor(bytes / MIB);
  if (heapBytes > memoryBytes * MAX_HEAP_SHARE)
    log.warn({
      event: 'heap-too-large',
      cause: `V8 may use ${inMib(heapBytes)} MiB of ${inMib(memoryBytes)} MiB: start Node with --max-old-space-size=${inMib(memoryBytes / 2)} --max-semi-space-size=1`,
    });
}

/** Warns once of proxy headers that TRUST_PROXY contradicts. */
export function warnOfProxyHeaders({ trustProxy }: Settings, log: Log) {
  let isProxyKnown = trustProxy > 0;

  return ({ headers }: Request, _response: Response, next: NextFunction): void => {
    const fields = FORWARDED_HEADERS.filter((name) => headers[name] !== undefined);
    if (!isProxyKnown && fields.length > 0) {
      isProxyKnown = true;
      log.warn({
        event: 'untrusted-proxy-header',
        fields,
        cause:
          'TRUST_PROXY is 0, so these headers are ignored: behind a reverse proxy all visitors share its address and its limits. Set TRUST_PROXY to the number of proxies in front; without a proxy, a client has invented the header',
      });
    }
    next();
  };
}
