import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { joined, readHead } from '../images/file-head.ts';
import { FILE_KINDS, fileKind } from '../images/file-kind.ts';
import { ProviderError, type Provider, type ProviderFile } from '../provider/provider.ts';
import type { Log } from '../web/log.ts';

type SendOptions = { provider: Provider; fileId: string; requestId: string; log: Log };

/** Streams a certificate's file as tc.jpg; 502 with its text when it cannot be had. */
export async function sendCertificate(
  response: Response,
  { provider, fileId, requestId, log }: SendOptions,
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  try {
    const file = await provider.getFile(fileId, { requestId, signal: left.signal });
    const chunks = file.body[Symbol.asyncIterator]();
    const head = await readHead(chunks);
    const kind = fileKind(head);
    if (kind === null) {
      file.body.destroy();
      throw new ProviderError('content-type');
    }
    setHeaders(response, FILE_KINDS[kind].contentType, file);
    await pipeline(joined(head, chunks), response);
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
