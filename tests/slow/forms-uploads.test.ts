import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { RUNS, SOON } from '../support/effort.ts';
import { startFormServer, type FormServer } from '../support/form-server.ts';
import { pdfBytes } from '../support/pdf.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { CAREER } from '../support/form-page.ts';
import { openConnection } from '../support/raw-connection.ts';
import {
  CHUNKED,
  END,
  MULTIPART,
  part,
  partsOf,
  postHead,
  type Headers,
} from '../support/raw-form.ts';

const MUTATED_BODIES = 5_000 * RUNS;
const MIB = 1024 * 1024;

let forms: FormServer;
let port: number;
/** In memory where possible: this is no test of fsync. */
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gis-uploads-'));
let delivered: { fields: object; cv: Buffer | null }[] = [];

beforeAll(async () => {
  forms = await startFormServer({
    dataDir: join(folder, 'data'),
    deliver: async ({ entry, cv }) => void delivered.push({ fields: entry.fields, cv }),
    // A mutation that leaves a form valid is another entry, not a repeat.
    outboxLimits: { sameWithinMs: 0, respondWithinMs: SOON.timeout },
  });
  port = forms.port;
});

afterAll(async () => {
  await forms.close();
  removeFolder(folder);
});

afterEach(() => {
  delivered = [];
});

function multipart(file: Buffer): Buffer {
  const [beforeFile, afterFile] = (
    partsOf(CAREER) +
    part('attachments', '<file>', 'cv.pdf') +
    END
  ).split('<file>');
  return Buffer.concat([Buffer.from(beforeFile ?? ''), file, Buffer.from(afterFile ?? '')]);
}

const head = (headers: Headers) => postHead('/Career', { ...MULTIPART, ...headers });

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);

function send(body: Buffer): Promise<string> {
  const start = head({ 'Content-Length': body.length, Connection: 'close' });
  return openConnection(port, start, body).response;
}

test('U3: a connection that is closed after any byte leaves no request', async () => {
  const body = multipart(pdfBytes(300));
  const complete = Buffer.concat([Buffer.from(head({ 'Content-Length': body.length })), body]);
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

test.each([1, 7, 61, 4_096])('R-204, R-208: chunks of %d bytes arrive as sent', async (size) => {
  const cv = pdfBytes(3_000);
  const body = multipart(cv);
  const chunks: (string | Buffer)[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(`${chunk.length.toString(16)}\r\n`, chunk, '\r\n');
  }
  const headers = head({ ...CHUNKED, Connection: 'close' });
  expect([200, 202]).toContain(
    statusOf(await openConnection(port, headers, ...chunks, '0\r\n\r\n').response),
  );
  await vi.waitUntil(() => delivered.length > 0, SOON);
  expect(delivered).toEqual([{ fields: { ...CAREER, school: 'FARRUKHABAD' }, cv }]);
});

test('U3: a body that ends before its last boundary is never taken, wherever it ends', async () => {
  const body = multipart(pdfBytes(100));
  for (let end = 0; end < body.length - '-\r\n'.length; end += 1)
    expect([400, 422], `${end}`).toContain(statusOf(await send(body.subarray(0, end))));
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
      const status = await sendKeptAlive(mutate(origin, random));
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

/** Over a kept-alive connection, as thousands of new ones would run out of ports. */
async function sendKeptAlive(body: Buffer): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/Career`, {
    method: 'POST',
    headers: { ...MULTIPART, Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(SOON.timeout),
  });
  await response.arrayBuffer();
  return response.status;
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
