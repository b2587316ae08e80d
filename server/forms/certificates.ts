import { NO_STORE } from '../web/cache-lifetimes.ts';
import type { Request, Response } from 'express';
import type { CertificateLinks } from './certificate-links.ts';
import { sendCertificate } from './send-certificate.ts';
import { ProviderError, type Provider } from '../provider/provider.ts';
import { readFiles } from '../provider/read-files.ts';
import { requestIdOf } from '../web/request-log.ts';
import type { Log } from '../web/log.ts';
import { isExternal } from '../../shared/links.ts';

export const CERTIFICATE_PATH = '/tc-image';

/**
 * What a certificate's look-up and its file need. Neither is stored, cached or logged, and no list names
 * the file: `/api/image` never serves it (docs/promises.md#s11).
 */
export type CertificateContext = {
  provider: Provider;
  schoolCode: string;
  links: CertificateLinks;
  log: Log;
};

/** A link to a certificate's file, good for ten minutes; null when the provider has none or fails. */
export async function lookUpCertificate(
  { name, admission }: { name: string; admission: string },
  { provider, schoolCode, links, log }: CertificateContext,
  { requestId }: { requestId: string },
): Promise<string | null> {
  try {
    const { json } = await provider.post(
      `/api/tc/${schoolCode}`,
      { json: { name, admission } },
      { requestId },
    );
    return `${CERTIFICATE_PATH}?link=${links.seal(fileOf(json, provider.base))}`;
  } catch (error) {
    log.warn({ event: 'certificate-not-found', cause: causeOf(error), requestId });
    return null;
  }
}

/** Answers a certificate's link with its file as tc.jpg; 403 when it was altered or is too old. */
export async function answerCertificateLink(
  request: Request,
  response: Response,
  { provider, links, log }: CertificateContext,
): Promise<void> {
  response.set('Cache-Control', NO_STORE);
  const fileId = links.unseal(request.query['link']);
  if (fileId === null) {
    response.status(403).type('text/plain').send('This link is not valid any more.\n');
    return;
  }
  await sendCertificate(response, { provider, fileId, requestId: requestIdOf(request), log });
}

/** The file that an answer names: an id or path as `data`, or what platforms write for it. */
function fileOf(answer: unknown, base: string): string {
  const isWrapped = typeof answer === 'object' && answer !== null && 'data' in answer;
  // A file elsewhere is not fetched: only the provider knows which are certificates.
  const file = readFiles(isWrapped ? answer.data : answer, base).find(
    (known) => !isExternal(known),
  );
  if (file === undefined) throw new NoCertificateError('no-file');
  return file;
}

class NoCertificateError extends Error {
  override readonly name = 'NoCertificateError';
}

function causeOf(error: unknown): string {
  if (error instanceof ProviderError || error instanceof NoCertificateError) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}
