import * as fc from 'fast-check';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { RUNS, SOON } from '../support/effort.ts';
import { startFormServer, type FormServer } from '../support/form-server.ts';
import { holds } from '../support/holds.ts';
import { pdfBytes } from '../support/pdf.ts';
import { removeFolder } from '../support/temporary-folder.ts';
import { CAREER } from '../support/form-page.ts';
import { openConnection, statusOf } from '../support/raw-connection.ts';
import { CHUNKED, MULTIPART, postHead, withCv, type Headers } from '../support/raw-form.ts';

const MUTATED_BODIES = 5_000;
/** As many connections. */
const AT_ONCE = 14;
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

const head = (headers: Headers) => postHead('/Career', { ...MULTIPART, ...headers });

async function closed(socket: Socket): Promise<void> {
  if (!socket.destroyed) await once(socket, 'close');
}

function send(body: Buffer): Promise<string> {
  const start = head({ 'Content-Length': body.length, Connection: 'close' });
  return openConnection(port, start, body).response;
}

test('U3: a connection that is closed after any byte leaves no request', async () => {
  const body = withCv(CAREER, pdfBytes(300));
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
  const body = withCv(CAREER, cv);
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
  const body = withCv(CAREER, pdfBytes(100));
  for (let end = 0; end < body.length - '-\r\n'.length; end += 1)
    expect([400, 422], `${end}`).toContain(statusOf(await send(body.subarray(0, end))));
  expect(delivered).toEqual([]);
});

test(`U3: ${MUTATED_BODIES * RUNS} mutated bodies: no crash, no hang, nothing left behind, memory flat`, async () => {
  const origin = withCv(CAREER, pdfBytes(200));
  const mutations = fc.record({
    kind: fc.constantFrom('change', 'cut', 'double', 'truncate', 'boundary', 'prepend'),
    start: fc.nat(origin.length),
    length: fc.nat(60),
    byte: fc.nat(255),
  });
  const bodies = fc
    .array(mutations, { minLength: 1, maxLength: 4 })
    .map((several) => several.reduce(mutate, origin));
  const seen = new Set<number>();
  global.gc?.();
  const before = process.memoryUsage().rss;
  await holds(
    fc.asyncProperty(fc.array(bodies, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (all) => {
      const statuses = await Promise.all(all.map(sendKeptAlive));
      expect([200, 202, 400, 413, 415, 422]).toEqual(expect.arrayContaining(statuses));
      for (const status of statuses) seen.add(status);
    }),
    { runs: MUTATED_BODIES / AT_ONCE },
  );
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

type Mutation = { kind: string; start: number; length: number; byte: number };

function mutate(body: Buffer, { kind, start, length, byte }: Mutation): Buffer {
  const [before, rest] = [body.subarray(0, start), body.subarray(start)];
  const [piece, after] = [rest.subarray(0, length), rest.subarray(length)];
  const parts: Record<string, Buffer[]> = {
    change: [before, Buffer.of(byte), rest.subarray(1)],
    cut: [before, after],
    double: [before, piece, rest],
    truncate: [before],
    boundary: [before, Buffer.from('\r\n--'), rest],
    prepend: [piece, body],
  };
  return Buffer.concat(parts[kind] ?? []);
}
