import { fail, type Check } from './check.ts';
import { pageTitle, type Probe } from './probe.ts';
import type { ProviderError } from '../../provider/provider.ts';

/** 401 and 403, in a status or a body, and the login page that replaces them. */
export function isAboutToken(error: ProviderError | null): boolean {
  const { fault, status } = error ?? {};
  if (fault === 'content-type' || fault === 'reported-failure') return true;
  return (
    fault === 'status' && status !== null && [301, 302, 303, 307, 401, 403].includes(status ?? 0)
  );
}

/** What is wrong with the token, as far as the answer and the token itself say it. */
export function tokenCheck(
  error: ProviderError | null,
  found: Probe,
  { token }: { token: string | null },
): Check {
  // An answer with 200 may have another status in its JSON.
  const status = error?.status ?? null;
  const signs = 'code' in found ? [] : [status ?? found.status, found.asks, webPageIn(found.text)];
  const how = ` (${signs.filter((sign) => sign !== '').join(', ')})`;
  const id = 'provider-token';
  if (token === null)
    return fail(
      id,
      `the provider asks for a token${how}, and none is set`,
      'PROVIDER_TOKEN: ask the provider for the token of the website',
    );
  const expiry = expiryOf(token);
  if (expiry !== null && expiry.getTime() < Date.now())
    return fail(
      id,
      `the token has expired on ${expiry.toISOString()}`,
      'PROVIDER_TOKEN: ask the provider for a new one, then restart',
    );
  if (status === 403)
    return fail(
      id,
      `the provider knows the token, but does not let it read${how}`,
      'ask the provider to give PROVIDER_TOKEN the rights for notifications, registrations, messages, certificates and forms',
    );
  return fail(
    id,
    `the provider does not take the token${how}: it is wrong or has expired`,
    'PROVIDER_TOKEN: compare it with the one of the provider, or ask for a new one; then restart',
  );
}

function webPageIn(text: string): string {
  const title = pageTitle(text);
  return title === null ? '' : `a web page, ${title}`;
}

/** When a JSON Web Token expires (RFC 7519, 4.1.4); null for every other token. */
function expiryOf(token: string): Date | null {
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    const isClaims = typeof claims === 'object' && claims !== null && 'exp' in claims;
    return isClaims && typeof claims.exp === 'number' ? new Date(claims.exp * 1_000) : null;
  } catch {
    return null;
  }
}
