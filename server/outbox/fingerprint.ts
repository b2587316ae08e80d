import { createHmac } from 'node:crypto';
import type { Submission } from './entry.ts';

/** The same for the same form; keyed by `secret`, so that a visitor's words cannot be guessed from it. 16 hexadecimal digits. */
export function fingerprintOf({ form, campus, fields, cv }: Submission, secret: string): string {
  const content = [
    form,
    campus,
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
    cv?.name,
    cv?.upload.sha256,
  ];
  return createHmac('sha256', secret)
    .update('outbox fingerprint\n')
    .update(JSON.stringify(content))
    .digest('hex')
    .slice(0, 16);
}
