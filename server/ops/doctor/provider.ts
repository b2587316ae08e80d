import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { fail, ok, type Check } from './check.ts';
import { diagnose } from './diagnosis.ts';
import { askList, askLists, fileIn, idIn, listCheck, type ListAnswer } from './lists.ts';
import { probe, type Probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { meaningOf } from '../../connection-errors.ts';
import { fileKind } from '../../images/file-kind.ts';
import { toDeliveryFailure } from '../../outbox/delivery-failure.ts';
import { createProviderAgent, HttpProvider } from '../../provider/http-provider.ts';
import type { Provider } from '../../provider/http-provider.ts';
import { PROVIDER_LIMITS, ProviderError } from '../../provider/provider.ts';
import type { Log } from '../../log/log.ts';
import { FORM_TYPES } from '../../../shared/forms.ts';
import { PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';

type ProviderSettings = Pick<Settings, 'providerToken' | 'schoolCode' | 'proxies'> & {
  providerUrl: string;
};

/** Beyond it links and tokens expire too early or too late, in seconds. */
const WRONG_CLOCK_SECONDS = 300;
/** The doctor prints lines of its own. */
const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {}, request() {} };

/** The provider by the client of the site: the connection, the clocks, every call of docs/provider.openapi.yaml. */
export async function* checkProvider(
  settings: ProviderSettings & { sendsForm: boolean },
  now: () => Date,
): AsyncGenerator<Check> {
  const dispatcher = dispatcherOf(settings);
  const provider = clientOf(settings);
  try {
    const first = await firstCall(settings, dispatcher);
    const connection = await connectionCheck(settings, first);
    yield connection;
    if ('code' in first || connection.state === 'fail') return;
    if (first.date !== null) yield clockCheck(first.date, now());
    yield* checkCalls(provider, { ...settings, dispatcher });
  } finally {
    await provider.close();
    await dispatcher.close();
  }
}

/** One call, whatever its status. */
export async function* checkConnection(settings: ProviderSettings): AsyncGenerator<Check> {
  const dispatcher = dispatcherOf(settings);
  yield await connectionCheck(settings, await firstCall(settings, dispatcher));
  await dispatcher.close();
}

function dispatcherOf({ proxies }: ProviderSettings): Dispatcher {
  return createProviderAgent(proxies, { connections: 1, connectMs: PROVIDER_LIMITS.connectMs });
}

function firstCall(
  { providerUrl, schoolCode }: ProviderSettings,
  dispatcher: Dispatcher,
): Promise<Probe> {
  return probe(providerUrl + PROVIDER_LISTS.news.path(schoolCode, ''), { dispatcher });
}

async function connectionCheck(
  { providerUrl: url, proxies: { https, http } }: ProviderSettings,
  first: Probe,
): Promise<Check> {
  const { host } = new URL(url);
  if (('code' in first || first.status === 400) && url.startsWith('http:')) {
    const secure = url.replace('http:', 'https:');
    const answer = await probe(secure);
    // A certificate that is not trusted speaks TLS too.
    if (!('code' in answer) || /CERT|SIGNATURE/.test(answer.code))
      return fail(
        'provider-tls',
        `${host} speaks TLS, and is asked without`,
        `PROVIDER_URL=${secure}`,
      );
  }
  const proxy = url.startsWith('https:') ? https || http : http;
  const through = proxy === '' ? '' : ` through ${new URL(proxy).host}, unless NO_PROXY names it`;
  if (!('code' in first)) return ok('provider-connection', `${host} answers${through}`);
  const { id, what, remedy } = meaningOf(first.code);
  // Through a proxy a certificate is the provider's; all other errors are the proxy's.
  return proxy === '' || id === 'tls'
    ? fail(`provider-${id}`, `${host}${through}: ${what}`, `PROVIDER_URL: ${remedy}`)
    : fail(
        'provider-proxy',
        `the proxy ${new URL(proxy).host}: ${what}`,
        `HTTPS_PROXY or HTTP_PROXY: ${remedy}`,
      );
}

/** This machine's clock against the Date of a response (RFC 9110, 6.6.1). */
function clockCheck(date: string, now: Date): Check {
  const seconds = Math.round((now.getTime() - Date.parse(date)) / 1_000);
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
  settings: ProviderSettings & { sendsForm: boolean; dispatcher: Dispatcher },
): AsyncGenerator<Check> {
  const { schoolCode, sendsForm, providerToken: token, dispatcher } = settings;
  const answers = await askLists(provider, schoolCode);
  const cause = await diagnose(answers, {
    url: provider.base,
    token,
    schoolCode,
    dispatcher,
    rowsAt: (providerUrl, code) => rowsAt({ ...settings, providerUrl, schoolCode: code }),
  });
  if (cause !== null) yield cause;
  const album = idIn(answers);
  if (album !== null)
    answers.push(await askList('subGallery', { provider, schoolCode, id: album }));
  for (const answer of answers) yield listCheck(answer, cause?.remedy ?? remedyOf(answer.error));
  yield await checkPicture(provider, answers);
  if (sendsForm) yield await checkForm(provider, schoolCode);
}

/** Without a breaker: a list that fails does not stop the next. */
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
  const { parsed } = await askList('news', { provider, schoolCode: settings.schoolCode });
  await provider.close();
  return parsed?.rows.length ?? null;
}

function remedyOf(error: ProviderError | null): string {
  if (error?.status === 404)
    return 'the provider lacks this call: show it docs/provider.openapi.yaml';
  if (error?.status === 401 || error?.status === 403)
    return 'PROVIDER_TOKEN: it does not let us read this list; ask the provider for the right';
  return 'ask who runs the provider, with this line and docs/provider.md';
}

async function checkPicture(provider: Provider, answers: readonly ListAnswer[]): Promise<Check> {
  const id = fileIn(answers);
  if (id === null) return ok('picture', 'no list names a file');
  const remedy = 'the provider has to serve its files at /api/image/ID without a token';
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

/** One enquiry that the school's office can tell from a visitor's. */
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
    return ok('form', `the provider has taken a test enquiry, ${reference}: delete it there`);
  } catch (error) {
    const { kind, cause } = toDeliveryFailure(error);
    const remedy = {
      rejected: 'show the provider GetInTouch in docs/provider.openapi.yaml',
      misconfigured: 'check PROVIDER_TOKEN, PROVIDER_URL and SCHOOL_CODE',
      later: 'try again; if it lasts, ask who runs the provider',
    }[kind];
    return fail('form', `the provider has not taken a test enquiry: ${cause}`, remedy);
  }
}
