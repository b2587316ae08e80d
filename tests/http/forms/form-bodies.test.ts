import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FormLimits } from '../../../server/forms/form-limits.ts';
import type { Clock } from '../../../server/outbox/clock.ts';
import { ENGLISH } from '../../../shared/translation.ts';
import { CV_MISSING, CV_NOT_ONE, cvTooLarge, MAX_CV_BYTES } from '../../../shared/forms/cv.ts';
import { TEXT_TOO_LONG } from '../../../shared/forms/schemas.ts';
import { startFormServer, type FormServer } from '../../support/form-server.ts';
import { SOON } from '../../support/effort.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { CAREER, ENQUIRY } from '../../support/form-page.ts';
import { createTestLog } from '../../support/test-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openConnection } from '../../support/raw-connection.ts';
import {
  CHUNKED,
  END,
  MULTIPART,
  part,
  partsOf,
  postHead,
  URLENCODED,
  type Headers,
} from '../../support/raw-form.ts';

type FormResponse = { status: number; head: string; json: object };
type Visit = {
  socket: Socket;
  /** All responses, when the connection is closed. */
  responses: Promise<FormResponse[]>;
};
type Served = FormServer & { lines: Record<string, unknown>[] };

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FROM_ELSEWHERE = { 'Sec-Fetch-Site': 'cross-site' };
const AS_PAGE = { Accept: 'text/html' };
const NEVER = SOON.timeout;
/** Drains the rest of a rejected body without a deadline. */
const PATIENT = { rejectedMs: NEVER };
const REJECTED = { status: 403, json: { error: 'cross-site' } };
const TOO_SLOW = { ok: false, error: 'too-slow' };
const CLOSES: unknown = expect.stringMatching(/connection: close/i);

const PDF = '%PDF-1.7\n1 0 obj\n%%EOF';

const running: Served[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const server of running.splice(0)) await server.close();
});

async function serve(limits: Partial<FormLimits> = {}, clock?: Clock): Promise<Served> {
  const { log, lines } = createTestLog('info');
  const server = await startFormServer({
    dataDir: join(temporaryFolder(), 'data'),
    deliver: async () => {},
    log,
    limits,
    clock,
    // A page is the state of its form.
    renderPage: async (_address, form) => Buffer.from(JSON.stringify(form)),
    outboxLimits: { sameWithinMs: 0, respondWithinMs: SOON.timeout },
  });
  const served = { ...server, lines };
  running.push(served);
  return served;
}

/** Writes a request, or its beginning, on its own connection. */
function visit(
  { port }: FormServer,
  path: string,
  { headers, body = '' }: { headers: Headers; body?: string },
): Visit {
  const { socket, response } = openConnection(port, Buffer.from(requestText(path, headers, body)));
  return {
    socket,
    responses: response.then((text) => responsesIn(Buffer.from(text, 'latin1').toString())),
  };
}

/** The next request, as soon as its body is being read. */
function nextRead({ server }: FormServer): Promise<IncomingMessage> {
  return new Promise((resolve) => {
    server.prependOnceListener('request', (request) => {
      request.once('resume', () => resolve(request));
    });
  });
}

function requestText(path: string, headers: Headers, body: string): string {
  const length = 'Transfer-Encoding' in headers ? null : Buffer.byteLength(body);
  return postHead(path, { 'Content-Length': length, ...headers }) + body;
}

function responsesIn(text: string): FormResponse[] {
  return text.split(/(?=HTTP\/1\.1 \d)/).flatMap((one) => {
    const [head = '', body = ''] = one.split('\r\n\r\n');
    const status = Number(head.slice(9, 12));
    const json = JSON.parse(body === '' ? '{}' : body) as object;
    return status >= 200 ? [{ status, head, json }] : [];
  });
}

/** A complete request whose connection closes after the response. */
async function send(
  server: FormServer,
  path: string,
  { headers = {}, body = '' }: { headers?: Headers; body?: string },
): Promise<FormResponse> {
  const all = { Connection: 'close', ...headers };
  const [response] = await visit(server, path, { headers: all, body }).responses;
  if (response === undefined) throw new Error('no response');
  return response;
}

const application = (padding = 1_000) =>
  partsOf(CAREER) +
  part('attachments', PDF.replace('\n', `\n${'x'.repeat(padding)}`), 'cv.pdf') +
  END;
/** An application of which `finish` sends what is after its first bytes. */
function beginApplication(
  server: FormServer,
  { body = application(), bytes = 800 } = {},
): Visit & { finish: () => void } {
  const begun = visit(server, '/Career', {
    headers: { ...MULTIPART, 'Content-Length': body.length, Connection: 'close' },
    body: body.slice(0, bytes),
  });
  return { ...begun, finish: () => void begun.socket.write(body.slice(bytes)) };
}

const sendApplication = (server: FormServer) =>
  send(server, '/Career', { headers: MULTIPART, body: application() });
const encoded = (fields: Readonly<Record<string, string>>) => String(new URLSearchParams(fields));
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('a slow or incomplete body', () => {
  test('S12: a text that drips is 408 at its deadline, without draining the rest', async () => {
    const server = await serve({ textBodyMs: 300, ...PATIENT });
    const { socket, responses } = visit(server, '/Home', {
      headers: { ...URLENCODED, 'Content-Length': 100_000 },
      body: 'name=A',
    });
    const drip = setInterval(() => socket.write('a'), 20);
    void responses.finally(() => clearInterval(drip));
    expect(await responses).toMatchObject([{ status: 408, head: CLOSES, json: TOO_SLOW }]);
  });

  test.each([
    ['408', 3_999, { status: 408, head: CLOSES, json: TOO_SLOW }],
    ['200', 4_000, { status: 200 }],
  ])(
    'S12: the status is %s a second after its first ten seconds for an upload of %i bytes',
    async (_status, bytes, response) => {
      const server = await serve({ uploadBodyMs: NEVER, textBodyMs: 1, ...PATIENT });
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const read = nextRead(server);
      const body = application(10_000);
      const { socket, responses, finish } = beginApplication(server, { body, bytes });
      const request = await read;
      await vi.waitUntil(() => request.socket.bytesRead === socket.bytesWritten, SOON);
      vi.advanceTimersByTime(11_000);
      finish();
      expect(await responses).toMatchObject([response]);
    },
  );

  test('U5 S12: an upload that waits for a slot is not slow: 503', async () => {
    const server = await serve({
      uploadSlots: 0,
      waitForUploadSlotMs: 700,
      uploadRateCheckMs: 10,
      uploadGraceMs: 0,
    });
    // The kernel does not hold all of it.
    const response = await send(server, '/Career', {
      headers: MULTIPART,
      body: application(10_000_000),
    });
    expect(response).toMatchObject({
      status: 503,
      head: expect.stringMatching(/retry-after: 10/i),
      json: { error: 'busy' },
    });
  });

  test('U3 U5: a waiting upload gets the slot of one that ends; one that is closed holds none', async () => {
    const server = await serve({ uploadSlots: 1, waitForUploadSlotMs: NEVER });
    const read = nextRead(server);
    const holder = beginApplication(server);
    await read;
    const arrived = once(server.server, 'request');
    const leaving = beginApplication(server);
    await arrived;
    leaving.socket.destroy();
    const waiting = sendApplication(server);
    holder.finish();
    expect(await holder.responses).toMatchObject([{ status: 200 }]);
    expect(await waiting).toMatchObject({ status: 200 });
    expect(rejections(server)).toEqual([{ status: 400, cause: 'malformed' }]);
  });

  test('U3: an upload that is closed while it is read leaves no slot taken', async () => {
    const server = await serve({ uploadSlots: 1, waitForUploadSlotMs: NEVER, uploadBodyMs: NEVER });
    const read = nextRead(server);
    const leaving = beginApplication(server);
    await read;
    leaving.socket.destroy();
    expect(await sendApplication(server)).toMatchObject({ status: 200 });
    expect(rejections(server)).toEqual([{ status: 400, cause: 'malformed' }]);
  });

  test('U3: a file that begins after the last boundary is malformed', async () => {
    const server = await serve({ uploadBodyMs: NEVER, textBodyMs: NEVER });
    // The parser drops the first part after the last boundary.
    const late = END + part('x', 'y') + part('attachments', PDF, 'late.pdf');
    const body = partsOf(CAREER) + late;
    const response = await send(server, '/Career', { headers: MULTIPART, body });
    expect(response).toMatchObject({ status: 400, json: { error: 'malformed' } });
    const headers = { ...MULTIPART, ...AS_PAGE, ...FROM_ELSEWHERE };
    const page = await send(server, '/Home', { headers, body: partsOf(ENQUIRY) + late });
    expect(page).toMatchObject({ status: 403, json: { outcome: 'failed' } });
  });

  test.each([
    ['a text', '/Home', ENQUIRY, { maxTextBytes: 1_000, textBodyMs: NEVER }],
    ['an upload', '/Career', CAREER, { maxUploadBytes: 1_000, uploadBodyMs: NEVER }],
  ])(
    'U2: chunks of more bytes than %s may have are 413, without draining the rest',
    async (_what, path, fields, limits) => {
      const server = await serve({ ...limits, ...PATIENT });
      const { responses } = visit(server, path, {
        headers: { ...MULTIPART, ...CHUNKED },
        body: chunk(partsOf(fields)) + chunk(part('more', 'x'.repeat(1_000))),
      });
      expect(await responses).toMatchObject([
        { status: 413, head: CLOSES, json: { error: 'too-large' } },
      ]);
    },
  );

  test('S12: no timer outlives the body that it watches', async () => {
    const server = await serve({}, createVirtualClock());
    const texts = { headers: URLENCODED, body: encoded({ name: 'A' }) };
    const files = { headers: MULTIPART, body: application().replace('%PDF-', '%TXT-') };
    const both = async () =>
      [await send(server, '/Home', texts), await send(server, '/Career', files)].map(
        ({ status }) => status,
      );
    // The first requests start the timers of the limits per client.
    expect(await both()).toEqual([422, 422]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    expect(await both()).toEqual([422, 422]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

/** The log's lines of rejected forms. */
function rejections({ lines }: Served): object[] {
  return lines
    .filter(({ event }) => event === 'form-rejected')
    .map(({ status, cause }) => ({ status, cause }));
}

describe('the rest of a rejected body', () => {
  const headers = { ...URLENCODED, ...FROM_ELSEWHERE };

  /** Sends only a head, which is rejected, and waits until the body is read. */
  async function rejected(server: Served, more: Headers) {
    const read = nextRead(server);
    const sent = visit(server, '/Home', { headers: { ...headers, ...more } });
    return { ...sent, request: await read };
  }

  test('a complete body gets its response at once, and the connection stays open', async () => {
    const server = await serve(PATIENT);
    const { socket, responses } = visit(server, '/Home', {
      headers: URLENCODED,
      body: encoded({ name: 'A' }),
    });
    socket.write(requestText('/Home', { ...URLENCODED, Connection: 'close' }, encoded(ENQUIRY)));
    const [first, second] = await responses;
    expect([first?.status, second?.status]).toEqual([422, 200]);
    expect(first?.head).toMatch(/connection: keep-alive/i);
  });

  test('U2: a declared length beyond the limit is not drained', async () => {
    const server = await serve({ rejectedBytes: 1_000, textBodyMs: NEVER, ...PATIENT });
    for (const accept of ['application/json', 'text/html']) {
      const { responses } = visit(server, '/Home', {
        headers: { ...headers, 'Content-Length': 1_001, Accept: accept },
      });
      expect(await responses).toMatchObject([{ status: 403, head: CLOSES }]);
    }
  });

  test('a body of exactly the limit is drained, and the connection stays open', async () => {
    const server = await serve({ rejectedBytes: 1_000, ...PATIENT });
    const { socket, responses } = await rejected(server, { 'Content-Length': 1_000 });
    socket.write('x'.repeat(1_000));
    socket.write(requestText('/Home', { ...URLENCODED, Connection: 'close' }, encoded(ENQUIRY)));
    expect(await responses).toMatchObject([REJECTED, { status: 200 }]);
  });

  test('U2: chunks are drained up to the limit', async () => {
    const server = await serve({ rejectedBytes: 1_000, ...PATIENT });
    const { socket, responses } = await rejected(server, CHUNKED);
    socket.write(chunk('x'.repeat(600)));
    socket.write(chunk('x'.repeat(600)));
    expect(await responses).toMatchObject([{ ...REJECTED, head: CLOSES }]);
  });

  test('U2 S12: the rest is drained for a minute at most', async () => {
    const server = await serve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const slow = await rejected(server, { 'Content-Length': 1_000 });
    vi.advanceTimersByTime(59_000);
    slow.socket.write('x'.repeat(1_000));
    slow.socket.write(requestText('/Home', { ...URLENCODED, Connection: 'close' }, 'name=A'));
    expect(await slow.responses).toMatchObject([REJECTED, { status: 422 }]);
    const stopped = await rejected(server, { 'Content-Length': 1_000 });
    vi.advanceTimersByTime(60_000);
    expect(await stopped.responses).toMatchObject([{ ...REJECTED, head: CLOSES }]);
  });
});

describe('the page of a form that is rejected unread shows again', () => {
  const headers = { ...AS_PAGE, ...FROM_ELSEWHERE };
  const valuesOf = ({ json }: FormResponse) => ('values' in json ? json.values : null);

  test('all texts and no files, up to the limit of a rejected body', async () => {
    const first = partsOf({ name: 'Meera' }) + part('photo', 'x', 'me.png');
    const second = partsOf({ subject: 'Physics' }) + END;
    const length = { 'Content-Length': first.length + second.length, Connection: 'close' };
    const server = await serve({ rejectedBytes: length['Content-Length'], ...PATIENT });
    const read = nextRead(server);
    const { socket, responses } = visit(server, '/Career', {
      headers: { ...headers, ...MULTIPART, ...length },
      body: first,
    });
    await read;
    socket.write(second);
    expect((await responses).map(valuesOf)).toEqual([{ name: 'Meera', subject: 'Physics' }]);
  });

  test('only the texts of JSON', async () => {
    const server = await serve();
    const body = JSON.stringify({ name: 5, message: 'Hello' });
    const response = await send(server, '/Home', { headers: { ...headers, ...JSON_TYPE }, body });
    expect([response.status, valuesOf(response)]).toEqual([403, { message: 'Hello' }]);
  });

  test('texts that arrive a second later', async () => {
    const server = await serve();
    const body = encoded(ENQUIRY);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const read = nextRead(server);
    const { socket, responses } = visit(server, '/Home', {
      headers: { ...headers, ...URLENCODED, 'Content-Length': body.length, Connection: 'close' },
    });
    await read;
    vi.advanceTimersByTime(1_000);
    socket.write(body);
    expect((await responses).map(valuesOf)).toEqual([ENQUIRY]);
  });
});

describe('an invalid body', () => {
  type Sent = { path?: string; headers?: Headers; body: string };
  type Outcome = { status: number; json: object; cause: string };
  const json = (more: Readonly<Record<string, unknown>>): Sent => ({
    headers: JSON_TYPE,
    body: JSON.stringify({ ...ENQUIRY, ...more }),
  });
  const urlencoded = (body: string): Sent => ({ headers: URLENCODED, body });
  const multipart = (...parts: string[]): Sent => ({
    headers: MULTIPART,
    body: parts.join('') + END,
  });
  const packed = (sent: Sent): Sent => ({
    ...sent,
    headers: { ...sent.headers, 'Content-Encoding': 'gzip' },
  });
  const toCareer = (sent: Sent): Sent => ({ path: '/Career', ...sent });

  const rejected = (status: number, error: string, more: object = {}): Outcome => ({
    status,
    json: { ok: false, error, ...more },
    cause: error,
  });
  const invalid = (errors: object, cause = 'invalid'): Outcome => ({
    status: 422,
    json: { ok: false, error: 'invalid', errors },
    cause,
  });
  const UTF_16 = { 'Content-Type': `${URLENCODED['Content-Type']}; charset=utf-16` };
  const WRONG_TYPE = rejected(415, 'content-type');
  const MALFORMED = rejected(400, 'malformed');
  const TOO_LONG = rejected(413, 'too-large', {
    notice: { text: ENGLISH.message(TEXT_TOO_LONG), link: null },
  });
  const NOT_ONE_TEXT = invalid({ message: 'Please send one text.' });
  const LONG_FIELD = invalid({ more: 'This text is too long.' });
  const NO_TEXT = 'Please send a text, not a file.';
  const CV = part('attachments', PDF, 'cv.pdf');
  const LONG_PART = part('more', 'x'.repeat(501));
  const CV_TOO_LARGE = {
    ...rejected(413, 'too-large', { errors: { attachments: ENGLISH.message(cvTooLarge(null)) } }),
    cause: 'cv-too-large',
  };

  const rows: [what: string, Sent, Outcome][] = [
    ['a plain text', { headers: { 'Content-Type': 'text/plain' }, body: 'name=A' }, WRONG_TYPE],
    ['a packed body', packed(urlencoded('name=A')), WRONG_TYPE],
    ['a packed body of parts', packed(multipart(part('name', 'A'))), WRONG_TYPE],
    ['an unknown charset', { headers: UTF_16, body: 'name=A' }, WRONG_TYPE],
    ['JSON that is no object', { headers: JSON_TYPE, body: '[1]' }, MALFORMED],
    ['JSON that is cut', { headers: JSON_TYPE, body: '{"name":' }, MALFORMED],
    ['a key that reaches a prototype', json({ constructor: 'x' }), MALFORMED],
    ['such a name of a part', multipart(part('__proto__', 'x')), MALFORMED],
    ['a nested name of a part', multipart(part('name[__proto__][x]', 'x')), MALFORMED],
    ['ten thousand parts', multipart(part('a', 'x').repeat(10_000)), TOO_LONG],
    ['more parts than one may have', multipart(part('a', 'x').repeat(25)), MALFORMED],
    [
      'parts without a boundary',
      { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
      MALFORMED,
    ],
    ['a boundary that never arrives', { headers: MULTIPART, body: 'x' }, MALFORMED],
    ['a list', json({ message: ['a'] }), NOT_ONE_TEXT],
    ['null', json({ message: null }), NOT_ONE_TEXT],
    ['a repeated field', urlencoded(`${encoded(ENQUIRY)}&message=b`), NOT_ONE_TEXT],
    [
      'one byte more than a text may have',
      urlencoded(encoded({ ...ENQUIRY, more: 'x'.repeat(2_000) })),
      TOO_LONG,
    ],
    ['more fields than one may have', urlencoded('a=&'.repeat(25)), TOO_LONG],
    ['a field of more bytes than one may have', multipart(partsOf(ENQUIRY), LONG_PART), LONG_FIELD],
    ['such a field after a file', toCareer(multipart(CV, LONG_PART)), LONG_FIELD],
    ['a name of more bytes than one may have', multipart(part('n'.repeat(65), 'x')), MALFORMED],
    [
      'a file in a text field',
      toCareer(multipart(part('name', PDF, 'cv.pdf'))),
      invalid({ name: NO_TEXT }, 'unexpected-file'),
    ],
    [
      'a file of a form that has none',
      multipart(partsOf(ENQUIRY), CV),
      invalid({ attachments: NO_TEXT }, 'unexpected-file'),
    ],
    [
      'two files',
      toCareer(multipart(partsOf(CAREER), CV, CV)),
      invalid({ attachments: CV_NOT_ONE }, 'cv-not-one'),
    ],
    [
      'an application that cannot have a file',
      toCareer(urlencoded(encoded(CAREER))),
      invalid({ attachments: CV_MISSING }, 'cv-missing'),
    ],
    [
      'a CV whose declared length is not drained',
      toCareer({ headers: { ...MULTIPART, 'Content-Length': 5_001 }, body: '' }),
      CV_TOO_LARGE,
    ],
  ];

  test('U1 U2: is rejected with its cause', async () => {
    const server = await serve({ maxTextBytes: 2_000, maxFieldBytes: 500, rejectedBytes: 5_000 });
    for (const [index, [what, sent, { status, json: body, cause }]] of rows.entries()) {
      const response = await send(server, sent.path ?? '/Home', sent);
      expect([what, response.status, response.json]).toEqual([what, status, body]);
      expect([what, rejections(server).slice(index)]).toEqual([what, [{ status, cause }]]);
    }
  });

  test('a request without any body is an empty form', async () => {
    const server = await serve();
    const response = await send(server, '/Home', { headers: { 'Content-Length': null } });
    expect(response).toMatchObject({ status: 422, json: { error: 'invalid' } });
  });

  test('R-235: a number of JSON is its text, and a text of exactly the limit is accepted', async () => {
    const body = json({ phone: 9_876_543_210 }).body;
    const server = await serve({ maxTextBytes: body.length });
    expect(await send(server, '/Home', { headers: JSON_TYPE, body })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['a CV of exactly 5 MB is accepted', PDF, MAX_CV_BYTES, []],
    ['one of a byte more is too large', PDF, MAX_CV_BYTES + 1, ['cv-too-large']],
    ['one without its end is no PDF, not too large', '%PDF-', MAX_CV_BYTES, ['cv-truncated']],
  ])('R-208: %s', async (_what, begin, size, causes) => {
    const server = await serve();
    const file = begin.padEnd(size, 'x');
    const body = partsOf(CAREER) + part('attachments', file, 'cv.pdf') + END;
    await send(server, '/Career', { headers: MULTIPART, body });
    expect(rejections(server)).toMatchObject(causes.map((cause) => ({ cause })));
  });
});
