import type { Request, Response } from 'express';
import type { CertificateLinks } from './certificate-links.ts';
import { FormError } from './form-error.ts';
import { FILE_KINDS, isPictureKind } from '../images/file-kind.ts';
import type { ImageFiles } from '../images/image-files.ts';
import type { Provider } from '../provider/http-provider.ts';
import { ProviderError, errorFields } from '../provider/provider-error.ts';
import { fileEntries, readFile } from '../provider/read-files.ts';
import { requestIdOf } from '../log/request-log.ts';
import type { Log } from '../log/log.ts';
import { isExternal } from '../../shared/links.ts';

export const CERTIFICATE_PATH = '/tc-image';

/** Look-up and file are not stored, cached or logged; `/api/image` never serves them (docs/promises.md#s11). */
export type CertificateContext = {
  provider: Provider;
  images: Pick<ImageFiles, 'download'>;
  schoolCode: string;
  links: CertificateLinks;
  log: Log;
};

/** A link to a certificate's file. @throws FormError 404 when the provider has none, 502 when it fails. */
export async function lookUpCertificate(
  { name, admission }: { name: string; admission: string },
  { provider, schoolCode, links, log }: CertificateContext,
  requestId: string,
): Promise<string> {
  let failure: { cause: string; remedy?: string | undefined } = { cause: 'no-file' };
  let isMissing = true;
  try {
    const body = { json: { name, admission } };
    const { json } = await provider.post(`/api/tc/${schoolCode}`, body, { requestId });
    const file = findFile(json, provider.base);
    if (file !== undefined) return `${CERTIFICATE_PATH}?link=${links.seal(file)}`;
  } catch (error) {
    failure = errorFields(error);
    // The provider reports it by a status or in JSON.
    isMissing =
      error instanceof ProviderError && (error.kind === 'reported-failure' || error.status === 404);
  }
  log.warn({ event: 'certificate-not-found', ...failure, requestId });
  throw isMissing ? new FormError(404, 'not-found') : new FormError(502, 'rejected');
}

/** An id or path as `data`, or another form that platforms write. */
function findFile(body: unknown, base: string): string | undefined {
  const isWrapped = typeof body === 'object' && body !== null && 'data' in body;
  // Files of other hosts are not fetched.
  return fileEntries(isWrapped ? body.data : body)
    .flatMap((entry) => readFile(entry, base) ?? [])
    .find((file) => !isExternal(file));
}

/** The file as tc.jpg; 403 for an invalid link, 502 when the provider fails. */
export async function sendCertificate(
  request: Request,
  response: Response,
  { images, links, log }: CertificateContext,
): Promise<void> {
  const fileId = links.unseal(request.query['link']);
  if (fileId === null) {
    response.status(403).type('text/plain').send('This link is no longer valid.\n');
    return;
  }
  const requestId = requestIdOf(request);
  try {
    const { kind, content } = await images.download(fileId, requestId);
    if (kind !== 'pdf' && (kind === null || !isPictureKind(kind)))
      throw new ProviderError('content-type');
    response.set({
      'Content-Type': FILE_KINDS[kind].contentType,
      // R-191 names the picture; a picture viewer would not open a PDF of that name.
      'Content-Disposition': `attachment; filename=${kind === 'pdf' ? 'tc.pdf' : 'tc.jpg'}`,
    });
    response.send(content);
  } catch (error) {
    log.warn({ event: 'certificate-not-sent', ...errorFields(error), requestId });
    response.status(502).type('text/plain').send('Failed to download data.\n');
  }
}
