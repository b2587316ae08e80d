import { createHmac } from 'node:crypto';
import type { Submission } from './entry.ts';

/** Without 0 O 1 I L U, which sound or look alike, and vowel pairs that spell words. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A number that a parent can quote on the telephone: "GIS-7K3M-92QX", about 39 bits. Always the same for an
 * idempotency key; keyed by `secret`, so that no client can choose it.
 */
export function referenceOf(idempotencyKey: string, secret: string): string {
  const hash = createHmac('sha256', secret).update(`outbox reference\n${idempotencyKey}`).digest();
  const letters = Array.from({ length: 8 }, (_, at) =>
    ALPHABET.charAt(hash.readUInt32BE(at * 4) % ALPHABET.length),
  );
  return `GIS-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** The same for the same form; keyed by `secret`, so that its content cannot be guessed. 16 hexadecimal digits. */
export function fingerprintOf({ form, campus, fields, cv }: Submission, secret: string): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', secret)
    .update('outbox fingerprint\n')
    .update(JSON.stringify([form, campus, sorted, cv?.name, cv?.upload.sha256]))
    .digest('hex')
    .slice(0, 16);
}
