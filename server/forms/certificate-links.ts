import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

/** How long a certificate's link works, in milliseconds (docs/promises.md#s11). */
const LINK_MS = 10 * 60_000;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const linkSchema = z.object({ fileId: z.string(), until: z.number() });

/**
 * Seals the file id of a certificate into a text that is good for ten minutes and cannot be made up.
 * Encrypted and signed in one (AES-256-GCM): the provider's name for the file may tell the pupil's.
 */
export class CertificateLinks {
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor({ secret, now }: { secret: string; now: () => Date }) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'certificate links', 32));
    this.#now = now;
  }

  seal(fileId: string): string {
    const link = { fileId, until: this.#now().getTime() + LINK_MS };
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const text = Buffer.concat([cipher.update(JSON.stringify(link), 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** The file id of a sealed text that is ours and not too old, else null. */
  unseal(sealed: unknown): string | null {
    if (typeof sealed !== 'string') return null;
    const bytes = Buffer.from(sealed, 'base64url');
    // Decoding skips foreign characters; only the text that was made here is good.
    if (bytes.toString('base64url') !== sealed) return null;
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]);
      const { fileId, until } = linkSchema.parse(JSON.parse(text.toString('utf8')));
      return until > this.#now().getTime() ? fileId : null;
    } catch {
      return null;
    }
  }
}
