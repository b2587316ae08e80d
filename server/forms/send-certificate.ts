import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { ProviderError, type Provider, type ProviderFile } from '../provider/provider.ts';
import type { Log } from '../web/log.ts';

/** Longest beginning that tells a picture's kind, in bytes. */
const MAGIC_BYTES = 12;

const KINDS: readonly { type: string; isIt: (head: Buffer) => boolean }[] = [
  {
    type: 'image/jpeg',
    isIt: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  },
  { type: 'image/png', isIt: (head) => head.subarray(1, 4).toString('latin1') === 'PNG' },
  {
    type: 'image/webp',
    isIt: (head) =>
      head.subarray(0, 4).toString('latin1') === 'RIFF' &&
      head.subarray(8, 12).toString('latin1') === 'WEBP',
  },
  { type: 'application/pdf', isIt: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-' },
];

type SendOptions = { provider: Provider; ref: string; requestId: string; log: Log };

/** Streams a certificate's picture as tc.jpg (SPEC §4); 502 with the text of SPEC §8 when it cannot be had. */
export async function sendCertificate(
  response: Response,
  { provider, ref, requestId, log }: SendOptions,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    const file = await provider.getFile(ref, { requestId, signal: left.signal });
    const chunks = file.body[Symbol.asyncIterator]();
    const head = await readHead(chunks);
    const kind = KINDS.find(({ isIt }) => isIt(head));
    if (kind === undefined) {
      file.body.destroy();
      throw new ProviderError('content-type');
    }
    setHeaders(response, kind.type, file);
    await pipeline(whole(head, chunks), response);
  } catch (error) {
    if (left.signal.aborted) return;
    log.warn({
      event: 'certificate-not-sent',
      cause: error instanceof ProviderError ? error.fault : 'unknown',
      requestId,
    });
    if (response.headersSent) response.destroy();
    else response.status(502).type('text/plain').send('Failed to download data.\n');
  }
}

function setHeaders(response: Response, type: string, { length }: ProviderFile): void {
  response.status(200).set({
    'Content-Type': type,
    'Content-Disposition': 'attachment; filename=tc.jpg',
    'X-Content-Type-Options': 'nosniff',
  });
  if (length !== null) response.set('Content-Length', String(length));
}

async function readHead(chunks: AsyncIterator<unknown>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    if (Buffer.isBuffer(value)) head = Buffer.concat([head, value]);
  }
  return head;
}

async function* whole(head: Buffer, rest: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    if (Buffer.isBuffer(next.value)) yield next.value;
  }
}
