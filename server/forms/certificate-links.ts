import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** How long a certificate's link works, in milliseconds (docs/promises.md#s11). */
const LINK_MS = 10 * 60_000;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Seals the file id of a certificate for ten minutes. Encrypted and signed in one (AES-256-GCM), as the file's
 * name may contain the pupil's.
 */
export class CertificateLinks {
  readonly #key: Buffer;
  readonly #now: () => Date;

  constructor({ secret, now }: { secret: string; now: () => Date }) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'certificate links', 32));
    this.#now = now;
  }

  seal(fileId: string): string {
    const until = this.#now().getTime() + LINK_MS;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv);
    const text = Buffer.concat([cipher.update(`${until} ${fileId}`), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** Returns null for a text that was altered, is not ours or is too old. */
  unseal(sealed: unknown): string | null {
    if (typeof sealed !== 'string') return null;
    const bytes = Buffer.from(sealed, 'base64url');
    // Decoding skips foreign characters.
    if (bytes.toString('base64url') !== sealed) return null;
    const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(tag);
      const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
      const [, until, fileId = ''] = /^(\d+) (.+)$/s.exec(text + decipher.final('utf8')) ?? [];
      return Number(until) > this.#now().getTime() ? fileId : null;
    } catch {
      return null;
    }
  }
}
