import { fail, type Check } from './check.ts';
import type { ListResult } from './lists.ts';
import { pageTitle, probe, type Probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';

export type Subject = {
  /** Origin and path prefix. */
  url: string;
  token: string | null;
  schoolCode: string;
  proxies: Settings['proxies'];
  /** The number of rows at another address or code; null without a list. */
  rowsAt: (url: string, schoolCode: string) => Promise<number | null>;
};

const CODE_REMEDY = 'SCHOOL_CODE: ask the provider for the exact code, letter case included';
const API_REMEDY =
  'PROVIDER_URL: ask the provider for the address of its API; this one is for people, or needs a login';

/** The common cause of failed or empty lists; null without one. */
export async function diagnose(
  results: readonly ListResult[],
  subject: Subject,
): Promise<Check | null> {
  const open = results.filter(({ name }) => !PROVIDER_LISTS[name].withToken);
  const closed = results.filter(({ name }) => PROVIDER_LISTS[name].withToken);
  if (open.every(({ error }) => error !== null)) return await diagnoseOpen(subject);
  if (closed.every(({ error }) => error !== null)) return tokenCheck(closed, subject.token);
  if (results.every(({ parsed }) => parsed?.rows.length === 0)) {
    const what = `every list is empty for the school code ${subject.schoolCode}`;
    return (await alternative(subject)) ?? fail('provider-school-code', what, CODE_REMEDY);
  }
  return null;
}

/** All lists without a token have failed. */
async function diagnoseOpen(subject: Subject): Promise<Check | null> {
  const { url, schoolCode } = subject;
  const path = PROVIDER_LISTS.news.path(schoolCode, '');
  const found = await probe(url + path, subject);
  if ('code' in found) return null;
  if (found.status >= 300 && found.status <= 399) return redirectCheck(found.location, url, path);
  if (found.status === 401 || found.status === 403)
    return fail(
      'provider-token',
      `the provider requires a token also where the contract has none (${found.status})`,
      'ask the provider to open the calls that docs/provider.openapi.yaml has without a token',
    );
  if (found.status === 404) return (await alternative(subject)) ?? (await notFoundCheck(subject));
  const title = pageTitle(found.text);
  if (title === null) return null;
  return fail('provider-login-page', `${url} is a web page, ${title}`, API_REMEDY);
}

async function notFoundCheck({ url, schoolCode, proxies }: Subject): Promise<Check> {
  // The one call without a school code: an unknown album is none, or 404.
  const path = PROVIDER_LISTS.subGallery.path('', 'gis-doctor');
  const album: Probe = await probe(url + path, { proxies });
  if ('status' in album && album.status === 200 && pageTitle(album.text) === null)
    return fail('provider-school-code', `404 for the school code ${schoolCode}`, CODE_REMEDY);
  const { pathname } = new URL(url);
  const prefix = pathname === '/' ? 'it may need a path prefix' : `its prefix ${pathname} is wrong`;
  return fail(
    'provider-prefix',
    `below ${url} every path is 404`,
    `PROVIDER_URL: ${prefix}; it ends before /api, and letter case counts. If it is right, SCHOOL_CODE is wrong`,
  );
}

/** The address without `/api`, or address or code in another letter case, if the provider has records there. */
async function alternative({ url, schoolCode, rowsAt }: Subject): Promise<Check | null> {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  for (const code of cases(schoolCode))
    if (((await rowsAt(url, code)) ?? 0) > 0)
      return fail(
        'provider-letter-case',
        `the provider has no records for ${schoolCode}, but for ${code}`,
        `SCHOOL_CODE=${code}`,
      );
  for (const path of [prefix.replace(/\/api$/i, ''), ...cases(prefix)])
    if (path !== prefix && (await rowsAt(origin + path, schoolCode)) !== null)
      return fail(
        path.toLowerCase() === prefix.toLowerCase() ? 'provider-letter-case' : 'provider-prefix',
        `${url} has no lists, but ${origin + path} has`,
        `PROVIDER_URL=${origin + path}`,
      );
  return null;
}

function cases(text: string): string[] {
  return [text.toLowerCase(), text.toUpperCase()].filter((spelling) => spelling !== text);
}

function redirectCheck(location: string, url: string, path: string): Check {
  const target = URL.canParse(location, url) ? new URL(location, url).href : location;
  const what = `${url} redirects to ${target.slice(0, 200)}`;
  return target.endsWith(path)
    ? fail('provider-redirect', what, `PROVIDER_URL=${target.slice(0, -path.length)}`)
    : fail('provider-login-page', what, API_REMEDY);
}

/** Null if the token is not the reason. */
function tokenCheck(closed: readonly ListResult[], token: string | null): Check | null {
  const error = closed[0]?.error;
  const status = error?.status ?? null;
  const isLogin = error?.kind === 'content-type' || error?.kind === 'reported-failure';
  if (!isLogin && ![301, 302, 303, 307, 401, 403].includes(status ?? 0)) return null;
  const how = status === null ? '' : ` (${status})`;
  if (token === null)
    return fail(
      'provider-token',
      `the provider requires a token${how}, and none is set`,
      'PROVIDER_TOKEN: ask the provider for the token of the website',
    );
  return status === 403
    ? fail(
        'provider-token',
        `the token has no right to read${how}`,
        'ask the provider to give PROVIDER_TOKEN the rights for notifications, registrations, messages, certificates and forms',
      )
    : fail(
        'provider-token',
        `the provider rejects the token${how}: it is wrong or has expired`,
        'PROVIDER_TOKEN: compare it with the one of the provider, or ask for a new one; then restart',
      );
}
