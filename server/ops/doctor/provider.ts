import { randomUUID } from 'node:crypto';
import { checkCertificate } from './certificate.ts';
import { fail, ok, warn, type Check } from './check.ts';
import { checkUrgentHighlights } from './notices.ts';
import { checkClock } from './machine.ts';
import { probe, type Probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { secondsAhead } from '../../clock-comparison.ts';
import { explainError } from '../../connection-errors.ts';
import { fileKind } from '../../images/file-kind.ts';
import { HttpProvider, type Provider } from '../../provider/http-provider.ts';
import { formatCause, ProviderError, findRemedy } from '../../provider/provider-error.ts';
import { isAllHidden, readList, type ReadRows } from '../../provider/read-rows.ts';
import { LOG_EVENTS } from '../../log/log-events.ts';
import { SILENT } from '../../log/log.ts';
import type { Site } from '../../../shared/content.ts';
import { CAMPUSES, MAIN_CAMPUS } from '../../../shared/campuses.ts';
import { FORM_TYPES } from '../../../shared/forms.ts';
import {
  COMPLETE_LISTS,
  PROVIDER_LISTS,
  type ListName,
} from '../../../shared/records/provider-lists.ts';

type ProviderSettings = Pick<Settings, 'providerToken' | 'schoolCode' | 'proxies'> & {
  providerUrl: string;
  sendsForm: boolean;
  urgent: Site['urgentNotices'];
};

/** docs/decisions/0037-not-found-is-empty.md. */
const ASK_FOR_EMPTY =
  'If this is how the provider says that the list has no rows, the site shows it as empty; ask for `[]`, as the next change of its addresses would look the same';

/** The connection, the clocks and every call of docs/provider.openapi.yaml, with the site's client. */
export async function* checkProvider(settings: ProviderSettings): AsyncGenerator<Check> {
  const { providerUrl: url, providerToken: token, schoolCode, proxies } = settings;
  const first = await probe(url + PROVIDER_LISTS.news.path(schoolCode, ''), { proxies });
  yield connectionCheck(settings, first);
  if ('code' in first) return;
  const remedy = 'tell who runs the provider: when it has ended, forms wait and lists are old';
  // Through a proxy it may not be reached otherwise.
  if (proxies.httpsProxy === '') yield* checkCertificate('provider-certificate', { url, remedy });
  if (first.timeMs !== null) yield checkClock('provider', secondsAhead(first.timeMs, first));
  if (token === null)
    yield warn(
      'provider-token',
      'PROVIDER_TOKEN is not set',
      'PROVIDER_TOKEN: ask the provider for the token of the website',
    );
  // Without a breaker: each list is called.
  const limits = { breakerFailures: Infinity };
  const provider = new HttpProvider({ url, token, proxies, log: SILENT, limits });
  try {
    yield* checkCalls(provider, { ...settings, location: first.location });
  } finally {
    await provider.close();
  }
}

function connectionCheck(
  { providerUrl: url, proxies: { httpsProxy, httpProxy } }: ProviderSettings,
  first: Probe,
): Check {
  const { host } = new URL(url);
  const proxy = url.startsWith('https:') ? httpsProxy || httpProxy : httpProxy;
  const through = proxy === '' ? '' : ` through ${new URL(proxy).host}, unless NO_PROXY names it`;
  if (!('code' in first)) return ok('provider-connection', `${host} responds${through}`);
  const { id, what, remedy } = explainError(first.code);
  // Through a proxy, certificates are the provider's and all other errors the proxy's.
  return proxy === '' || id === 'tls'
    ? fail(`provider-${id}`, `${host}${through}: ${what}`, `PROVIDER_URL: ${remedy}`)
    : fail(
        'provider-proxy',
        `the proxy ${new URL(proxy).host}: ${what}`,
        `HTTPS_PROXY or HTTP_PROXY: ${remedy}`,
      );
}

async function* checkCalls(
  provider: Provider,
  { schoolCode, sendsForm, urgent, location }: ProviderSettings & { location: string },
): AsyncGenerator<Check> {
  const results = await Promise.all(
    COMPLETE_LISTS.map((name) => checkList(name, { provider, schoolCode })),
  );
  const lists = results.flatMap(({ list }) => list ?? []);
  const [failed] = lists.length === 0 ? results : [];
  if (failed !== undefined) {
    const target = location === '' ? '' : `, a redirect to ${location.slice(0, 200)}`;
    const what = `every call fails: ${failed.check.what}${target}`;
    yield { ...failed.check, id: 'provider-calls', what };
    return;
  }
  if (lists.length === COMPLETE_LISTS.length && lists.every(({ rows }) => rows.length === 0))
    yield fail(
      'provider-school-code',
      `every list is empty for the school code ${schoolCode}`,
      'SCHOOL_CODE: ask the provider for the exact code, letter case included',
    );
  const albums = results.find(({ name }) => name === 'galleryAll')?.list?.rows;
  const id = albums?.find(({ _id }) => _id !== '')?._id;
  if (id !== undefined) results.push(await checkList('subGallery', { provider, schoolCode, id }));
  for (const { check } of results) yield check;
  const highlights = results.find(({ name }) => name === 'highlight')?.list;
  if (highlights) yield* checkUrgentHighlights(highlights.records, urgent);
  yield await checkPicture(provider, lists);
  if (sendsForm) yield await sendTestForm(provider, schoolCode);
}

/** One call, read as the site does; `list` is null if it failed. */
async function checkList(
  name: ListName,
  { provider, schoolCode, id = '' }: { provider: Provider; schoolCode: string; id?: string },
): Promise<{ name: ListName; check: Check; list: ReadRows | null }> {
  const { path: pathOf, withToken } = PROVIDER_LISTS[name];
  const path = pathOf(schoolCode, id);
  const startedAt = performance.now();
  try {
    const json = await provider.getJson(path, { withToken });
    const list = await readList(name, json, provider);
    const ms = Math.round(performance.now() - startedAt);
    return {
      name,
      list,
      check: rowsCheck(name, list, `GET ${path}: ${list.rows.length} rows in ${ms} ms`),
    };
  } catch (error) {
    const call = `GET ${path} ${withToken ? 'with PROVIDER_TOKEN' : 'without a token'}`;
    return { name, list: null, check: failedCall(`list-${name}`, call, error) };
  }
}

/** A failure has the cause and the remedy that the site's log has. @throws errors of other kinds */
function failedCall(id: string, call: string, error: unknown): Check {
  if (!(error instanceof ProviderError)) throw error;
  const remedy = findRemedy(error) ?? 'repeat the command';
  const question = error.mayBeEmpty && id.startsWith('list-') ? `. ${ASK_FOR_EMPTY}` : '';
  return fail(id, `${call}: ${formatCause(error)}`, remedy + question);
}

function rowsCheck(name: ListName, { records, problems }: ReadRows, outcome: string): Check {
  const id = `list-${name}`;
  const perCampus = CAMPUSES.map((campus) => `${campus} ${records[campus].length}`);
  const what = [
    outcome,
    perCampus.join(', '),
    ...problems.map(({ event, ...fields }) => `${event} ${JSON.stringify(fields)}`),
  ].join('; ');
  if (problems.length === 0) return ok(id, what);
  const remedy = problems.map(({ event }) => LOG_EVENTS[event][1]).join('. ');
  return (isAllHidden(problems) ? fail : warn)(id, what, remedy);
}

async function checkPicture(provider: Provider, lists: readonly ReadRows[]): Promise<Check> {
  const [id] = lists.flatMap(({ files }) => [...files]);
  if (id === undefined) return ok('picture', 'no list names a file');
  const remedy = 'the provider must serve its files at /api/image/ID without a token';
  try {
    const bytes = await provider.getFile(id);
    const kind = fileKind(bytes);
    return kind === null
      ? fail('picture', `/api/image/${id} is neither a picture nor a PDF`, remedy)
      : ok('picture', `/api/image/${id}: ${kind}, ${bytes.length} bytes`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return fail('picture', `/api/image/${id}: ${formatCause(error)}`, remedy);
  }
}

async function sendTestForm(provider: Provider, schoolCode: string): Promise<Check> {
  const reference = `doctor-${randomUUID()}`;
  const json = {
    name: 'TEST of the website',
    email: 'test@example.org',
    phone: '0000000000',
    message: `Test by npm run doctor, ${reference}. Please delete.`,
    school: MAIN_CAMPUS,
  };
  const path = `/api/form/${schoolCode}/${encodeURIComponent(FORM_TYPES.getInTouch)}`;
  try {
    await provider.post(path, { json }, { idempotencyKey: reference });
    return ok('form', `the provider has accepted a test enquiry, ${reference}: delete it there`);
  } catch (error) {
    return failedCall('form', 'the provider has not accepted a test enquiry', error);
  }
}
