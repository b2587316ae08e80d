import { createHmac } from 'node:crypto';
import type { Submission } from '../outbox/entry.ts';

/** The same form has the same 16 hexadecimal digits. `secret` keys them, so that the form's content cannot be guessed. */
export function formFingerprint({ form, campus, fields, cv }: Submission, secret: string): string {
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHmac('sha256', secret)
    .update('outbox fingerprint\n')
    .update(JSON.stringify([form, campus, sorted, cv?.name, cv?.sha256]))
    .digest('hex')
    .slice(0, 16);
}
