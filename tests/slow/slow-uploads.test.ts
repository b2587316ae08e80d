import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest';
import { UPLOAD_LIMITS, type FormLimits } from '../../server/forms/form-limits.ts';
import { startFormServer } from '../support/form-server.ts';
import { pdfBytes } from '../support/pdf.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { SOON } from '../support/effort.ts';
import { startTestProvider, type TestProvider } from '../support/providers/test-provider.ts';

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
/** Where the forms are, and the folder of their outbox. */
type Place = { port: number; outbox: string };
let place: Place;
/** Whatever a test opens ends with it; they run beside each other, as most of their time is what slow senders wait. */
type AtEnd = TestContext['onTestFinished'];

beforeAll(async () => {
  provider = await startTestProvider({ has: 'nothing' });
  site = await startSite({ provider, environment: { TRUST_PROXY: '1' } });
  place = { port: Number(new URL(site.url).port), outbox: join(site.dataDir, 'outbox') };
});
afterAll(async () => {
  await site.close();
});

/** Half the time that a slow sender keeps its slot: the tests wait for their turn after a hundred. */
const SOON_STALLED = { stalledUploadMs: 1_000, uploadRateCheckMs: 250 };
/** Slow senders are not cut before a busy machine has taken in all of them. */
const PATIENT = { uploadGraceMs: SOON.timeout, waitForUploadSlotMs: SOON.timeout };

/** The site's forms, with its limits but for those that are given. */
async function startForms(limits: Partial<FormLimits>, atEnd: AtEnd): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'gis-slow-'));
  atEnd(() => removeFolder(folder));
  const forms = await startFormServer({
    folder,
    providerUrl: provider.url,
    trustProxy: 1,
    limits,
    outboxLimits: { answerWithinMs: SOON.timeout },
  });
  atEnd(() => forms.close());
  return { port: forms.port, outbox: folder };
}

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

function open({ port }: Place, atEnd: AtEnd): Sender {
  const socket = connect(port, '127.0.0.1');
  const started = performance.now();
  let answer = '';
  // A reset is one way to close.
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const closed = once(socket, 'close');
  atEnd(() => void socket.destroy());
  return {
    write: (bytes) => void socket.write(bytes),
    status: closed.then(() => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)),
    ms: closed.then(() => performance.now() - started),
  };
}

/** Senders that begin with `first` bytes and go on with one byte in two seconds. */
function drip(
  at: Place,
  {
    addressOf,
    first,
    atEnd,
  }: { addressOf: (index: number) => string; first: number; atEnd: AtEnd },
): Sender[] {
  return Array.from({ length: SENDERS }, (_, index) => {
    const bytes = application(pdfBytes(1_000_000), {
      address: addressOf(index),
      name: `Slow ${index}`,
    });
    const sender = open(at, atEnd);
    sender.write(bytes.subarray(0, first));
    let sent = first;
    const timer = setInterval(() => sender.write(bytes.subarray(sent, (sent += 1))), 2_000);
    atEnd(() => clearInterval(timer));
    return sender;
  });
}

/** The application of this name that the provider has taken. */
function receivedOf(name: string) {
  return provider.received.find(({ fields }) => fields['name'] === name);
}

function sha256(bytes: Buffer | undefined): string {
  return createHash('sha256')
    .update(bytes ?? '')
    .digest('hex');
}

const uploads = ({ outbox }: Place) => readdirSync(join(outbox, 'tmp')).length;
/** Into the file, and past the bytes for which no slot is needed. */
const INTO_FILE = 1_500;
const PAST_FREE_BYTES = 150_000;

describe.concurrent('slow senders', () => {
  test.for<[where: string, addressOf: (index: number) => string, first: number, address: string]>([
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
    async ([, addressOf, first, address], { expect, onTestFinished: atEnd }) => {
      const forms = await startForms({ ...SOON_STALLED, ...PATIENT }, atEnd);
      const senders = drip(forms, { addressOf, first, atEnd });
      let closed = 0;
      for (const { status } of senders) void status.then(() => (closed += 1));
      await expect.poll(() => uploads(forms)).toBeGreaterThanOrEqual(SENDERS);
      const cv = pdfBytes(4_000_000);
      const good = open(forms, atEnd);
      good.write(application(cv, { address, name: `Good ${address}` }));
      expect(await good.status).toBe(200);
      // It did not have to wait until the first of them were cut.
      expect(closed).toBe(0);
      const received = receivedOf(`Good ${address}`);
      expect(sha256(received?.files[0]?.bytes)).toBe(sha256(cv));
    },
  );

  test('S12: a sender of one byte in two seconds is cut with 408 after ten seconds, and its file is gone', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const addressOf = (index: number) => `10.5.0.${index}`;
    const senders = drip(place, { addressOf, first: INTO_FILE, atEnd });
    expect(new Set(await Promise.all(senders.map(({ status }) => status)))).toEqual(new Set([408]));
    expect(Math.min(...(await Promise.all(senders.map(({ ms }) => ms))))).toBeGreaterThan(10_000);
    await expect.poll(() => uploads(place)).toBe(0);
    expect(site.lines).toContainEqual(
      expect.objectContaining({ event: 'form-rejected', form: 'career', cause: 'too-slow' }),
    );
  });

  test('S12 R-262: 20 kB/s with a stall of five seconds gets through, also among slow senders', async ({
    expect,
    onTestFinished: atEnd,
  }) => {
    const forms = await startForms(SOON_STALLED, atEnd);
    drip(forms, { addressOf: (index) => `10.6.0.${index}`, first: PAST_FREE_BYTES, atEnd });
    // A busy machine may have cut the first of them before it has taken in the last.
    await expect.poll(() => uploads(forms)).toBeGreaterThan(UPLOAD_LIMITS.uploadSlots);
    const cv = pdfBytes(150_000);
    const bytes = application(cv, { address: '10.7.0.1', name: 'Patchy' });
    const sender = open(forms, atEnd);
    for (let at = 0; at < bytes.length; at += 10_000) {
      sender.write(bytes.subarray(at, at + 10_000));
      const isStall = at === 100_000;
      await new Promise((resolve) => setTimeout(resolve, isStall ? 5_000 : 500));
    }
    // 202 where the provider's answer takes five seconds.
    expect([200, 202]).toContain(await sender.status);
    await expect.poll(() => sha256(receivedOf('Patchy')?.files[0]?.bytes)).toBe(sha256(cv));
  });
});
