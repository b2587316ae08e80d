import { checkCertificate } from './certificate.ts';
import { fail, ok, warn, type Check } from './check.ts';
import { sitemapOf } from './machine.ts';
import { probe, type Probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { explainError } from '../../connection-errors.ts';
import { isLoopback } from '../../http/loopback.ts';

type AddressSettings = Pick<Settings, 'siteUrl' | 'isSiteUrlSet' | 'trustProxy' | 'providerUrl'>;

/** @param isRunning the site responds at PORT, so it should at SITE_URL */
export async function* checkPublicAddress(
  settings: AddressSettings,
  isRunning: boolean,
): AsyncGenerator<Check> {
  const { siteUrl, isSiteUrlSet, providerUrl } = settings;
  if (!isSiteUrlSet || isLoopback(new URL(siteUrl).hostname)) {
    const what = `SITE_URL is ${siteUrl}: only this machine reaches the site and sends its forms`;
    const remedy = 'SITE_URL: the address that visitors see, such as https://www.school.in';
    yield providerUrl === null ? ok('site-url', what) : warn('site-url', what, remedy);
    if (!isSiteUrlSet) return;
  }
  const found = await probe(`${siteUrl}/robots.txt`);
  const address = addressCheck(siteUrl, found);
  if (address.state === 'fail' && !isRunning)
    yield warn(
      'public-address',
      `${address.what}; the site is not running here`,
      'start the site and repeat',
    );
  else yield address;
  const remedy = '`certbot renew && systemctl reload nginx`, and find out why its timer did not';
  yield* checkCertificate('public-certificate', { url: siteUrl, remedy });
  if (address.state === 'ok') yield proxyCheck(settings, found);
}

function addressCheck(siteUrl: string, found: Probe): Check {
  const id = 'public-address';
  if ('code' in found) {
    const { what, remedy } = explainError(found.code);
    return fail(
      id,
      `SITE_URL ${siteUrl}: ${what}`,
      `${remedy}; or this machine cannot reach its own public address: try from another`,
    );
  }
  const own = sitemapOf(found);
  if (own === siteUrl) return ok(id, `${siteUrl} is this site`);
  if (own !== null)
    return fail(
      id,
      `the site at ${siteUrl} has SITE_URL ${own}, so it rejects forms`,
      'SITE_URL: the same for the site and for this command; restart the site after a change',
    );
  if (found.status >= 300 && found.status <= 399)
    return fail(
      id,
      `${siteUrl} redirects to ${found.location}`,
      'SITE_URL: the final address; forms are accepted from there only',
    );
  return fail(
    id,
    `${siteUrl} responds (${found.status}), but is not this site`,
    found.status >= 502
      ? 'the reverse proxy does not reach the site: compare its upstream with PORT and HOST'
      : 'SITE_URL, DNS or the reverse proxy: this name must lead to PORT of this machine',
  );
}

/** The site speaks plain HTTP and sends no Server header: https or a name is a proxy's. */
function proxyCheck(
  { siteUrl, trustProxy }: Pick<AddressSettings, 'siteUrl' | 'trustProxy'>,
  found: Probe,
): Check {
  const id = 'trust-proxy';
  const isTls = siteUrl.startsWith('https:');
  const named = 'code' in found ? '' : found.server;
  const isProxied = isTls || named !== '';
  const sign = isTls ? 'SITE_URL is https' : `the response names "${named}"`;
  if (isProxied && trustProxy === 0)
    return fail(
      id,
      `${sign}, so there is a reverse proxy, but TRUST_PROXY is 0: all visitors share its limits`,
      'TRUST_PROXY=1, or the number of proxies in front (2 with a CDN before nginx)',
    );
  if (!isProxied && trustProxy > 0)
    return warn(
      id,
      `TRUST_PROXY is ${trustProxy}, but there is no sign of a proxy at ${siteUrl}: visitors can forge their address`,
      'TRUST_PROXY=0, unless a proxy in front hides itself',
    );
  return ok(
    id,
    isProxied ? `${trustProxy} in front, as ${sign}` : 'no proxy in front, none trusted',
  );
}
