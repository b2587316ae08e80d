import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { pdfBytes } from './harness/pdf.ts';
import { startSite, type TestSite } from './harness/site.ts';
import { startTestProvider, type TestProvider } from './providers/test-provider.ts';

/** More than there are slots, and fewer than uploads may be open. */
const SENDERS = 100;
const BOUNDARY = 'xBOUNDARYx';
const CAREER = {
  name: 'Meera',
  phone: '9876543210',
  subject: 'Physics',
  mailType: 'PGT',
  experience: '4 years',
};

let provider: TestProvider;
let site: TestSite;
const stops: (() => void)[] = [];

beforeAll(async () => {
  provider = await startTestProvider({ has: 'nothing' });
  site = await startSite({ provider, environment: { TRUST_PROXY: '1' } });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(async () => {
  await site.close();
});

/** An application as a browser sends it, head and body. */
function application(file: Buffer, { address, name }: { address: string; name: string }): Buffer {
  const texts = Object.entries({ ...CAREER, name }).map(
    ([key, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.concat([
    Buffer.from(
      `${texts.join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const head = [
    'POST /Career HTTP/1.1',
    'Host: localhost',
    'Accept: application/json',
    'Sec-Fetch-Site: same-origin',
    'User-Agent: Phone',
    `X-Forwarded-For: ${address}`,
    `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

type Sender = { write: (bytes: Buffer) => void; status: Promise<number>; ms: Promise<number> };

function open(): Sender {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const started = performance.now();
  let answer = '';
  // A reset is one way to close.
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const closed = once(socket, 'close');
  stops.push(() => socket.destroy());
  return {
    write: (bytes) => void socket.write(bytes),
    status: closed.then(() => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)),
    ms: closed.then(() => performance.now() - started),
  };
}

/** Senders that begin with `first` bytes and go on with one byte in two seconds. */
function drip(addressOf: (index: number) => string, first: number): Sender[] {
  return Array.from({ length: SENDERS }, (_, index) => {
    const bytes = application(pdfBytes(1_000_000), {
      address: addressOf(index),
      name: `Slow ${index}`,
    });
    const sender = open();
    sender.write(bytes.subarray(0, first));
    let at = first;
    const timer = setInterval(() => sender.write(bytes.subarray(at, (at += 1))), 2_000);
    stops.push(() => clearInterval(timer));
    return sender;
  });
}

function sha256(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}

const uploads = () => readdirSync(join(site.dataDir, 'outbox/tmp')).length;
/** Into the file, and past the bytes for which no slot is needed. */
const INTO_FILE = 1_500;
const PAST_FREE_BYTES = 150_000;

test.each([
  ['one address', () => '198.51.100.1', INTO_FILE, '198.51.100.1'],
  ['100 addresses', (index: number) => `10.1.0.${index}`, INTO_FILE, '10.2.0.1'],
  [
    '100 addresses, after a quick beginning',
    (index: number) => `10.3.0.${index}`,
    PAST_FREE_BYTES,
    '10.4.0.1',
  ],
])(
  'S12 R-262: while 100 senders of one byte in two seconds try from %s, a CV of 4 MB is accepted',
  async (_where, addressOf, first, address) => {
    const senders = drip(addressOf, first);
    let closed = 0;
    for (const { status } of senders) void status.then(() => (closed += 1));
    await expect.poll(uploads).toBeGreaterThanOrEqual(SENDERS);
    const cv = pdfBytes(4_000_000);
    const good = open();
    good.write(application(cv, { address, name: `Good ${address}` }));
    expect(await good.status).toBe(200);
    // It did not have to wait until the first of them were cut.
    expect(closed).toBe(0);
    const received = provider.received.at(-1);
    expect(received?.fields).toMatchObject({ name: `Good ${address}` });
    expect(sha256(received?.files[0]?.bytes)).toBe(sha256(cv));
  },
);

test('S12: a sender of one byte in two seconds is cut with 408 after ten seconds, and its file is gone', async () => {
  const senders = drip((index) => `10.5.0.${index}`, INTO_FILE);
  expect(new Set(await Promise.all(senders.map(({ status }) => status)))).toEqual(new Set([408]));
  expect(Math.min(...(await Promise.all(senders.map(({ ms }) => ms))))).toBeGreaterThan(10_000);
  await expect.poll(uploads).toBe(0);
  expect(site.lines).toContainEqual(
    expect.objectContaining({ event: 'form-rejected', form: 'career', cause: 'too-slow' }),
  );
});

test('S12 R-262: 20 kB/s with a stall of five seconds gets through, also among slow senders', async () => {
  drip((index) => `10.6.0.${index}`, PAST_FREE_BYTES);
  await expect.poll(uploads).toBeGreaterThanOrEqual(SENDERS);
  const cv = pdfBytes(240_000);
  const bytes = application(cv, { address: '10.7.0.1', name: 'Patchy' });
  const sender = open();
  for (let at = 0; at < bytes.length; at += 10_000) {
    sender.write(bytes.subarray(at, at + 10_000));
    const isStall = at === 120_000;
    await new Promise((resolve) => setTimeout(resolve, isStall ? 5_000 : 500));
  }
  expect(await sender.status).toBe(200);
  expect(sha256(provider.received.at(-1)?.files[0]?.bytes)).toBe(sha256(cv));
});
