import * as z from 'zod/mini';
import type { Campus } from '../../shared/campuses.ts';
import type { StoredFormName } from '../../shared/forms.ts';

/** What a visitor sent, checked, and about to be made durable. */
export type Submission = {
  form: StoredFormName;
  campus: Campus;
  /** Exactly the provider's text fields. */
  fields: Readonly<Record<string, string>>;
  /** The CV as it lies on the disk (bytes, SHA-256 in hexadecimal) and the name that the provider gets. */
  cv: { upload: { path: string; size: number; sha256: string }; name: string } | null;
};

/** A submission as its row holds it. */
const entrySchema = z.strictObject({
  version: z.literal(1),
  /** The idempotency key; a name with a time in entries of earlier releases. */
  id: z.string(),
  reference: z.string(),
  idempotencyKey: z.string(),
  acceptedAt: z.iso.datetime(),
  form: z.enum(['getInTouch', 'career', 'admission']),
  campus: z.enum(['FARRUKHABAD', 'NEKPUR']),
  fields: z.record(z.string(), z.string()),
  cv: z.nullable(z.strictObject({ name: z.string(), size: z.int(), sha256: z.string() })),
});

export type Entry = z.infer<typeof entrySchema>;

/** Null for what is torn or of another shape. */
export function parseEntry(payload: string | null): Entry | null {
  try {
    return entrySchema.safeParse(JSON.parse(payload ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** An entry, and how to read its CV; null when it has none. */
export type StoredEntry = { entry: Entry; readCv: (() => Promise<Buffer>) | null };

/** One delivery attempt. `entry.idempotencyKey` is the same on each. */
export type Delivery = StoredEntry & { requestId: string | undefined };

/** What came of an accepted submission so far. */
export type Outcome = 'delivered' | 'stored' | 'rejected';
