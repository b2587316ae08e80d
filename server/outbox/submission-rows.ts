import * as z from 'zod/mini';

const text = z.nullable(z.string());
const time = z.nullable(z.number());
const OPEN_STATES = ['waiting', 'dead', 'corrupt'] as const;

export const rowSchema = z.object({
  id: z.string(),
  reference: z.string(),
  state: z.enum(OPEN_STATES),
  form: z.string(),
  campus: z.string(),
  payload: text,
  attempts: z.number(),
  cause: text,
  reason: text,
  lease: time,
  /** Milliseconds until it is due. */
  waitMs: z.number(),
  accepted: z.number(),
  finished: time,
});
export const earlierSchema = z.object({ id: z.string(), reference: z.string() });
export const claimedSchema = z.object({
  id: z.string(),
  payload: text,
  attempts: z.number(),
  cause: text,
  isCutOff: z.number(),
});
export const waitSchema = z.object({ waitMs: time });
export const outcomeSchema = z.object({
  state: z.enum(['delivered', ...OPEN_STATES]),
  cause: text,
  lease: time,
});
export const countSchema = z.object({
  state: z.enum(OPEN_STATES),
  count: z.number(),
  oldest: z.number(),
});
export const bytesSchema = z.object({ bytes: z.instanceof(Uint8Array) });

export type SubmissionRow = z.infer<typeof rowSchema>;
/** A row that this instance alone may send until its lease ends. */
export type Claimed = z.infer<typeof claimedSchema>;
export type Counts = Record<(typeof OPEN_STATES)[number], number> & { oldest: number | null };
