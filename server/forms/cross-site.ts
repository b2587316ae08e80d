import type { FormTarget } from './form-answer.ts';
import { FormError } from './form-error.ts';
import type { OriginCheck } from './request-origin.ts';
import type { Log } from '../web/log.ts';
import { isLoopback } from '../web/loopback.ts';
import type { Campus } from '../../shared/campuses.ts';
import type { FormNotice } from '../../shared/forms.ts';

/** How many foreign origins a process names in its log; anybody can make up more. */
const MAX_NAMED_ORIGINS = 20;

export type CrossSiteOptions = {
  siteUrl: string;
  /** Telephone number of each campus that has one. */
  phones: Readonly<Partial<Record<Campus, string>>>;
  log: Log;
};

/** Rejects forms that come from elsewhere, so that the visitor knows a way on and IT the cause. */
export class CrossSiteReport {
  readonly #options: CrossSiteOptions;
  readonly #named = new Set<string>();

  constructor(options: CrossSiteOptions) {
    this.#options = options;
  }

  /** The 403 for a form whose origin is not this site. */
  reject(target: FormTarget, check: OriginCheck): FormError {
    // A page of ours that was opened with http posts to https where the policy upgrades it: cross-site too.
    if (check.decidedBy === 'origin' || isOwnName(check.origin, this.#options.siteUrl))
      this.#warn(check.origin);
    return new FormError(403, 'cross-site', {
      logCause: check.decidedBy === 'origin' && check.origin === null ? 'no-origin' : 'cross-site',
      notice: this.#notice(target),
    });
  }

  #notice(target: FormTarget): FormNotice {
    const { siteUrl } = this.#options;
    const numbers = this.#phones(target);
    const isReachable = !isLoopback(new URL(siteUrl).hostname);
    const link = target.kind === 'page' ? siteUrl + target.address.path : siteUrl;
    const sentences = [
      isReachable
        ? `Your form was not sent, as it did not come from ${siteUrl}. Please open ${link} and send it there.`
        : 'Your form was not sent, as this website takes no forms at the address that you opened.',
      ...(numbers === '' ? [] : [`${isReachable ? 'Or' : 'Please'} call the school: ${numbers}.`]),
    ];
    return { text: sentences.join(' '), link: isReachable ? link : null };
  }

  #phones(target: FormTarget): string {
    const { phones } = this.#options;
    const numbers =
      target.kind === 'page' ? [phones[target.address.campus]] : Object.values(phones);
    return [...new Set(numbers.filter((number) => number !== undefined))].join(' or ');
  }

  /** Once for each origin that is seen. */
  #warn(origin: string | null): void {
    const seen = origin ?? 'none';
    if (this.#named.has(seen) || this.#named.size >= MAX_NAMED_ORIGINS) return;
    this.#named.add(seen);
    const { siteUrl, log } = this.#options;
    log.warn({
      event: 'origin-mismatch',
      from: seen,
      to: siteUrl,
      cause: `a form came from ${seen}, but SITE_URL is ${siteUrl}: ${remedy(origin, siteUrl)}`,
    });
  }
}

function isOwnName(origin: string | null, siteUrl: string): boolean {
  return origin !== null && bareName(new URL(origin)) === bareName(new URL(siteUrl));
}

function bareName({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}

/** What IT can do, by how the two origins differ. */
function remedy(origin: string | null, siteUrl: string): string {
  if (origin === null)
    return 'the browser or something before this server removes the Origin header';
  const seen = new URL(origin);
  const own = new URL(siteUrl);
  if (seen.hostname === own.hostname && seen.protocol !== own.protocol)
    return own.protocol === 'https:'
      ? 'redirect http to https, or set SITE_URL to the http address'
      : `visitors use https: set SITE_URL to ${origin}`;
  if (bareName(seen) === bareName(own))
    return `redirect visitors from the one address to the other, or set SITE_URL to ${origin}`;
  return `if visitors see this website at ${origin}, set SITE_URL to it`;
}
