import * as z from 'zod/mini';

/** The columns that a backup holds. */
export const columnsSchema = z.object({
  id: z.string(),
  reference: z.string(),
  // 1.1.0 called an unreadable dead letter `corrupt`.
  // oxlint-disable-next-line promise/valid-params -- It is zod's.
  state: z.catch(z.enum(['waiting', 'delivered', 'dead']), 'dead'),
  form: z.string(),
  campus: z.string(),
  payload: z.nullable(z.string()),
  attempts: z.int(),
  cause: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  accepted: z.int(),
  finished: z.nullable(z.int()),
});

export type SubmissionRow = z.infer<typeof columnsSchema> & {
  lease: number | null;
  /** Not 0 when an attempt had no clear end, so that the provider may have it already. */
  is_cut_off: 0 | 1 | 2;
  /** Milliseconds until it is due. */
  waitMs: number;
};

/** A row that this instance alone may send until its lease ends. */
export type Claimed = Pick<SubmissionRow, 'id' | 'payload' | 'attempts' | 'cause'> & {
  /** 2 when the last attempt was cut off: by the end of its process, or by another instance. */
  isCutOff: SubmissionRow['is_cut_off'];
};

/** A new submission, or one of another store or of the folder of 1.0.0. */
export type AddedSubmission = { cv: Uint8Array | null } & Partial<SubmissionRow> &
  Pick<SubmissionRow, 'id' | 'reference' | 'form' | 'campus' | 'payload' | 'accepted'>;

/** A row of any state, with its CV. */
export type StoredSubmission = SubmissionRow & { cv: Buffer | null };
