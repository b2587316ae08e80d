import type { Dispatcher } from 'undici';
import { fail, type Check } from './check.ts';
import type { ListAnswer } from './lists.ts';
import { pageTitle, probe, type Probe } from './probe.ts';
import { isAboutToken, tokenCheck } from './token.ts';
import { PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';

export type Subject = {
  /** Origin and path prefix. */
  url: string;
  token: string | null;
  schoolCode: string;
  dispatcher: Dispatcher;
  /** Rows of a list of another base or code; null where there is no list. */
  rowsAt: (url: string, schoolCode: string) => Promise<number | null>;
};

const NEWS = PROVIDER_LISTS.news.path;

/** The one cause behind the lists that failed or are empty; null when each has its own, or nothing is wrong. */
export async function diagnose(
  answers: readonly ListAnswer[],
  subject: Subject,
): Promise<Check | null> {
  const open = answers.filter(({ name }) => !PROVIDER_LISTS[name].withToken);
  const closed = answers.filter(({ name }) => PROVIDER_LISTS[name].withToken);
  if (open.every(failed)) return await diagnoseOpen(subject);
  if (closed.every(failed) && closed.some(({ error }) => isAboutToken(error)))
    return tokenCheck(closed[0]?.error ?? null, await probeOf('notification', subject), subject);
  if (answers.every(({ parsed }) => parsed?.rows.length === 0))
    return (
      (await otherCode(subject)) ??
      fail(
        'provider-school-code',
        `every list is empty for the school code ${subject.schoolCode}`,
        'SCHOOL_CODE: ask the provider for the exact code, letter case included; nothing if the platform has no records yet',
      )
    );
  return null;
}

/** Of the lists that need no token all have failed. */
async function diagnoseOpen(subject: Subject): Promise<Check | null> {
  const found = await probeOf('news', subject);
  if ('code' in found) return null;
  const title = pageTitle(found.text);
  if (found.status >= 300 && found.status <= 399) return redirectCheck(found.location, subject);
  if (found.status === 401 || found.status === 403)
    return fail(
      'provider-token',
      `the provider asks for a token also where the contract has none (${found.status})`,
      'ask the provider to open the calls that docs/provider.openapi.yaml has without a token',
    );
  if (found.status === 404) return await notFoundCheck(found, subject);
  if (found.status <= 299 && title !== null)
    return fail(
      'provider-login-page',
      `${subject.url} answers with a web page, ${title}, and not with records`,
      'PROVIDER_URL: ask the provider for the address of its API; this is the one for people, or a login stands before it',
    );
  return null;
}

async function notFoundCheck(found: Probe, subject: Subject): Promise<Check> {
  const { url, schoolCode, dispatcher } = subject;
  const other = (await otherCode(subject)) ?? (await otherPrefix(subject));
  if (other !== null) return other;
  // The one call without a school code: an unknown album is none, or 404 (R-230).
  const album = await probe(`${url}${PROVIDER_LISTS.subGallery.path('', 'gis-doctor')}`, {
    dispatcher,
  });
  const hasAlbums = 'status' in album && album.status === 200 && pageTitle(album.text) === null;
  const invented = await probe(`${url}/gis-doctor/no-such/${schoolCode}`, { dispatcher });
  const { pathname } = new URL(url);
  return !hasAlbums &&
    looksAlike(found, invented, [NEWS(schoolCode, ''), `/gis-doctor/no-such/${schoolCode}`])
    ? fail(
        'provider-prefix',
        `below ${url} every path is 404, also an invented one`,
        `PROVIDER_URL: ${pathname === '/' ? 'it may need a path prefix' : `its prefix ${pathname} is wrong`}; it ends before /api, and letter case counts. If it is right, SCHOOL_CODE is wrong`,
      )
    : fail(
        'provider-school-code',
        `the provider knows the path, but not the school code ${schoolCode} (404)`,
        'SCHOOL_CODE: ask the provider for the exact code, letter case included',
      );
}

/** Whether two answers differ in nothing but their path, times and ids. */
function looksAlike(one: Probe, other: Probe, paths: readonly [string, string]): boolean {
  if ('code' in one || 'code' in other) return false;
  const [first, second] = [one, other].map(({ status, text }, index) =>
    `${status} ${text.replaceAll(paths[index] ?? '', '')}`.replace(/[0-9a-f-]{8,}|\d+/gi, ''),
  );
  return first === second;
}

/** The school code in a letter case in which the provider has records for it. */
async function otherCode({ url, schoolCode, rowsAt }: Subject): Promise<Check | null> {
  for (const code of cases(schoolCode))
    if (((await rowsAt(url, code)) ?? 0) > 0)
      return fail(
        'provider-letter-case',
        `the provider has no records for ${schoolCode}, but for ${code}`,
        `SCHOOL_CODE=${code}`,
      );
  return null;
}

/** The prefix in another letter case, without its `/api`, or none, where the provider has lists. */
async function otherPrefix({ url, schoolCode, rowsAt }: Subject): Promise<Check | null> {
  const { origin, pathname } = new URL(url);
  const prefix = pathname.replace(/\/$/, '');
  for (const path of new Set([...cases(prefix), prefix.replace(/\/api$/i, ''), '']))
    if (path !== prefix && (await rowsAt(origin + path, schoolCode)) !== null)
      return fail(
        path.toLowerCase() === prefix.toLowerCase() ? 'provider-letter-case' : 'provider-prefix',
        `${url} has no lists, but ${origin + path} has`,
        `PROVIDER_URL=${origin + path}`,
      );
  return null;
}

function cases(text: string): string[] {
  const lower = text.toLowerCase();
  const spellings = [
    lower,
    text.toUpperCase(),
    lower.replace(/[a-z]/, (first) => first.toUpperCase()),
  ];
  return [...new Set(spellings)].filter((spelling) => spelling !== text);
}

function redirectCheck(location: string, { url, schoolCode }: Subject): Check {
  const path = NEWS(schoolCode, '');
  const target = URL.canParse(location, url) ? new URL(location, url).href : location;
  const isMoved = target.endsWith(path);
  return fail(
    isMoved ? 'provider-redirect' : 'provider-login-page',
    `${url} leads on to ${target.slice(0, 200)}`,
    isMoved
      ? `PROVIDER_URL=${target.slice(0, -path.length)}`
      : 'PROVIDER_URL: ask the provider for the address of its API; this one leads people to a login',
  );
}

async function probeOf(
  name: 'news' | 'notification',
  { url, token, schoolCode, dispatcher }: Subject,
): Promise<Probe> {
  const { path, withToken } = PROVIDER_LISTS[name];
  return await probe(url + path(schoolCode, ''), { dispatcher, token: withToken ? token : null });
}

function failed({ error }: ListAnswer): boolean {
  return error !== null;
}
