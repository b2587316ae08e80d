import * as z from 'zod/mini';
import type { Upload } from '../forms/upload-storage.ts';
import type { Campus } from '../../shared/campuses.ts';
import type { StoredFormName } from '../../shared/forms.ts';

/** What a visitor sent, checked, and about to be made durable. */
export type Submission = {
  form: StoredFormName;
  campus: Campus;
  /** Exactly the provider's text fields (SPEC §3). */
  fields: Readonly<Record<string, string>>;
  cv: { upload: Upload; name: string } | null;
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

/** What happened to an entry so far; a hint for people and the log, never needed for safety. */
export const triesSchema = z.strictObject({
  state: z.enum(['trying', 'waiting']),
  attempt: z.int(),
  at: z.iso.datetime(),
  cause: z.nullable(z.string()),
  nextAt: z.nullable(z.iso.datetime()),
});

export type Tries = z.infer<typeof triesSchema>;

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

/** Why an entry was given up. */
export const reasonSchema = z.strictObject({
  reason: z.enum(['refused', 'expired']),
  cause: z.string(),
  at: z.iso.datetime(),
  attempts: z.int(),
});

export type Reason = z.infer<typeof reasonSchema>;
