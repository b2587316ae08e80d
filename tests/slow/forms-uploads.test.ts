import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ENGLISH } from '../../client/texts.ts';
import { cvTooLarge } from '../../shared/forms/cv.ts';
import { RUNS, SOON } from '../support/effort.ts';
import { startFormServer, type FormServer } from '../support/form-server.ts';
import { pdfBytes } from '../support/pdf.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { CAREER } from '../support/form-page.ts';

const MUTATED_BODIES = 5_000 * RUNS;
const BOUNDARY = 'xBOUNDARYx';
const MIB = 1024 * 1024;

let forms: FormServer;
let port: number;
/** In memory where there is such a place: fsync is another test's subject. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gis-uploads-'));
const uploads = join(folder, 'data/uploads');
let delivered: { fields: object; cv: Buffer | null }[] = [];

beforeAll(async () => {
  forms = await startFormServer({
    dataDir: join(folder, 'data'),
    deliver: async ({ entry, cv }) => void delivered.push({ fields: entry.fields, cv }),
    // A mutation that leaves a form valid is one more entry, not one more double.
    outboxLimits: { sameWithinMs: 0, answerWithinMs: SOON.timeout },
  });
  port = forms.port;
});

afterAll(async () => {
  await forms.close();
  removeFolder(folder);
});

afterEach(async () => {
  delivered = [];
  await vi.waitUntil(() => readdirSync(uploads).length === 0, SOON);
});

function head(headers: Readonly<Record<string, string | number>>): string {
  const all = {
    Host: 'localhost',
    Accept: 'application/json',
    'Sec-Fetch-Site': 'same-origin',
    ...headers,
  };
  return `POST /Career HTTP/1.1\r\n${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

function multipart(file: Buffer, name = 'cv.pdf'): Buffer {
  const texts = Object.entries(CAREER).map(
    ([key, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.concat([
    Buffer.from(
      `${texts.join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

const TYPE = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** Sends bytes as they are and answers what came back until the server or the deadline closed. */
async function raw(bytes: Buffer | readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  for (const part of Buffer.isBuffer(bytes) ? [bytes] : bytes) socket.write(part);
  await closed(socket);
  return answer;
}

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

function send(
  body: Buffer,
  headers: Readonly<Record<string, string | number>> = {},
): Promise<string> {
  return raw([
    head({ ...TYPE, 'Content-Length': body.length, Connection: 'close', ...headers }),
    body,
  ]);
}

test('U1: one PDF within 5 MB is taken, one byte more is 413', async () => {
  expect(statusOf(await send(multipart(pdfBytes(5 * MIB))))).toBe(200);
  const answer = await send(multipart(pdfBytes(5 * MIB + 1)));
  expect(statusOf(answer)).toBe(413);
  expect(answer).toContain(ENGLISH.message(cvTooLarge(5 * MIB + 1)));
});

test('U2: a CV of twice the size gets its answer, though its sender goes on sending', async () => {
  const answer = await send(multipart(pdfBytes(10 * MIB)));
  expect(statusOf(answer)).toBe(413);
  expect(answer).toContain(ENGLISH.message(cvTooLarge(10 * MIB)));
});

test('U1: two files, a file in a text field, 10,000 parts and a huge field name are rejected', async () => {
  const one = multipart(pdfBytes(500)).toString('latin1');
  const part = (name: string, extra = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\nx\r\n`;
  const cases: [string, number][] = [
    [part('attachments', '; filename="two.pdf"') + one, 422],
    [part('name', '; filename="n.pdf"') + one, 422],
    [part('a').repeat(10_000) + one, 400],
    [part('n'.repeat(5_000)) + one, 400],
    [part('__proto__') + one, 400],
    [part('name[__proto__][x]') + one, 400],
  ];
  for (const [text, status] of cases)
    expect(statusOf(await send(Buffer.from(text, 'latin1')))).toBe(status);
});

test('U2: a declared length over the cap is rejected before the body, and the connection closes', async () => {
  const answer = await raw([head({ ...TYPE, 'Content-Length': 500 * MIB })]);
  expect(statusOf(answer)).toBe(413);
  expect(answer).toMatch(/connection: close/i);
});

/** Bytes that Linux holds at most of a connection, sent and not yet read: its buffers grow by themselves. */
function mostInKernel(): number {
  return ['tcp_rmem', 'tcp_wmem']
    .map((name) => readFileSync(`/proc/sys/net/ipv4/${name}`, 'utf8').trim().split(/\s+/))
    .reduce((sum, [, , most]) => sum + Number(most), 0);
}

test('U2: 500 MB in chunks are cut at the cap', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const start = multipart(pdfBytes(1_000)).subarray(0, -30);
  socket.write(head({ ...TYPE, 'Transfer-Encoding': 'chunked' }));
  socket.write(`${start.length.toString(16)}\r\n`);
  socket.write(Buffer.concat([start, Buffer.from('\r\n')]));
  const chunk = Buffer.concat([
    Buffer.from('10000\r\n'),
    Buffer.alloc(65_536, 65),
    Buffer.from('\r\n'),
  ]);
  let read = 0;
  for (let sent = 0; sent < 500 * MIB && !socket.destroyed; sent += 65_536) {
    if (!socket.write(chunk))
      await Promise.race([once(socket, 'drain'), closed(socket)]).catch(() => {});
    read = socket.bytesWritten - socket.writableLength;
  }
  await closed(socket);
  // Whoever never looks up may meet the end of the connection before the answer.
  expect([0, 413]).toContain(statusOf(answer));
  // The cap, 64 kB past it, and what the kernel holds at both ends of a connection.
  expect(read).toBeLessThan(5 * MIB + 64 * 1024 + mostInKernel());
});

test('U3: a visitor who leaves after any byte leaves no file and no request behind', async () => {
  const body = multipart(pdfBytes(300));
  const complete = Buffer.concat([
    Buffer.from(head({ ...TYPE, 'Content-Length': body.length })),
    body,
  ]);
  for (let at = 1; at < complete.length; at += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(complete.subarray(0, at), () => socket.destroy());
    if (at % 50 === 0) await closed(socket);
  }
  await expect
    .poll(
      () =>
        new Promise((resolve) => forms.server.getConnections((_error, count) => resolve(count))),
    )
    .toBe(0);
  expect(statusOf(await send(body))).toBe(200);
});

test.each([1, 7, 61, 4_096])(
  'R-204, R-208: a body in chunks of %d bytes arrives as it was sent',
  async (size) => {
    const cv = pdfBytes(3_000);
    const body = multipart(cv);
    const chunks: (string | Buffer)[] = [];
    for (let at = 0; at < body.length; at += size) {
      const chunk = body.subarray(at, at + size);
      chunks.push(`${chunk.length.toString(16)}\r\n`, chunk, '\r\n');
    }
    const headers = head({ ...TYPE, 'Transfer-Encoding': 'chunked', Connection: 'close' });
    expect([200, 202]).toContain(statusOf(await raw([headers, ...chunks, '0\r\n\r\n'])));
    await vi.waitUntil(() => delivered.length > 0, SOON);
    expect(delivered).toEqual([{ fields: { ...CAREER, school: 'FARRUKHABAD' }, cv }]);
  },
);

test('U3: a body that ends before its last boundary is never taken, wherever it ends', async () => {
  const body = multipart(pdfBytes(100));
  for (let end = 0; end < body.length - '-\r\n'.length; end += 1)
    expect([end, [400, 422].includes(statusOf(await send(body.subarray(0, end))))]).toEqual([
      end,
      true,
    ]);
  expect(delivered).toEqual([]);
});

test(`U3: ${MUTATED_BODIES} mutated bodies: no crash, no hang, nothing left behind, memory flat`, async () => {
  const random = randomNumbers(20_261_120);
  const origin = multipart(pdfBytes(200));
  const seen = new Map<number, number>();
  global.gc?.();
  const before = process.memoryUsage().rss;
  let sent = 0;
  async function worker(): Promise<void> {
    while (sent < MUTATED_BODIES) {
      sent += 1;
      const status = await sendKeepAlive(mutate(origin, random));
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: 14 }, worker));
  const known = new Set([200, 202, 400, 413, 415, 422]);
  expect([...seen.keys()].filter((status) => !known.has(status))).toEqual([]);
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(seen.size).toBeGreaterThan(2);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * MIB);
});

test('S12: a body that stops coming is 408, and the connection closes', async () => {
  const slow = await startFormServer({
    dataDir: join(folder, 'slow'),
    deliver: async () => {},
    limits: { uploadBodyMs: 150 },
  });
  const body = multipart(pdfBytes(10_000));
  const fast = port;
  port = slow.port;
  const answer = await raw([
    head({ ...TYPE, 'Content-Length': body.length }),
    body.subarray(0, 5_000),
  ]);
  port = fast;
  expect(statusOf(answer)).toBe(408);
  await vi.waitUntil(() => readdirSync(join(folder, 'slow/uploads')).length === 0, SOON);
  await slow.close();
});

/** Sends the beginning of a body that is followed by nothing until `rest` is written. */
function begin(at: number, body: Buffer, headers: Readonly<Record<string, string>> = {}) {
  const socket = connect(at, '127.0.0.1');
  socket.on('error', () => {});
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  socket.write(head({ ...TYPE, 'Content-Length': body.length, Connection: 'close', ...headers }));
  return { socket, answer: closed(socket).then(() => answer) };
}

/** How many uploads of a folder have written past the bytes that are free, and so have a slot. */
function countInSlots(tmp: string): number {
  return readdirSync(tmp).filter((name) => statSync(join(tmp, name)).size > 64 * 1024).length;
}

test('U5: sixteen uploads at once are taken in, the seventeenth waits, and is 503 with Retry-After in the end', async () => {
  const body = multipart(pdfBytes(200_000));
  /** A site with sixteen uploads, each in the middle and with its slot, however long it pauses there. */
  async function startFull(name: string, waitForUploadSlotMs: number) {
    const place = join(folder, name);
    const limits = { uploadSlotsPerClient: 16, uploadSlotsPerNetwork: 16, waitForUploadSlotMs };
    const patience = { stalledUploadMs: SOON.timeout, uploadGraceMs: SOON.timeout };
    const site = await startFormServer({
      dataDir: place,
      deliver: async () => {},
      limits: { ...limits, ...patience },
      outboxLimits: { answerWithinMs: SOON.timeout },
    });
    const first = Array.from({ length: 16 }, () => {
      const upload = begin(site.port, body);
      upload.socket.write(body.subarray(0, 100_000));
      return upload;
    });
    await expect.poll(() => countInSlots(join(place, 'uploads'))).toBe(16);
    const next = begin(site.port, body);
    next.socket.write(body);
    return { site, first, next };
  }
  function finish(first: readonly ReturnType<typeof begin>[]): Promise<string[]> {
    for (const { socket } of first) socket.write(body.subarray(100_000));
    return Promise.all(first.map(({ answer }) => answer));
  }

  const brief = await startFull('brief', 300);
  const rejected = await brief.next.answer;
  expect(statusOf(rejected)).toBe(503);
  expect(rejected).toMatch(/retry-after: \d+/i);
  expect((await finish(brief.first)).map(statusOf)).toEqual(Array(16).fill(200));
  await brief.site.close();

  const long = await startFull('long', SOON.timeout);
  const answers = await finish(long.first);
  expect([...answers, await long.next.answer].map(statusOf)).toEqual(Array(17).fill(200));
  await long.site.close();
});

test('S12: an upload that waits for us is not called slow, and a small one does not wait', async () => {
  const site = await startFormServer({
    dataDir: join(folder, 'waiting'),
    deliver: async () => {},
    limits: {
      uploadSlots: 1,
      uploadGraceMs: 1_000,
      uploadRateCheckMs: 50,
      minUploadBytesPerSecond: 100_000,
      stalledUploadMs: SOON.timeout,
      waitForUploadSlotMs: SOON.timeout,
    },
  });
  const body = multipart(pdfBytes(5_000_000));
  const first = begin(site.port, body);
  first.socket.write(body.subarray(0, 150_000));
  // It has written on past the bytes that are free, so it has the slot.
  const tmp = join(folder, 'waiting/uploads');
  await expect.poll(() => countInSlots(tmp)).toBe(1);
  const was = { firstSent: false, quickAnswered: false };
  const small = multipart(pdfBytes(30_000));
  const quick = begin(site.port, small);
  quick.socket.write(small);
  const wasQuick = quick.answer.then((answer) => {
    was.quickAnswered = true;
    return [statusOf(answer), was.firstSent];
  });
  const waiting = begin(site.port, body);
  waiting.socket.write(body);
  // Four times as fast as it must be, for longer than what the waiting one has sent is good for.
  let at = 150_000;
  for (let count = 0; count < 40 || (!was.quickAnswered && at < 4_500_000); count += 1) {
    first.socket.write(body.subarray(at, (at += 40_000)));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  was.firstSent = true;
  first.socket.write(body.subarray(at));
  expect(await wasQuick).toEqual([200, false]);
  // 202 on a machine that is busy: stored, and delivered a little later.
  for (const answer of await Promise.all([first.answer, waiting.answer]))
    expect([200, 202]).toContain(statusOf(answer));
  await site.close();
});

/** One request over a kept-alive connection, as thousands of new ones would run out of ports. */
function sendKeepAlive(body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path: '/Career',
        method: 'POST',
        headers: {
          ...TYPE,
          Accept: 'application/json',
          'Sec-Fetch-Site': 'same-origin',
          'Content-Length': body.length,
        },
        timeout: SOON.timeout,
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    outgoing.once('timeout', () => reject(new Error('a mutated body hangs')));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** One to four of: a byte changed, a piece cut out, doubled, moved, or the end missing. */
function mutate(origin: Buffer, random: () => number): Buffer {
  let body = Buffer.from(origin);
  const at = () => Math.floor(random() * body.length);
  for (let count = 1 + Math.floor(random() * 4); count > 0 && body.length > 0; count -= 1) {
    const start = at();
    const end = Math.min(body.length, start + Math.floor(random() * 60));
    const piece = body.subarray(start, end);
    const kind = Math.floor(random() * 6);
    if (kind === 0) body[start] = Math.floor(random() * 256);
    else if (kind === 1) body = Buffer.concat([body.subarray(0, start), body.subarray(end)]);
    else if (kind === 2) body = Buffer.concat([body.subarray(0, end), piece, body.subarray(end)]);
    else if (kind === 3) body = body.subarray(0, start);
    else if (kind === 4)
      body = Buffer.concat([body.subarray(0, start), Buffer.from('\r\n--'), body.subarray(start)]);
    else body = Buffer.concat([piece, body]);
  }
  return body;
}

/** Mulberry32: the same bodies on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
