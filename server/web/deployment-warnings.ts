import type { IncomingHttpHeaders } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import type { Settings } from '../config.ts';
import type { Log } from './log.ts';
import { isLoopback } from './loopback.ts';

/** What a reverse proxy says of the visitor (RFC 7239, and what came before it). */
const FORWARDED_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'forwarded',
] as const;

/** Warns at the start of settings that are sound alone but not together. */
export function warnOfSettings(
  settings: Pick<Settings, 'providerUrl' | 'siteUrl' | 'isSiteUrlSet'>,
  log: Log,
): void {
  if (settings.providerUrl === null || settings.isSiteUrlSet) return;
  log.warn({
    event: 'site-url-unset',
    url: settings.siteUrl,
    cause: `SITE_URL is not set, so forms are taken from ${settings.siteUrl} only: set it to the address that visitors see, such as https://www.school.example`,
  });
}

/** Warns once of each setting that a request shows to be wrong for how the site is reached. */
export function warnOfDeployment({
  settings: { siteUrl, trustProxy },
  log,
}: {
  settings: Pick<Settings, 'siteUrl' | 'trustProxy'>;
  log: Log;
}) {
  const isSiteLocal = isLoopback(new URL(siteUrl).hostname);
  let isProxyKnown = trustProxy > 0;
  let isHostKnown = !isSiteLocal;

  return ({ headers }: Request, _response: Response, next: NextFunction): void => {
    const forwarded = isProxyKnown ? [] : forwardedHeaders(headers);
    if (forwarded.length > 0) {
      isProxyKnown = true;
      log.warn({
        event: 'untrusted-proxy-header',
        fields: forwarded,
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

function forwardedHeaders(headers: IncomingHttpHeaders): string[] {
  return FORWARDED_HEADERS.filter((name) => headers[name] !== undefined);
}

/** A host that other machines know; null for this machine's own names, and for what is no host. */
function publicHost(host: string | undefined): string | null {
  const address = `http://${host ?? ''}`;
  if (!URL.canParse(address)) return null;
  return isLoopback(new URL(address).hostname) ? null : new URL(address).host;
}
