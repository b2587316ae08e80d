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

/** A submission as its entry.json holds it. */
export const entrySchema = z.strictObject({
  version: z.literal(1),
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

/** The last attempt of an entry, as its tries.json holds it; a hint for people and the log, never needed for safety. */
export const attemptNoteSchema = z.strictObject({
  state: z.enum(['trying', 'waiting']),
  attempt: z.int(),
  at: z.iso.datetime(),
  cause: z.nullable(z.string()),
  nextAt: z.nullable(z.iso.datetime()),
});

export type AttemptNote = z.infer<typeof attemptNoteSchema>;

/** What stays of a delivered entry: nothing personal. */
export const receiptSchema = z.strictObject({
  id: z.string(),
  reference: z.string(),
  form: z.string(),
  campus: z.string(),
  acceptedAt: z.iso.datetime(),
  deliveredAt: z.iso.datetime(),
  attempts: z.int(),
});

export type Receipt = z.infer<typeof receiptSchema>;

/** Why an entry is a dead letter; `refused`: the provider rejected it. The files of earlier releases have that word. */
export const reasonSchema = z.strictObject({
  reason: z.enum(['refused', 'expired']),
  cause: z.string(),
  at: z.iso.datetime(),
  attempts: z.int(),
});

export type Reason = z.infer<typeof reasonSchema>;

/** An entry, and how to read its CV; null when it has none. */
export type StoredEntry = { entry: Entry; readCv: (() => Promise<Buffer>) | null };

/** One delivery attempt. `entry.idempotencyKey` is the same on each. */
export type Delivery = StoredEntry & { requestId: string | undefined };

/** What came of an accepted submission so far. */
export type Outcome = 'delivered' | 'stored' | 'rejected';
