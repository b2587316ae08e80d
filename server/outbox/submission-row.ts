import * as z from 'zod/mini';

/**
 * What a row keeps in another store and in a backup. Its times of waiting are left out: it is due at once there.
 */
export const columnsSchema = z.object({
  id: z.string(),
  reference: z.string(),
  fingerprint: z.nullable(z.string()),
  // 1.1.0 called an unreadable dead letter `corrupt`.
  // oxlint-disable-next-line promise/valid-params -- It is zod's.
  state: z.catch(z.enum(['waiting', 'delivered', 'dead']), 'dead'),
  form: z.string(),
  campus: z.string(),
  payload: z.nullable(z.string()),
  attempts: z.int(),
  cause: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** When the lease of an attempt ends, whose result is not known. */
  lease: z.nullable(z.int()),
  /** Not 0 when an attempt had no clear end, so that the provider may have it already. */
  is_cut_off: z.literal([0, 1, 2]),
  accepted: z.int(),
  finished: z.nullable(z.int()),
});

export type Columns = z.infer<typeof columnsSchema>;

export type SubmissionRow = Columns & {
  /** Milliseconds until it is due. */
  waitMs: number;
};

/** A row that this instance alone may send until its lease ends. */
export type Claimed = Pick<SubmissionRow, 'id' | 'payload' | 'attempts' | 'cause'> & {
  /** Milliseconds since the submission was accepted. */
  ageMs: number;
  /** 2 when the last attempt was cut off: by the end of its process, or by another instance. */
  isCutOff: SubmissionRow['is_cut_off'];
};

export type NewSubmission = { cv: Uint8Array | null } & Pick<
  Columns,
  'id' | 'reference' | 'form' | 'campus' | 'payload'
>;

/** A row of any state, with its CV. */
export type StoredSubmission = SubmissionRow & { cv: Buffer | null };
