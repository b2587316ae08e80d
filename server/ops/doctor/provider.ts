import { randomUUID } from 'node:crypto';
import { fail, ok, type Check } from './check.ts';
import { diagnose } from './diagnosis.ts';
import { readOneList, readLists, fileIn, idIn, listCheck, type ListResult } from './lists.ts';
import { probe, type Probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { meaningOf } from '../../connection-errors.ts';
import { fileKind } from '../../images/file-kind.ts';
import { toDeliveryFailure } from '../../outbox/delivery-failure.ts';
import { HttpProvider, type Provider } from '../../provider/http-provider.ts';
import { ProviderError } from '../../provider/provider.ts';
import { createLog } from '../../log/log.ts';
import { FORM_TYPES } from '../../../shared/forms.ts';
import { PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';

type ProviderSettings = Pick<Settings, 'providerToken' | 'schoolCode' | 'proxies'> & {
  providerUrl: string;
};

/** Beyond it links and tokens expire too early or too late. */
const WRONG_CLOCK_SECONDS = 300;
const SILENT = createLog({ level: 'silent', destination: { write: () => undefined } });

/** The connection, the clocks and every call of docs/provider.openapi.yaml, with the site's client. */
export async function* checkProvider(
  settings: ProviderSettings & { sendsForm: boolean },
): AsyncGenerator<Check> {
  const first = await firstCall(settings);
  const connection = await connectionCheck(settings, first);
  yield connection;
  if ('code' in first || connection.state === 'fail') return;
  if (first.date !== null) yield clockCheck(first.date);
  const provider = clientOf(settings);
  try {
    yield* checkCalls(provider, settings);
  } finally {
    await provider.close();
  }
}

/** One call, of any status. */
export async function checkConnection(settings: ProviderSettings): Promise<Check> {
  return connectionCheck(settings, await firstCall(settings));
}

function firstCall({ providerUrl, schoolCode, proxies }: ProviderSettings): Promise<Probe> {
  return probe(providerUrl + PROVIDER_LISTS.news.path(schoolCode, ''), { proxies });
}

async function connectionCheck(
  { providerUrl: url, proxies: { https, http } }: ProviderSettings,
  first: Probe,
): Promise<Check> {
  const { host } = new URL(url);
  if (('code' in first || first.status === 400) && url.startsWith('http:')) {
    const secure = url.replace('http:', 'https:');
    const found = await probe(secure);
    // An untrusted certificate is TLS too.
    if (!('code' in found) || /CERT|SIGNATURE/.test(found.code))
      return fail(
        'provider-tls',
        `${host} speaks TLS, but PROVIDER_URL is http`,
        `PROVIDER_URL=${secure}`,
      );
  }
  const proxy = url.startsWith('https:') ? https || http : http;
  const through = proxy === '' ? '' : ` through ${new URL(proxy).host}, unless NO_PROXY names it`;
  if (!('code' in first)) return ok('provider-connection', `${host} responds${through}`);
  const { id, what, remedy } = meaningOf(first.code);
  // Through a proxy, certificates are the provider's and all other errors the proxy's.
  return proxy === '' || id === 'tls'
    ? fail(`provider-${id}`, `${host}${through}: ${what}`, `PROVIDER_URL: ${remedy}`)
    : fail(
        'provider-proxy',
        `the proxy ${new URL(proxy).host}: ${what}`,
        `HTTPS_PROXY or HTTP_PROXY: ${remedy}`,
      );
}

/** This machine's clock against the Date of a response (RFC 9110, 6.6.1). */
function clockCheck(date: string): Check {
  const seconds = Math.round((Date.now() - Date.parse(date)) / 1_000);
  const what = `this clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the provider's`;
  return Math.abs(seconds) > WRONG_CLOCK_SECONDS
    ? fail(
        'clock',
        what,
        'set it by NTP: timedatectl set-ntp true; if it is right, tell the provider',
      )
    : ok('clock', what);
}

async function* checkCalls(
  provider: Provider,
  settings: ProviderSettings & { sendsForm: boolean },
): AsyncGenerator<Check> {
  const { schoolCode, sendsForm, providerToken: token, proxies } = settings;
  const results = await readLists(provider, schoolCode);
  const cause = await diagnose(results, {
    url: provider.base,
    token,
    schoolCode,
    proxies,
    rowsAt: (providerUrl, code) => rowsAt({ ...settings, providerUrl, schoolCode: code }),
  });
  if (cause !== null) yield cause;
  const album = idIn(results);
  if (album !== null)
    results.push(await readOneList('subGallery', { provider, schoolCode, id: album }));
  for (const result of results) yield listCheck(result, cause?.remedy ?? remedyOf(result.error));
  yield await checkPicture(provider, results);
  if (sendsForm) yield await checkForm(provider, schoolCode);
}

/** Without a breaker: each list is called. */
function clientOf({ providerUrl: url, providerToken: token, proxies }: ProviderSettings) {
  return new HttpProvider({
    url,
    token,
    proxies,
    log: SILENT,
    limits: { breakerFailures: Infinity },
  });
}

async function rowsAt(settings: ProviderSettings): Promise<number | null> {
  const provider = clientOf(settings);
  const { parsed } = await readOneList('news', { provider, schoolCode: settings.schoolCode });
  await provider.close();
  return parsed?.rows.length ?? null;
}

function remedyOf(error: ProviderError | null): string {
  if (error?.status === 404)
    return 'the provider lacks this call: send it docs/provider.openapi.yaml';
  if (error?.status === 401 || error?.status === 403)
    return 'PROVIDER_TOKEN has no right to read this list; request it from the provider';
  return 'ask who runs the provider, with this line and docs/provider.md';
}

async function checkPicture(provider: Provider, results: readonly ListResult[]): Promise<Check> {
  const id = fileIn(results);
  if (id === null) return ok('picture', 'no list names a file');
  const remedy = 'the provider must serve its files at /api/image/ID without a token';
  try {
    const bytes = await provider.getFile(id);
    const kind = fileKind(bytes);
    return kind === null
      ? fail('picture', `/api/image/${id} is neither a picture nor a PDF`, remedy)
      : ok('picture', `/api/image/${id}: ${kind}, ${bytes.length} bytes`);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return fail('picture', `/api/image/${id}: ${error.message}`, remedy);
  }
}

async function checkForm(provider: Provider, schoolCode: string): Promise<Check> {
  const reference = `doctor-${randomUUID()}`;
  const json = {
    name: 'TEST of the website',
    email: 'test@example.org',
    phone: '0000000000',
    message: `Test by npm run doctor, ${reference}. Please delete.`,
    school: 'FARRUKHABAD',
  };
  const path = `/api/form/${schoolCode}/${encodeURIComponent(FORM_TYPES.getInTouch)}`;
  try {
    await provider.post(path, { json }, { idempotencyKey: reference });
    return ok('form', `the provider has accepted a test enquiry, ${reference}: delete it there`);
  } catch (error) {
    const { kind, cause } = toDeliveryFailure(error);
    const remedy = {
      rejected: 'send the provider GetInTouch of docs/provider.openapi.yaml',
      misconfigured: 'check PROVIDER_TOKEN, PROVIDER_URL and SCHOOL_CODE',
      later: 'try again; if it persists, ask who runs the provider',
    }[kind];
    return fail('form', `the provider has not accepted a test enquiry: ${cause}`, remedy);
  }
}
