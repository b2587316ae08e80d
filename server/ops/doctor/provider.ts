import { randomUUID } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { fail, ok, type Check } from './check.ts';
import { checkClock } from './clock.ts';
import { checkConnection, failure, speaksTls } from './connection.ts';
import { diagnose } from './diagnosis.ts';
import { askList, askLists, listCheck, type ListAnswer } from './lists.ts';
import { probe } from './probe.ts';
import type { Settings } from '../../config.ts';
import { meaningOf } from '../../connection-errors.ts';
import { fileKind } from '../../images/file-kind.ts';
import { toDeliveryFailure } from '../../outbox/delivery-failure.ts';
import { createProviderAgent, HttpProvider } from '../../provider/http-provider.ts';
import { PROVIDER_LIMITS, type Provider, ProviderError } from '../../provider/provider.ts';
import type { Log } from '../../log/log.ts';
import { FORM_TYPES } from '../../../shared/forms.ts';
import { PROVIDER_LISTS } from '../../../shared/records/provider-lists.ts';

type Asked = Pick<Settings, 'providerToken' | 'schoolCode' | 'proxies'> & {
  providerUrl: string;
  sendsForm: boolean;
};

/** The doctor has lines of its own. */
const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {}, request() {} };

/** The provider by the client of the site: the way there, every call of docs/provider.openapi.yaml, the clocks. */
export async function* checkProvider(settings: Asked, now: () => Date): AsyncGenerator<Check> {
  const { providerUrl: url } = settings;
  const { https, http } = settings.proxies;
  const proxy = url.startsWith('https:') ? https || http : http;
  if (proxy === '') {
    for await (const check of checkConnection(url)) {
      yield check;
      if (check.state === 'fail') return;
    }
  }
  const dispatcher = createProviderAgent(settings.proxies, {
    connections: 1,
    connectMs: PROVIDER_LIMITS.connectMs,
  });
  try {
    yield* checkAnswers(settings, { dispatcher, proxy, now });
  } finally {
    await dispatcher.close();
  }
}

async function* checkAnswers(
  settings: Asked,
  { dispatcher, proxy, now }: { dispatcher: Dispatcher; proxy: string; now: () => Date },
): AsyncGenerator<Check> {
  const { providerUrl: url, schoolCode } = settings;
  const first = await probe(url + PROVIDER_LISTS.news.path(schoolCode, ''), { dispatcher });
  const isBroken = 'code' in first || first.status === 400;
  if (isBroken && url.startsWith('http:') && (await speaksTls(url))) {
    yield fail(
      'provider-tls',
      `${new URL(url).host} speaks TLS, and is asked without`,
      `PROVIDER_URL=${url.replace('http:', 'https:')}`,
    );
    return;
  }
  if ('code' in first) {
    yield proxy === '' ? failure(first.code, new URL(url).host) : proxyFailure(first.code, proxy);
    return;
  }
  if (proxy !== '')
    yield ok('provider-proxy', `asked through ${new URL(proxy).host}, unless NO_PROXY names it`);
  yield* checkClock(first.date, now());
  const provider = clientOf(url, settings);
  try {
    yield* checkCalls(provider, { ...settings, dispatcher });
  } finally {
    await provider.close();
  }
}

async function* checkCalls(
  provider: Provider,
  settings: Asked & { dispatcher: Dispatcher },
): AsyncGenerator<Check> {
  const { schoolCode, sendsForm, providerToken: token, dispatcher } = settings;
  const answers = await askLists(provider, schoolCode);
  const cause = await diagnose(answers, {
    url: provider.base,
    token,
    schoolCode,
    dispatcher,
    rowsAt: (url, code) => rowsAt(url, { ...settings, schoolCode: code }),
  });
  if (cause !== null) yield cause;
  for (const answer of answers)
    yield (
      (await pathCaseCheck(answer, { url: provider.base, dispatcher })) ??
        listCheck(answer, cause?.remedy ?? remedyOf(answer.error))
    );
  yield* checkAlbum(provider, answers, schoolCode);
  yield await checkPicture(provider, answers);
  if (sendsForm) yield await checkForm(provider, schoolCode);
}

/** Through a proxy a certificate is the provider's; whatever else fails is the proxy's. */
function proxyFailure(code: string, proxy: string): Check {
  const { host } = new URL(proxy);
  const { id, what, remedy } = meaningOf(code);
  return id === 'tls'
    ? failure(code, `through the proxy ${host}`)
    : fail('provider-proxy', `the proxy ${host}: ${what}`, `HTTPS_PROXY or HTTP_PROXY: ${remedy}`);
}

/** Asks every time: one list that fails says nothing about the next here. */
function clientOf(url: string, { providerToken: token, proxies }: Asked): HttpProvider {
  return new HttpProvider({
    url,
    token,
    proxies,
    log: SILENT,
    limits: { breakerFailures: Infinity },
  });
}

async function rowsAt(url: string, settings: Asked): Promise<number | null> {
  const provider = clientOf(url, settings);
  const { parsed } = await askList('news', { provider, schoolCode: settings.schoolCode });
  await provider.close();
  return parsed?.rows.length ?? null;
}

/** A list that is there under another letter case; the paths of the contract are fixed. */
async function pathCaseCheck(
  { name, path, error }: ListAnswer,
  { url, dispatcher }: { url: string; dispatcher: Dispatcher },
): Promise<Check | null> {
  if (error?.status !== 404) return null;
  const other = /\/All\//.test(path)
    ? path.replace('/All/', '/all/')
    : path.replace('/all/', '/All/');
  if (other === path) return null;
  const found = await probe(url + other, { dispatcher });
  if ('code' in found || found.status !== 200) return null;
  return fail(
    `list-${name}`,
    `GET ${path} is 404, but the provider has ${other}: letter case counts`,
    `the provider has to answer ${path} as docs/provider.openapi.yaml has it, or a proxy before it has to rewrite it`,
  );
}

function remedyOf(error: ProviderError | null): string {
  if (error?.status === 404)
    return 'the provider lacks this call: show it docs/provider.openapi.yaml';
  if (error?.status === 401 || error?.status === 403)
    return 'PROVIDER_TOKEN: it does not let us read this list; ask the provider for the right';
  if (error?.fault === 'timeout') return 'the provider takes too long: ask who runs it';
  return 'ask who runs the provider, with this line and docs/provider.md';
}

async function* checkAlbum(
  provider: Provider,
  answers: readonly ListAnswer[],
  schoolCode: string,
): AsyncGenerator<Check> {
  const ids = rowsOf(answers.filter(({ name }) => name.startsWith('gallery'))).map(
    (row) => row['_id'],
  );
  const id = ids.find((known) => typeof known === 'string' && known !== '');
  if (typeof id !== 'string') return;
  const answer = await askList('subGallery', { provider, schoolCode, id });
  yield listCheck(answer, remedyOf(answer.error));
}

/** A picture that a list names. */
async function checkPicture(provider: Provider, answers: readonly ListAnswer[]): Promise<Check> {
  const [id] = answers.flatMap((answer) =>
    Object.keys(PROVIDER_LISTS[answer.name].files).flatMap((field) =>
      rowsOf([answer]).flatMap((row) => namesIn(row[field])),
    ),
  );
  if (id === undefined) return ok('picture', 'no list names a file');
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

function namesIn(value: unknown): string[] {
  const names: unknown[] = Array.isArray(value) ? value : [];
  // A document elsewhere is a link.
  return names.filter((name) => typeof name === 'string' && !/^https?:/i.test(name)).map(String);
}

function rowsOf(answers: readonly ListAnswer[]): Record<string, unknown>[] {
  return answers.flatMap(({ parsed }) => parsed?.rows ?? []).filter(isRow);
}

function isRow(row: unknown): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null;
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
    return fail(
      'form',
      `the provider has not taken a test enquiry: ${cause}`,
      {
        rejected: 'show the provider GetInTouch in docs/provider.openapi.yaml',
        misconfigured: 'check PROVIDER_TOKEN, PROVIDER_URL and SCHOOL_CODE',
        later: 'try again; if it lasts, ask who runs the provider',
      }[kind],
    );
  }
}
