import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { CAMPUSES } from '../../shared/campuses.ts';
import { FORM_TYPES, type StoredFormName } from '../../shared/forms.ts';

// An object's keys are those of its type where nothing widens it.
export const STORED_FORMS = Object.keys(FORM_TYPES) as readonly StoredFormName[];

const entrySchema = z.strictObject({
  version: z.literal(1),
  /** The idempotency key. */
  id: z.string(),
  reference: z.string(),
  idempotencyKey: z.string(),
  acceptedAt: z.iso.datetime(),
  form: z.enum(STORED_FORMS),
  campus: z.enum(CAMPUSES),
  /** Exactly the provider's text fields. */
  fields: z.record(z.string(), z.string()),
  cv: z.nullable(z.strictObject({ name: z.string(), size: z.int(), sha256: z.string() })),
});

/** A submission as its row holds it. */
export type Entry = z.infer<typeof entrySchema>;

/** A checked form that is to be stored. */
export type Submission = Pick<Entry, 'form' | 'campus' | 'fields'> & {
  /** `sha256` is in hexadecimal; the provider gets the name. */
  cv: { name: string; bytes: Buffer; sha256: string } | null;
};

/** Returns null for a payload that is torn, of another shape, or without its CV. */
export function parseEntry(payload: string | null, cvBytes: number): Entry | null {
  try {
    const entry = entrySchema.parse(JSON.parse(payload ?? ''));
    return (entry.cv?.size ?? 0) === cvBytes ? entry : null;
  } catch {
    return null;
  }
}

/** One delivery attempt. `entry.idempotencyKey` is the same on each. */
export type Delivery = { entry: Entry; cv: Buffer | null; requestId: string | undefined };

export type Outcome = 'delivered' | 'stored' | 'rejected';

/** It lacks 0 O 1 I L U, which sound or look alike, and vowel pairs that spell words. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A number that a parent can quote on the telephone: "GIS-7K3M-92QX", about 39 bits. Always the same for an
 * idempotency key; keyed by `secret`, so that no client can choose it.
 */
export function createReference(idempotencyKey: string, secret: string): string {
  const hash = createHmac('sha256', secret).update(`outbox reference\n${idempotencyKey}`).digest();
  const letters = Array.from({ length: 8 }, (_, at) =>
    ALPHABET.charAt(hash.readUInt32BE(at * 4) % ALPHABET.length),
  );
  return `GIS-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
