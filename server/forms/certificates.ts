import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import * as z from 'zod/mini';
import { sendCertificate } from './send-certificate.ts';
import { ProviderError, type Provider } from '../provider/provider.ts';
import { requestIdOf } from '../web/request-log.ts';
import type { Log } from '../web/log.ts';

/** How long a certificate's link works, in milliseconds (RELIABILITY S11). */
const LINK_MS = 10 * 60_000;
const MAX_REF_LENGTH = 1_024;
const IV_BYTES = 12;
const TAG_BYTES = 16;

export const CERTIFICATE_PATH = '/tc-image';

const answerSchema = z.object({
  data: z.string().check(z.minLength(1), z.maxLength(MAX_REF_LENGTH)),
});
const linkSchema = z.object({ ref: z.string(), until: z.number() });

/** What is looked up here is not stored, cached or logged, and no list names it: `/api/image` never serves it (docs/promises.md#s11). */
export type Certificates = {
  /** A link to the certificate's picture, for ten minutes; null when the provider has none or fails. */
  lookUp(
    request: { name: string; admission: string },
    options: { requestId: string },
  ): Promise<string | null>;
  /** Answers GET of such a link with the picture as tc.jpg; 403 when it was altered or is too old. */
  send(request: Request, response: Response): Promise<void>;
};

export type CertificatesOptions = {
  provider: Provider;
  schoolCode: string;
  secret: string;
  log: Log;
  now: () => Date;
};

export function createCertificates({
  provider,
  schoolCode,
  secret,
  log,
  now,
}: CertificatesOptions): Certificates {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'certificate links', 32));

  async function lookUp(
    { name, admission }: { name: string; admission: string },
    { requestId }: { requestId: string },
  ): Promise<string | null> {
    try {
      const { json } = await provider.post(
        `/api/tc/${schoolCode}`,
        { json: { name, admission } },
        { requestId },
      );
      const { data } = answerSchema.parse(json);
      return `${CERTIFICATE_PATH}?link=${seal({ ref: data, until: now().getTime() + LINK_MS })}`;
    } catch (error) {
      log.warn({
        event: 'certificate-not-found',
        cause:
          error instanceof ProviderError
            ? error.message
            : error instanceof Error
              ? error.name
              : 'unknown',
        requestId,
      });
      return null;
    }
  }

  /** Encrypted and signed in one (AES-256-GCM): the provider's name for the picture may tell the pupil's. */
  function seal(link: { ref: string; until: number }): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(link), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** The picture of a link that is ours and not too old, else null. */
  function unseal(sealed: unknown): string | null {
    if (typeof sealed !== 'string') return null;
    try {
      const bytes = Buffer.from(sealed, 'base64url');
      // Decoding skips foreign characters; only the text that we made is ours.
      if (bytes.toString('base64url') !== sealed) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      const { ref, until } = linkSchema.parse(JSON.parse(text.toString('utf8')));
      return until > now().getTime() ? ref : null;
    } catch {
      return null;
    }
  }

  async function send(request: Request, response: Response): Promise<void> {
    response.set('Cache-Control', 'no-store');
    const ref = unseal(request.query['link']);
    if (ref === null) {
      response.status(403).type('text/plain').send('This link is not valid any more.\n');
      return;
    }
    await sendCertificate(response, { provider, ref, requestId: requestIdOf(request), log });
  }

  return { lookUp, send };
}
