import { once } from 'node:events';
import type { OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import FormData from 'form-data';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpProvider, type Provider } from '../../../server/provider/http-provider.ts';
import { toDeliveryFailure } from '../../../server/outbox/delivery-failure.ts';
import { SOON } from '../../support/effort.ts';
import { ProviderError } from '../../../server/provider/provider-error.ts';
import { PROVIDER_LIMITS } from '../../../server/provider/provider-limits.ts';
import { pdfBytes } from '../../support/pdf.ts';
import { listen, type RecordedRequest } from '../../support/providers/listen.ts';
import { isAuthorized } from '../../support/providers/submissions.ts';
import { COMPLETE_LISTS } from '../../../shared/records/provider-lists.ts';
import { startProxy } from '../../support/proxy.ts';
import { siteOfTest } from '../../support/site.ts';
import { createTestLog } from '../../support/test-log.ts';

const TOKEN = 'planted.Token-1';
/** A busy machine may be late. */
const PATIENT = {
  connectMs: SOON.timeout,
  listMs: SOON.timeout,
  imageMs: SOON.timeout,
  formMs: SOON.timeout,
};
const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html' };

/** A provider on loopback with this listener, and its client. With `readsBody` a request is recorded with its body. */
async function start(
  listener: RequestListener,
  {
    readsBody = false,
    ...options
  }: Partial<ConstructorParameters<typeof HttpProvider>[0]> & {
    prefix?: string;
    readsBody?: boolean;
  } = {},
) {
  const sockets = { open: 0, all: 0 };
  const upstream = await listen(
    (_request, response) => listener(response.req, response),
    (_request, response) => {
      if (!readsBody) listener(response.req, response);
      return !readsBody;
    },
  );
  upstream.server.on('connection', (socket) => {
    sockets.all += 1;
    sockets.open += 1;
    socket.once('close', () => (sockets.open -= 1));
  });
  const { log, lines } = createTestLog();
  const { token = TOKEN, prefix = '', url = `${upstream.origin}${prefix}`, ...more } = options;
  const limits = { ...PATIENT, ...options.limits };
  const provider = new HttpProvider({ ...more, url, token, log, limits });
  onTestFinished(async () => {
    await provider.close();
    await upstream.stop();
  });
  return { provider, upstream, seen: upstream.requests, lines, sockets, url };
}

function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Sends this to every request. */
function reply(
  body: unknown = '',
  headers: OutgoingHttpHeaders = {},
  status = 200,
): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

/** Begins a response that never ends, or whose connection breaks. */
function begin(body: string, headers: OutgoingHttpHeaders, isCut = false): RequestListener {
  return (_request, response) =>
    void response.writeHead(200, headers).write(body, () => isCut && response.destroy());
}

const breakerProbeMs = 5_000;

/** A provider that is down until the test heals it, with its own clock. */
async function startFlaky(
  listener: RequestListener = (req, res) => sendJson(res, [], req.url?.includes('bad') ? 503 : 200),
) {
  const state = { isDown: true, time: Date.parse('2026-11-20T06:00:00Z') };
  const started = await start(
    (req, res) => (state.isDown ? sendJson(res, [], 503) : listener(req, res)),
    { now: () => new Date(state.time) },
  );
  /** Opens the breaker by an outage, which ends before the next probe is due. */
  async function breakDown(): Promise<void> {
    state.isDown = true;
    for (let call = 0; call < 3; call += 1) await errorOf(list(started.provider));
    expect(started.provider.state()).toBe('down');
    state.isDown = false;
    state.time += breakerProbeMs;
  }
  return { ...started, state, breakDown };
}

async function errorOf(promise: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderError)) throw new Error(`no ProviderError: ${String(error)}`);
  return error;
}

function list(provider: Provider, path = '/api/news/GISNUP') {
  return provider.getJson(path, { withToken: false });
}

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

/** Spellings of one step upwards, and of other tricks, in every place of a path. */
function attackPaths(): string[] {
  const steps = [
    '.. ',
    '\uff0e\uff0e',
    ...String.raw`.. %2e%2e .%2e %2E. %252e%252e %25252e%25252e ..%2f ..%5c %2e%2e%2f ..%00 ..; ..;a=b
      %2e%2e%3b %ef%bc%8e%ef%bc%8e %e2%80%a5 %c0%ae%c0%ae %u002e%u002e . %2e ..%09 ..%20 ..\ %5c.. \..\
      %2f.. %ef%bc%8f.. ..%ef%bc%bc ...`.split(/\s+/),
  ];
  const places = [
    (step: string) => `/api/${step}/admin`,
    (step: string) => `/api/image/${step}/secret`,
    (step: string) => `/api/image/${step}`,
    (step: string) => `/${step}/${step}/admin`,
    (step: string) => `${step}/admin`,
    (step: string) => `/api/image/a/${step}/${step}/${step}/b`,
    (step: string) => `/api/news/GISNUP/${step}`,
    (step: string) => `/api/subGallery/${step}?id=1`,
    (step: string) => `/api/form/GISNUP/${step}/x`,
  ];
  const odd = [
    '',
    ...(
      '/api/news\r\nX: 1|/api/news\u0000|/api/news GISNUP|/api/image/\ud800|/api/image/é|' +
      '/api/image/`|/api/image/ |/api/image/\t'
    ).split('|'),
    `/api/image/${'a'.repeat(3_000)}`,
    ...String.raw`//evil.example/x /\evil.example http://evil.example/ @evil.example/ /@evil.example:80/../x :80/x
      / api/news /api//news /api/news%0d%0aX:1 /api/news%00 /api/news#x /api/news?x=1 /api/news/GISNUP?id=1
      /api/subGallery?id=1&x=2 /api/subGallery?id=1?x /api/subGallery?id=%0a /api/subGallery?id=
      /api/subGallery?x=1 /api/subGallery?id=1#x /api/image/%zz /api/image/% /api/image/a%80 /api/image/"
      /api/image/< /api/image/{ /api/image/^ /api/image/| /api/image/a\b /api/image/a%5cb /api/image/a%2Fb
      /api/image/a%252Fb`.split(/\s+/),
  ];
  return [...places.flatMap((place) => steps.map(place)), ...odd];
}

test('R-238: over 300 attacks on the path send nothing to the provider (S6)', async () => {
  const { provider, seen } = await start((_req, res) => sendJson(res, []), {
    prefix: '/school/v1',
  });
  const attacks = attackPaths();
  expect(attacks.length).toBeGreaterThan(300);
  for (const attack of attacks) {
    const read = await errorOf(provider.getJson(attack, { withToken: true }));
    const sent = await errorOf(provider.post(attack, { json: {} }, {}));
    expect([attack, read.kind, sent.kind]).toEqual([attack, 'refused-path', 'refused-path']);
  }
  const refs =
    String.raw`.. ../x a/../b %2e%2e/x a/%2e%2e ..\x a\b / //evil.example/x https://evil.example/x
      /etc/passwd a//b ..;/x . ./x a%2fb`.split(/\s+/);
  const odd = ['', 'a\u0000b', 'a\nb', '. ./../x', '\uff0e\uff0e/x', '\ud800', 'a\u007f'];
  for (const ref of [...refs, ...odd])
    expect([ref, (await errorOf(provider.getFile(ref))).kind]).toEqual([ref, 'refused-path']);
  expect(seen).toEqual([]);
  expect(provider.state()).toBe('up');
});

describe('requests', () => {
  test('R-221 R-222 R-223 R-224: the token goes only with the calls that name it, and nothing of a visitor goes at all', async () => {
    async function callAll(provider: Provider): Promise<void> {
      await provider.getJson('/api/notification/GISNUP', { withToken: true });
      await provider.getJson('/api/news/GISNUP', { withToken: false });
      await provider.post('/api/form/GISNUP/Admission', { json: {} }, {});
      await provider.getFile('a.jpg');
    }
    const without = await start((_req, res) => sendJson(res, []), { token: null });
    await callAll(without.provider);
    const namesOf = ({ headers }: RecordedRequest) => Object.keys(headers).toSorted().join(' ');
    const get = 'accept accept-encoding connection host user-agent';
    const post = 'accept accept-encoding connection content-length content-type host user-agent';
    expect(without.seen.map(namesOf)).toEqual([get, get, post, get]);
    const { provider, seen, lines } = await start((_req, res) => sendJson(res, []), {
      readsBody: true,
    });
    await callAll(provider);
    expect(seen.map((request) => [request.url, isAuthorized(request, TOKEN)])).toEqual([
      ['/api/notification/GISNUP', true],
      ['/api/news/GISNUP', false],
      ['/api/form/GISNUP/Admission', true],
      ['/api/image/a.jpg', false],
    ]);
    expect([seen[1], seen[3]].map((request) => request && namesOf(request))).toEqual([get, get]);
    expect(seen[1]?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'gzip, br, deflate',
      'user-agent': 'gis-school-website',
    });
    expect(JSON.stringify(lines)).not.toContain(TOKEN);
  });

  test('S6: no redirect is followed', async () => {
    const path = '/api/notification/GISNUP';
    for (const location of [`${path}/`, '/elsewhere', `//elsewhere.example${path}/`]) {
      const { provider, seen } = await start((_req, res) => res.writeHead(308, { location }).end());
      const calls = [
        provider.getJson(path, { withToken: true }),
        provider.post('/api/tc/GISNUP', { json: {} }, {}),
      ];
      for (const call of calls) expect((await errorOf(call)).status).toBe(308);
      expect(seen).toHaveLength(2);
    }
  });

  test('C8: calls in turn share hardly more than one connection', async () => {
    const { provider, sockets } = await start((_req, res) => setTimeout(sendJson, 5, res, []));
    for (let turn = 0; turn < 20; turn += 1) await list(provider);
    // A second one may open while the first is released.
    expect(sockets.all).toBeLessThanOrEqual(2);
  });

  test('C8: albums, files, forms and look-ups that the provider is slow with hold up nothing else', async () => {
    const held: string[] = [];
    const { provider } = await start(({ url = '' }, res) => {
      if (url === '/api/news/GISNUP') sendJson(res, []);
      else held.push(url.split(/[/?]/)[2] ?? '');
    });
    let ended = 0;
    const many = (call: (id: number) => Promise<unknown>) =>
      Array.from({ length: 30 }, (_, id) => call(id).catch(() => (ended += 1)));
    const calls = [
      ...many((id) => list(provider, `/api/subGallery?id=${id}`)),
      ...many((id) => provider.getFile(`${id}.jpg`)),
      ...many(() => provider.post('/api/tc/GISNUP', { json: {} }, {})),
    ];
    await expect.poll(() => held.length).toBe(10);
    calls.push(...many(() => provider.post('/api/form/GISNUP/Admission', { json: {} }, {})));
    await expect.poll(() => held.length).toBe(12);
    await list(provider);
    calls.push(...many(() => list(provider, '/api/events/GISNUP')));
    await expect.poll(() => held.length).toBe(18);
    expect(ended).toBe(0);
    const counts = ['subGallery', 'image', 'tc', 'form', 'events'].map(
      (name) => held.filter((call) => call === name).length,
    );
    expect(counts).toEqual([2, 6, 2, 2, 6]);
    await provider.close();
    await Promise.all(calls);
  });

  test('a provider is called through the proxy of its scheme, but not one that NO_PROXY names, nor the sample', async () => {
    const { tunnels, port } = await startProxy(502);
    const proxy = `http://127.0.0.1:${port}`;
    for (const [PROVIDER_URL, proxies, isSample] of [
      ['http://one.invalid', { HTTP_PROXY: proxy, NO_PROXY: 'other.invalid' }, false],
      ['https://two.invalid', { HTTPS_PROXY: proxy }, false],
      ['http://three.invalid', { HTTPS_PROXY: proxy }, false],
      ['https://four.invalid', { HTTPS_PROXY: proxy, NO_PROXY: 'x.invalid, four.invalid' }, false],
      ['http://five.invalid', { HTTP_PROXY: proxy }, true],
    ] as const) {
      const site = await siteOfTest({ environment: { PROVIDER_URL, ...proxies }, isSample });
      expect((await fetch(`${site.url}/api/news/GISNUP`)).status).toBe(503);
    }
    expect(tunnels).toEqual(['one.invalid:80', 'two.invalid:443']);
  });
});

describe('responses', () => {
  test('C10: responses without valid JSON are errors', async () => {
    const responses: [string, RequestListener][] = [
      ['status', reply('[]', JSON_TYPE, 500)],
      ['status', reply('[]', JSON_TYPE, 404)],
      ['status', reply('[]', JSON_TYPE, 206)],
      ['status', reply('{"status":401,"data":[]}', JSON_TYPE)],
      ['content-type', reply('<p>Down for maintenance</p>', HTML_TYPE)],
      ['content-type', reply('Fatal error: out of memory')],
      ['content-type', reply('Warning: [1] is not an array')],
      ['invalid-json', reply(' null\n', JSON_TYPE)],
      ['reported-failure', reply('{"status":false,"data":[]}', JSON_TYPE)],
      ['status', reply('{"error":"Token expired","data":[]}', JSON_TYPE)],
      ['too-large', reply(`[${Array(200_000).fill('{}').join(',')}]`, JSON_TYPE)],
      ['invalid-json', reply('[{"title":"half')],
      ['invalid-json', reply('[{"title":"half', JSON_TYPE)],
      ['cut', begin('[1', { ...JSON_TYPE, 'content-length': '100' }, true)],
      ['cut', begin('[1,2', JSON_TYPE, true)],
      [
        'invalid-json',
        reply(gzipSync('[1,2,3]').subarray(0, 14), { ...JSON_TYPE, 'content-encoding': 'gzip' }),
      ],
      ['cut', reply('[1,2,3]', { ...JSON_TYPE, 'content-encoding': 'gzip' })],
      ['unreachable', (req) => req.socket.destroy()],
    ];
    for (const [error, response] of responses) {
      const { provider } = await start(response);
      expect((await errorOf(list(provider))).kind).toBe(error);
    }
  });

  test('C10: sound JSON is taken in every coding and with a byte order mark', async () => {
    const json = '[{"title":"खेल दिवस"}]';
    const bodies: [Record<string, string>, Buffer][] = [
      [{}, Buffer.from(`\ufeff${json}`)],
      [{ 'content-encoding': 'gzip' }, gzipSync(json)],
      [{ 'content-encoding': 'br' }, brotliCompressSync(json)],
      [{ 'content-encoding': 'identity' }, Buffer.from(json)],
      [{ 'content-encoding': ' GZIP ' }, gzipSync(json)],
      [{ 'content-encoding': 'x-gzip' }, gzipSync(json)],
      [{ 'content-encoding': 'deflate' }, deflateSync(json)],
      [{ 'content-encoding': 'deflate' }, deflateRawSync(json)],
      [{ 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync(json))],
      [{ 'content-encoding': 'deflate, br' }, brotliCompressSync(deflateSync(json))],
      [{ 'content-encoding': 'gzip' }, Buffer.concat([gzipSync(json), Buffer.alloc(9)])],
      [{ 'content-encoding': 'gzip' }, gzipSync(json).subarray(0, -8)],
      [
        { 'content-encoding': 'gzip' },
        Buffer.concat([gzipSync(json.slice(0, 9)), gzipSync(json.slice(9))]),
      ],
      ...['utf-8', 'none', 'aws-chunked', 'x-unknown', 'utf-8, none'].map(
        (coding): [Record<string, string>, Buffer] => [
          { 'content-encoding': coding },
          Buffer.from(json),
        ],
      ),
      [{ 'content-type': 'text/html; charset=UTF-8' }, Buffer.from(`\ufeff\n${json}`)],
      [{ 'content-type': 'application/json; charset=iso-8859-1' }, Buffer.from(json)],
      [{}, Buffer.from(`${json}\n<!-- Cached -->\n\n<!-- by two [caches] -->`)],
      [{}, Buffer.from(`)]}',\n${json}`)],
      [{}, Buffer.from(`for(;;);${json}`)],
      [{}, Buffer.from(`\ufeff${json}`, 'utf16le')],
      [{}, Buffer.from(json, 'utf16le')],
      [{}, Buffer.from(`\ufeff${json}`, 'utf16le').swap16()],
      [{}, Buffer.from(json, 'utf16le').swap16()],
    ];
    for (const [headers, body] of bodies) {
      const { provider } = await start(reply(body, { ...JSON_TYPE, ...headers }));
      const encoding = headers['content-encoding'] ?? '';
      expect(await list(provider), encoding).toEqual([{ title: 'खेल दिवस' }]);
    }
  });

  test('C10, O6: responses of 102 and 103 are passed over, before lists, files and responses to forms', async () => {
    const json = { data: ['x'.repeat(500_000)] };
    const { provider } = await start((_req, res) => {
      res.writeProcessing();
      res.writeEarlyHints({ link: '</a.css>; rel=preload; as=style' });
      sendJson(res, json);
    });
    expect(await list(provider)).toEqual(json);
    expect((await provider.getFile('a.jpg')).toString()).toBe(JSON.stringify(json));
    const sent = await provider.post('/api/form/GISNUP/Admission', { json: {} }, {});
    expect(sent).toEqual({ status: 200, json });
  });

  test('C10: text that is no UTF-8 is of the charset that its media type names, if there is one', async () => {
    const body = Buffer.from('[{"title":"Café"}]', 'latin1');
    for (const [charset, title] of [
      ['; charset="ISO-8859-1"', 'Café'],
      ['; charset=no-such', 'Caf\ufffd'],
      ['', 'Caf\ufffd'],
    ]) {
      const type = `application/json${charset}`;
      const { provider } = await start(reply(body, { 'content-type': type }));
      expect(await list(provider), type).toEqual([{ title }]);
    }
  });

  const GZIP = { 'content-encoding': 'gzip' };

  test.each<[string, RequestListener]>([
    ['204', reply('', {}, 204)],
    ['204 as gzip', reply('', GZIP, 204)],
    ['205', reply('', JSON_TYPE, 205)],
    ['no bytes', reply('', JSON_TYPE)],
    ['no bytes as chunked gzip', (_req, res) => res.writeHead(200, GZIP).end()],
    ['an empty member of gzip', reply(gzipSync(''), GZIP)],
    ['no bytes as Brotli', reply('', { 'content-encoding': 'br' })],
    ['blanks', reply(`\ufeff${' \n'.repeat(2_000)}`, HTML_TYPE)],
  ])('W7, O6: %s is an empty list, and accepts a form', async (_name, response) => {
    const { provider } = await start(response);
    expect(await list(provider)).toEqual([]);
    const sent = await provider.post('/api/form/GISNUP/Admission', { json: {} }, {});
    expect(sent.json).toBe(null);
  });

  test.each([
    ['application/json', true],
    ['APPLICATION/JSON ; charset=utf-8', true],
    ['application/vnd.api+json', true],
    ['application/json-seq', false],
    ['application/hal+jsonp', false],
    ['x-application/json', false],
    ['text/plain', false],
  ])('C10: of a media type %s any JSON is taken: %s', async (type, isTaken) => {
    const { provider } = await start(reply('"text"', { 'content-type': type }));
    const response = await list(provider).catch(({ kind }: ProviderError) => kind);
    expect(response).toBe(isTaken ? 'text' : 'content-type');
  });

  test('C10: only an envelope around a list reports a failure: elsewhere a status is a field like any other', async () => {
    const { provider } = await start((_req, res) => sendJson(res, { status: false }));
    expect(await list(provider)).toEqual({ status: false });
  });

  test('C10: a small compressed body that grows past the cap is cut', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 32));
    const { provider } = await start(reply(bomb, { ...JSON_TYPE, 'content-encoding': 'gzip' }));
    const before = process.memoryUsage.rss();
    expect((await errorOf(list(provider))).kind).toBe('too-large');
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024);
  });

  test('C9: a provider that hangs, before or within its response, is abandoned at the deadline', async () => {
    const hangs: RequestListener[] = [
      () => {},
      (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => res.write(' '), 20);
        res.once('close', () => clearInterval(drip));
      },
    ];
    for (const response of hangs) {
      const { provider, sockets, lines } = await start(response, { limits: { listMs: 250 } });
      const took = await elapsedMs(
        errorOf(list(provider)).then(({ kind }) => expect(kind).toBe('timeout')),
      );
      expect(took).toBeGreaterThan(200);
      expect(took).toBeLessThan(SOON.timeout);
      expect(lines[0]?.['durationMs']).toBeGreaterThan(200);
      await expect.poll(() => sockets.open).toBe(0);
    }
  });

  test.each<[string, number, (provider: Provider) => Promise<unknown>]>([
    ['a list', 5, (provider) => list(provider)],
    ['a file', 20, (provider) => provider.getFile('a.jpg')],
    ['a form', 15, (provider) => provider.post('/api/tc/GISNUP', { json: {} }, {})],
  ])('C9: %s may take %i seconds', async (_what, seconds, call) => {
    const { provider, upstream } = await start(() => {}, { limits: PROVIDER_LIMITS });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let kind = 'waiting';
    const failed = errorOf(call(provider)).then((error) => (kind = error.kind));
    await once(upstream.server, 'request');
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    expect(kind).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toBe('timeout');
  });

  test('C9: the deadline of a form begins with its connection, and one that gets none was not sent', async () => {
    const held = new Map<string, () => void>();
    const { provider, upstream } = await start(
      ({ url = '' }, res) => void held.set(url, () => sendJson(res, null)),
      { limits: PROVIDER_LIMITS },
    );
    const post = (name: string, timeoutMs = 60_000) =>
      provider.post(`/api/form/GISNUP/${name}`, { json: {} }, { timeoutMs });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = post('First');
    await once(upstream.server, 'request');
    const second = post('Second');
    await once(upstream.server, 'request');
    const [late, never] = [post('Late', 15_000), errorOf(post('Never', 15_000))];
    await vi.advanceTimersByTimeAsync(14_000);
    const arrived = once(upstream.server, 'request');
    held.get('/api/form/GISNUP/First')?.();
    await Promise.all([first, arrived]);
    await vi.advanceTimersByTimeAsync(14_000);
    const error = await never;
    expect([error.kind, toDeliveryFailure(error).mayHaveArrived]).toEqual(['unreachable', false]);
    held.get('/api/form/GISNUP/Late')?.();
    expect(await late).toMatchObject({ status: 200 });
    held.get('/api/form/GISNUP/Second')?.();
    await second;
    expect([...held.keys()]).not.toContain('/api/form/GISNUP/Never');
  });

  test.each<[string, number, (provider: Provider) => Promise<unknown>]>([
    ['JSON', 5, (provider) => list(provider)],
    ['a file', 25, (provider) => provider.getFile('a.jpg')],
  ])('C10: %s of %i MiB is taken, one byte more is too large', async (_what, mib, call) => {
    let length = mib * 1024 * 1024;
    const { provider } = await start((_req, res) => res.end(`[${' '.repeat(length - 2)}]`));
    await call(provider);
    length += 1;
    expect((await errorOf(call(provider))).kind).toBe('too-large');
  });

  test('C9: a response that arrived during a pause of the process is read after its deadline', async () => {
    const standStill = new Int32Array(new SharedArrayBuffer(4));
    const { provider } = await start(
      (_req, res) => {
        sendJson(res, [1]);
        Atomics.wait(standStill, 0, 0, 1_000);
      },
      { limits: { listMs: 200 } },
    );
    expect(await list(provider)).toEqual([1]);
  });

  test('S14: a call is one line of the log with the request id, without its query and without the token', async () => {
    const { provider, seen, lines } = await start((req, res) =>
      sendJson(res, [1], req.url?.startsWith('/api/sub') ? 200 : 503),
    );
    const startedAt = performance.now();
    await provider.getJson('/api/subGallery?id=private', { withToken: true, requestId: 'r1' });
    const longest = Math.ceil(performance.now() - startedAt);
    await errorOf(list(provider));
    await errorOf(provider.getFile('certificates/GIS-1.jpg'));
    expect(seen[0]?.headers['x-request-id']).toBe('r1');
    const call = { event: 'provider-call', method: 'GET' };
    const failed = { ...call, level: 'warn', status: 503, cause: 'status' };
    expect(lines).toMatchObject([
      {
        ...call,
        level: 'info',
        path: '/api/subGallery',
        status: 200,
        bytes: 3,
        requestId: 'r1',
        durationMs: expect.toSatisfy((ms: number) => ms <= longest),
      },
      { ...failed, path: '/api/news/GISNUP' },
      { ...failed, path: '/api/image/:ref' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/private|GIS-1|Bearer/);
  });
});

describe('the breaker', () => {
  test('C7: a provider that is down is probed by one list at a time', async () => {
    const { provider, seen, lines, state } = await startFlaky();
    for (let call = 0; call < 3; call += 1)
      expect((await errorOf(list(provider))).kind).toBe('status');
    expect(provider.state()).toBe('down');
    for (let probe = 1; probe <= 3; probe += 1) {
      const callAll = () =>
        Promise.all([list(provider), list(provider), provider.getFile('a.jpg')].map(errorOf));
      state.time += breakerProbeMs - 1;
      for (const { kind } of await callAll()) expect(kind).toBe('breaker-open');
      state.time += 1;
      expect((await errorOf(provider.getFile('a.jpg'))).kind).toBe('breaker-open');
      expect(seen.length, 'a file is no probe').toBe(2 + probe);
      await callAll();
      expect(seen.length, JSON.stringify(lines)).toBe(3 + probe);
    }
    state.isDown = false;
    state.time += breakerProbeMs;
    expect(await list(provider)).toEqual([]);
    expect(provider.state()).toBe('up');
    const states = lines.filter(({ event }) => event === 'provider-state');
    const remedy = expect.stringContaining('ask who runs the provider');
    expect(states[0]).toMatchObject({ level: 'warn', cause: 'status 503', remedy });
    expect(states.at(-1)).toMatchObject({ level: 'info' });
    expect(states.at(-1)).not.toHaveProperty('cause');
    const changes = states.map(({ from, to }) => `${String(from)} ${String(to)}`);
    expect(changes.slice(0, 3)).toEqual(['up down', 'down probing', 'probing down']);
    expect(changes.at(-1)).toBe('probing up');
    expect(lines.filter(({ event }) => event === 'provider-call').length).toBe(seen.length);
  });

  test('C7: a clock that jumps back does not keep it open', async () => {
    const { provider, state } = await startFlaky();
    for (let call = 0; call < 3; call += 1) await errorOf(list(provider));
    state.isDown = false;
    state.time -= 3_600_000;
    expect(await list(provider)).toEqual([]);
  });

  test.each([401, 403, 404])(
    'C7, C14: %i is about a list or the token: as the response of a probe it closes the breaker, and it never opens it',
    async (rejection) => {
      const { provider, breakDown } = await startFlaky(({ url = '' }, res) =>
        sendJson(res, [], /image|subGallery/.test(url) ? 200 : rejection),
      );
      await breakDown();
      expect((await errorOf(list(provider))).status).toBe(rejection);
      expect(provider.state()).toBe('up');
      for (const name of COMPLETE_LISTS)
        expect((await errorOf(list(provider, `/api/${name}/GISNUP`))).status).toBe(rejection);
      expect(provider.state()).toBe('up');
      expect((await provider.getFile('a.jpg')).toString()).toBe('[]');
      expect(await list(provider, '/api/subGallery?id=a')).toEqual([]);
    },
  );

  const ALL = ['news', 'events', 'gallery'];
  const ONE = ['news', 'news', 'news'];

  test.each<[string, string[], RequestListener]>([
    ...[429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 530].map(
      (status): [string, string[], RequestListener] => [`${status}`, ONE, reply('', {}, status)],
    ),
    ['a reset', ONE, (req) => req.socket.destroy()],
    ['500', COMPLETE_LISTS, reply('[]', JSON_TYPE, 500)],
    ['HTML', COMPLETE_LISTS, reply('<p>', HTML_TYPE)],
    ['a timeout', ALL, () => {}],
  ])('C7: %s of the lists %j opens it', async (_name, names, response) => {
    const { provider } = await start(response, { limits: { listMs: 100 } });
    for (const name of names) {
      expect(provider.state()).toBe('up');
      await errorOf(list(provider, `/api/${name}/GISNUP`));
    }
    expect(provider.state()).toBe('down');
  });

  test('C7: only failures in a row count: a list in between shows that the provider is up', async () => {
    const { provider } = await start((req, res) =>
      sendJson(res, [], req.url === '/api/gallery/GISNUP' ? 200 : 503),
    );
    for (let round = 0; round < 3; round += 1) {
      for (const name of ['news', 'events']) await errorOf(list(provider, `/api/${name}/GISNUP`));
      await list(provider, '/api/gallery/GISNUP');
    }
    expect(provider.state()).toBe('up');
    for (const name of ['news', 'events']) await errorOf(list(provider, `/api/${name}/GISNUP`));
    await errorOf(provider.getFile('a.jpg'));
    expect(provider.state(), 'a file does not change it').toBe('up');
  });

  test('C7: a picture that is there does not make failures of lists forgotten', async () => {
    const { provider } = await start((req, res) =>
      sendJson(res, [], req.url?.endsWith('a.jpg') ? 200 : 503),
    );
    for (const name of ['news', 'events', 'gallery']) {
      await errorOf(list(provider, `/api/${name}/GISNUP`));
      if (name !== 'gallery') await provider.getFile('a.jpg');
    }
    expect(provider.state()).toBe('down');
  });

  test.each<[string, RequestListener]>([
    ['400', reply('{"message":"Invalid token"}', JSON_TYPE, 400)],
    ['500', reply('{"message":"jwt expired"}', JSON_TYPE, 500)],
    ['a failure report', reply('{"success":false,"data":[]}', JSON_TYPE)],
    ['HTML', reply('<p>', HTML_TYPE)],
    ['wrong gzip', reply('[]', { 'content-encoding': 'gzip' })],
    ['a cut body', begin('[1', { ...JSON_TYPE, 'content-length': '9' }, true)],
    ['too many bytes', reply('', { 'content-length': '999999999' })],
  ])('C7: %s of all lists but one does not open it, nor end a probe', async (_name, response) => {
    const { provider, state, breakDown } = await startFlaky(response);
    state.isDown = false;
    for (let round = 0; round < 3; round += 1)
      for (const name of COMPLETE_LISTS.slice(1))
        await errorOf(list(provider, `/api/${name}/GISNUP`));
    expect(provider.state()).toBe('up');
    await breakDown();
    await errorOf(list(provider));
    expect(provider.state()).toBe('up');
  });

  const HANG: RequestListener = () => {};
  const UNAVAILABLE: [string, RequestListener][] = [
    ['resets', (req) => req.socket.destroy()],
    ['time-outs', HANG],
    ['429', reply('[]', JSON_TYPE, 429)],
    ['503', reply('[]', JSON_TYPE, 503)],
  ];

  test.each(
    UNAVAILABLE.flatMap(([name, failure]) => [
      [name, 'cold', failure] as const,
      [name, 'warm', failure] as const,
    ]),
  )('C7: %s of five lists do not open it while others succeed (%s)', async (_name, at, failure) => {
    const [ill, well] = [COMPLETE_LISTS.slice(0, 5), COMPLETE_LISTS.slice(5)];
    let areIll = at === 'cold';
    const { provider, lines } = await start(
      (req, res) =>
        areIll && ill.some((name) => req.url?.includes(name))
          ? failure(req, res)
          : sendJson(res, []),
      { limits: PROVIDER_LIMITS },
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = (name: string) => list(provider, `/api/${name}/GISNUP`).catch(() => null);
    async function callAll(names: readonly string[]) {
      const failing = ill.map(call);
      const lists = await Promise.all(names.map(call));
      if (failure === HANG) await vi.advanceTimersByTimeAsync(5_000);
      await Promise.all(failing);
      return lists;
    }
    await callAll(well);
    areIll = true;
    // Lists that have failed are called again before the others are due.
    for (let round = 0; round < 5; round += 1) await callAll([]);
    expect(await callAll(well)).toEqual(well.map(() => []));
    expect(lines.filter(({ event }) => event === 'provider-state')).toEqual([]);
  });

  test('C7: resets of all lists open it, also where some were not called lately', async () => {
    let isDown = false;
    const { provider, seen } = await start((req, res) =>
      isDown ? req.socket.destroy() : sendJson(res, []),
    );
    for (const name of COMPLETE_LISTS) await list(provider, `/api/${name}/GISNUP`);
    isDown = true;
    for (const name of ALL) await errorOf(list(provider, `/api/${name}/GISNUP`));
    await expect.poll(provider.state.bind(provider), SOON).toBe('down');
    expect(seen.length).toBe(2 * COMPLETE_LISTS.length);
  });

  test('C8: each list is the probe in its turn, as one may be ill by itself', async () => {
    const { provider, seen, state } = await startFlaky((req, res) =>
      sendJson(res, [], req.url?.includes('news') ? 503 : 200),
    );
    for (const name of ALL) await errorOf(list(provider, `/api/${name}/GISNUP`));
    expect(provider.state()).toBe('down');
    state.isDown = false;
    for (const after of ['down', 'up']) {
      state.time += breakerProbeMs;
      expect((await errorOf(list(provider))).kind).toBe('status');
      expect(provider.state()).toBe(after);
    }
    expect(seen.slice(3).map(({ url }) => url.split('/')[2])).toEqual(['news', 'events', 'news']);
  });

  test('C8: the success of a probe counts, whatever older calls then meet', async () => {
    const held: ServerResponse[] = [];
    const { provider, state, breakDown } = await startFlaky((_req, res) => void held.push(res));
    state.isDown = false;
    const older = ['a', 'b'].map((id) => errorOf(list(provider, `/api/subGallery?id=${id}`)));
    await expect.poll(() => held.length).toBe(2);
    await breakDown();
    const probe = list(provider);
    await expect.poll(() => held.length).toBe(3);
    held[0]?.destroy();
    await older[0];
    expect(provider.state()).toBe('probing');
    for (const response of held.slice(2)) sendJson(response, []);
    expect(await probe).toEqual([]);
    expect(provider.state()).toBe('up');
    held[1]?.destroy();
    await Promise.all(older);
    expect(provider.state()).toBe('up');
  });

  test('C7: no visitor opens it, or keeps it open, with albums and pictures that fail', async () => {
    const { provider, state, breakDown } = await startFlaky();
    state.isDown = false;
    for (let call = 0; call < 10; call += 1)
      await errorOf(list(provider, `/api/subGallery?id=bad${call}`));
    expect(provider.state()).toBe('up');
    await breakDown();
    expect((await errorOf(list(provider, '/api/subGallery?id=bad'))).kind).toBe('breaker-open');
    expect((await errorOf(provider.getFile('bad.jpg'))).kind).toBe('breaker-open');
    expect(await list(provider)).toEqual([]);
    expect(provider.state()).toBe('up');
  });

  test('C7: missing and broken pictures do not open it, an unreachable provider does', async () => {
    const { provider, upstream, lines } = await start((req, res) =>
      sendJson(res, [], req.url?.endsWith('a.jpg') ? 404 : 500),
    );
    for (let call = 0; call < 10; call += 1) {
      expect((await errorOf(provider.getFile('a.jpg'))).status).toBe(404);
      expect((await errorOf(provider.getFile('b.jpg'))).status).toBe(500);
    }
    expect(provider.state()).toBe('up');
    await upstream.stop();
    while (provider.state() === 'up')
      expect((await errorOf(provider.getFile('a.jpg'))).kind).toBe('unreachable');
    const cause = 'unreachable ECONNREFUSED';
    expect(lines.slice(-2)).toMatchObject([
      { event: 'provider-call', cause },
      { event: 'provider-state', cause },
    ]);
  });

  test('C8: after an outage a submission passes an open breaker', async () => {
    const { provider, upstream } = await start((_req, res) => sendJson(res, { ok: true }), {
      now: () => new Date('2026-11-20T06:00:00Z'),
    });
    await upstream.stop();
    for (let call = 0; call < 3; call += 1) await errorOf(list(provider));
    const post = () => provider.post('/api/form/GISNUP/Admission', { json: {} }, {});
    expect((await errorOf(post())).kind).toBe('unreachable');
    await upstream.start();
    expect(provider.state()).toBe('down');
    expect((await post()).json).toEqual({ ok: true });
  });
});

describe('files', () => {
  test('R-238: a file comes complete, and its address to the byte', async () => {
    const bytes = Buffer.alloc(300_000, 7);
    const { provider, seen } = await start(reply(bytes, { 'content-type': 'image/jpeg' }));
    expect((await provider.getFile('albums/2026/खेल 1.jpg')).equals(bytes)).toBe(true);
    expect(seen[0]?.url).toBe(`/api/image/albums/2026/${encodeURIComponent('खेल 1.jpg')}`);
    expect(seen[0]?.headers).toMatchObject({ accept: '*/*', 'accept-encoding': 'identity' });
  });

  test.each([
    ['aws-chunked', Buffer.from('a,b')],
    ['gzip', gzipSync('a,b')],
  ])('R-238: a file of the coding %s is complete by its length', async (coding, bytes) => {
    const { provider } = await start(reply(bytes, { 'content-encoding': coding }));
    expect((await provider.getFile('a.csv')).toString()).toBe('a,b');
  });

  test('C10: a partial or empty response is no file', async () => {
    for (const status of [204, 206]) {
      const { provider } = await start(reply('', {}, status));
      expect(await errorOf(provider.getFile('a.jpg'))).toMatchObject({ kind: 'status', status });
    }
  });

  test('C10: a file without a length is complete if it has the end of its format', async () => {
    const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: 'teal' } });
    const files: Buffer[] = [pdfBytes(3_436)];
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
      files.push(await picture.toFormat(format).toBuffer());
    for (const file of files) {
      let length = file.length;
      const { provider } = await start(({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.end(file.subarray(0, length));
      });
      expect(file.equals(await provider.getFile('a'))).toBe(true);
      for (length of [file.length - 12, file.length >> 1])
        expect((await errorOf(provider.getFile('a'))).kind).toBe('cut');
    }
  });

  test('C9: a file that is cut, too large or too slow is an error, and frees its connection', async () => {
    const responses: [string, RequestListener][] = [
      ['cut', begin('half', { 'content-length': '900' }, true)],
      ['too-large', reply(Buffer.alloc(3_000_000))],
      ['too-large', begin('x', { 'content-length': '2000' })],
      ['timeout', begin('first', {})],
    ];
    for (const [error, response] of responses) {
      const { provider, lines, sockets } = await start(response, {
        limits: { imageMs: error === 'timeout' ? 300 : SOON.timeout, maxFileBytes: 1_000 },
      });
      expect((await errorOf(provider.getFile('a.jpg'))).kind).toBe(error);
      const cause = expect.stringContaining(error) as string;
      expect(lines).toMatchObject([{ event: 'provider-call', cause }]);
      await expect.poll(() => sockets.open).toBe(0);
    }
  });
});

describe('submissions', () => {
  test('R-235 R-236 R-237: JSON and forms arrive complete, with token, length and idempotency key', async () => {
    const certificate = { data: 'certificates/1.jpg' };
    const { provider, seen } = await start((_req, res) => sendJson(res, certificate, 201), {
      readsBody: true,
    });
    const json = { name: 'आशा', admission: '7' };
    const response = await provider.post('/api/tc/GISNUP', { json }, { idempotencyKey: 'k1' });
    expect(response).toEqual({ status: 201, json: certificate });
    expect(seen[0]?.body.toString()).toBe('{"name":"आशा","admission":"7"}');
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
      accept: 'application/json',
    });

    const form = new FormData();
    form.append('name', 'Asha');
    const file = { filename: 'cv.pdf', contentType: 'application/pdf' };
    form.append('attachments', Buffer.alloc(200_000, '%'), file);
    await provider.post('/api/form/GISNUP/Career', { form }, { requestId: 'r2' });
    expect(seen[1]?.headers).not.toHaveProperty('transfer-encoding');
    expect(seen[1]?.headers).toMatchObject({
      'content-length': String(form.getLengthSync()),
      'content-type': `multipart/form-data; boundary=${form.getBoundary()}`,
    });
    expect(seen[1]?.body.equals(form.getBuffer())).toBe(true);
  });

  test('O4: a rejection carries its status and how long to wait', async () => {
    const { provider } = await start(reply('', { 'retry-after': '120' }, 429));
    const form = new FormData();
    form.append('cv', Buffer.alloc(3_000_000));
    for (const body of [{ json: {} }, { form }])
      expect(await errorOf(provider.post('/api/form/GISNUP/Career', body, {}))).toMatchObject({
        kind: 'status',
        status: 429,
        retryAfterSeconds: 120,
      });
  });

  test('O6 C9: success is a 2xx of JSON without a failure; all else fails by name', async () => {
    const responses: [outcome: string, listener: RequestListener][] = [
      ['{"id":7}', reply('\ufeff{"id":7}', HTML_TYPE)],
      ['{"ok":true}', reply('{"ok":true}', JSON_TYPE, 202)],
      ['{"ok":true}', reply('{"ok":true}<!-- Cached -->', HTML_TYPE)],
      ['{"ok":true}', reply(')]}\'\n{"ok":true}', JSON_TYPE)],
      ['content-type', reply('<p>Thanks', HTML_TYPE)],
      ['content-type', reply('OK', { 'content-type': 'text/plain' })],
      ['content-type', reply('1', { 'content-type': 'text/plain' })],
      ['content-type', reply(' <html>', JSON_TYPE)],
      ['invalid-json', reply('{', JSON_TYPE)],
      ['cut', begin('{', { ...JSON_TYPE, 'content-length': '9' }, true)],
      ['timeout', begin('{}', JSON_TYPE)],
      ['too-large', reply(`"${'x'.repeat(6 * 1024 * 1024)}"`, JSON_TYPE)],
      ['reported-failure', reply('{"success":false}', JSON_TYPE)],
      ['status', reply('{"StatusCode":"401","error":"Unauthorized"}', JSON_TYPE)],
      ['{"status":4041,"code":"x404"}', reply('{"status":4041,"code":"x404"}', JSON_TYPE)],
      ['status', reply('', { location: '/login' }, 302)],
    ];
    for (const [outcome, listener] of responses) {
      const { provider } = await start(listener);
      const result = await provider
        .post('/api/tc/GISNUP', { json: {} }, outcome === 'timeout' ? { timeoutMs: 300 } : {})
        .then(
          ({ json }) => JSON.stringify(json),
          (error: unknown) => error instanceof ProviderError && error.kind,
        );
      expect(result).toBe(outcome);
    }
  });
});

test('R1: closing ends calls in progress and rejects later ones', async () => {
  const { provider } = await start(() => {});
  const waiting = errorOf(list(provider));
  await provider.close();
  expect((await waiting).kind).toBe('stopping');
  expect((await errorOf(provider.getFile('a.jpg'))).kind).toBe('stopping');
});
