import type { Request } from 'express';
import type { FormTarget } from './form-response.ts';
import { FormError } from './form-error.ts';
import type { Log } from '../log/log.ts';
import { isLoopback } from '../http/loopback.ts';
import { CAMPUSES, type Campus } from '../../shared/campuses.ts';
import type { FormNotice } from '../../shared/forms.ts';

/** Foreign origins that a process logs; robots can invent more. */
const MAX_NAMED_ORIGINS = 20;

export type OriginCheckOptions = {
  siteUrl: string;
  campuses: Readonly<Record<Campus, { phone?: string | undefined }>>;
  log: Log;
};

/**
 * Accepts posts of our own pages only (docs/promises.md#s9): by Sec-Fetch-Site, which no script can set; in older
 * browsers, and without TLS, by Origin. The visitor reads another way, and the log names each origin once.
 */
export function createOriginCheck({ siteUrl, campuses, log }: OriginCheckOptions) {
  const own = new URL(siteUrl).origin;
  const named = new Set<string>();

  function warn(from: string): void {
    if (named.has(from) || named.size >= MAX_NAMED_ORIGINS) return;
    named.add(from);
    log.warn({ event: 'origin-mismatch', from, to: siteUrl });
  }

  /** @throws FormError 403 for a form whose origin is not this site. */
  return ({ headers }: Request, target: FormTarget): void => {
    const origin = parseOrigin(headers.origin);
    const site = headers['sec-fetch-site'];
    if (site === undefined ? origin === own : site === 'same-origin') return;
    // Our page over http posts to https where the policy upgrades it, which is cross-site.
    if (site === undefined || (origin !== null && bareName(origin) === bareName(siteUrl)))
      warn(origin ?? 'none');
    throw new FormError(403, 'cross-site', {
      logCause: site === undefined && origin === null ? 'no-origin' : 'cross-site',
      notice: notice(target, siteUrl, campuses),
    });
  };
}

/** Scheme, host and port of an address without anything else in it, else null. */
function parseOrigin(text = ''): string | null {
  return URL.canParse(text) && new URL(text).origin === text ? text : null;
}

/** The host without port and leading `www.`. */
function bareName(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '');
}

function notice(
  target: FormTarget,
  siteUrl: string,
  campuses: OriginCheckOptions['campuses'],
): FormNotice {
  const isPage = target.kind === 'page';
  const link = isPage ? siteUrl + target.address.path : siteUrl;
  const isReachable = !isLoopback(new URL(siteUrl).hostname);
  const asked = isPage ? [target.address.campus] : CAMPUSES;
  const numbers = asked.map((campus) => campuses[campus].phone);
  const known = [...new Set(numbers.filter((number) => number !== undefined))].join(' or ');
  const way = isReachable
    ? {
        text: 'Your form was not sent, as it did not come from {site}. Please open {link} and send it there.',
        values: { site: siteUrl, link },
      }
    : 'Your form was not sent: this website does not accept forms at the address that you opened.';
  const call = {
    text: isReachable ? 'Or call the school: {numbers}.' : 'Please call the school: {numbers}.',
    values: { numbers: known },
  };
  return { messages: known === '' ? [way] : [way, call], link: isReachable ? link : null };
}
