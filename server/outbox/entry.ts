import * as z from 'zod/mini';
import type { Campus } from '../../shared/campuses.ts';
import type { StoredFormName } from '../../shared/forms.ts';

/** A checked form that is to be stored. */
export type Submission = {
  form: StoredFormName;
  campus: Campus;
  /** Exactly the provider's text fields. */
  fields: Readonly<Record<string, string>>;
  /** The CV's file (bytes, SHA-256 in hexadecimal) and the name that the provider gets. */
  cv: { upload: { path: string; size: number; sha256: string }; name: string } | null;
};

const entrySchema = z.strictObject({
  version: z.literal(1),
  /** The idempotency key; a name with a time in entries of 1.0.0. */
  id: z.string(),
  reference: z.string(),
  idempotencyKey: z.string(),
  acceptedAt: z.iso.datetime(),
  form: z.enum(['getInTouch', 'career', 'admission']),
  campus: z.enum(['FARRUKHABAD', 'NEKPUR']),
  fields: z.record(z.string(), z.string()),
  cv: z.nullable(z.strictObject({ name: z.string(), size: z.int(), sha256: z.string() })),
});

/** A submission as its row holds it. */
export type Entry = z.infer<typeof entrySchema>;

/** Null for a payload that is torn, of another shape, or without its CV. */
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
