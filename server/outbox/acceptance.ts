import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { orStorageError } from './durable-files.ts';
import { createEntryId } from './entry-id.ts';
import type { EntryStore } from './entry-store.ts';
import type { Entry, Outcome, Submission } from './entry.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { FirstOutcomes } from './first-outcomes.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import { createReference, referenceOf } from './reference.ts';
import type { Log } from '../web/log.ts';

/** A submission that no crash and no power cut can lose any more. */
export type Accepted = {
  /** For the visitor: "GIS-7K3M-92QX". */
  reference: string;
  /** The same form had come within the last minute, or this idempotency key before; there is one entry for both. */
  isRepeat: boolean;
  /** Of the first attempt; resolves in 5 s at the latest, then with "stored". Never rejects. */
  outcome: Promise<Outcome>;
};

export type AcceptOptions = {
  requestId?: string;
  /** A UUID of the sender's: whatever comes under it again is the same submission, for as long as anything of it is stored. */
  idempotencyKey?: string;
};

export type AcceptanceOptions = {
  store: Pick<EntryStore, 'add'>;
  outcomes: FirstOutcomes;
  /** Which request brought which entry, for the log of its attempts. */
  requestIds: { set(id: string, requestId: string): unknown };
  log: Log;
  /** Keys the fingerprints. */
  secret: string;
  clock: Clock;
  limits: Pick<OutboxLimits, 'sameWithinMs'>;
  /** Called with an entry that is durable. */
  enqueue: (id: string) => void;
};

/** Makes submissions durable, the same one within a minute only once. */
export class Acceptance {
  readonly #options: AcceptanceOptions;
  readonly #underWay = new Map<string, Promise<Accepted>>();

  constructor(options: AcceptanceOptions) {
    this.#options = options;
  }

  /** @throws OutboxStorageError when the store does not take it; then nothing of it is stored. */
  async accept(submission: Submission, options: AcceptOptions): Promise<Accepted> {
    const { log, secret } = this.#options;
    const fingerprint = fingerprintOf(submission, secret);
    const earlier = this.#underWay.get(fingerprint);
    if (earlier !== undefined) return { ...(await earlier), isRepeat: true };
    const accepted = orStorageError(log, this.#accept(submission, fingerprint, options));
    this.#underWay.set(fingerprint, accepted);
    try {
      return await accepted;
    } finally {
      this.#underWay.delete(fingerprint);
    }
  }

  async #accept(
    submission: Submission,
    fingerprint: string,
    { requestId, idempotencyKey }: AcceptOptions,
  ): Promise<Accepted> {
    const { store, outcomes, requestIds, clock, limits, log, secret, enqueue } = this.#options;
    const { form, campus, cv } = submission;
    const entry = toEntry(submission, {
      fingerprint,
      acceptedAtMs: clock.now(),
      idempotencyKey: idempotencyKey ?? randomUUID(),
      reference:
        idempotencyKey === undefined ? createReference() : referenceOf(idempotencyKey, secret),
    });
    const { id, reference } = entry;
    const outcome = outcomes.subscribe(id);
    if (requestId !== undefined) requestIds.set(id, requestId);
    const sinceMs = clock.now() - limits.sameWithinMs;
    const upload = cv?.upload.path ?? null;
    const repeated = await store.add(entry, upload, { fingerprint, sinceMs });
    if (repeated !== null) {
      const known = outcomes.subscribe(repeated.id);
      await outcomes.look(repeated.id);
      return { reference: repeated.reference, isRepeat: true, outcome: known };
    }
    log.info({ event: 'submission-stored', form, campus, reference, requestId });
    enqueue(id);
    return { reference, isRepeat: false, outcome };
  }
}

function toEntry(
  { form, campus, fields, cv }: Submission,
  {
    fingerprint,
    acceptedAtMs,
    ...given
  }: Pick<Entry, 'idempotencyKey' | 'reference'> & { fingerprint: string; acceptedAtMs: number },
): Entry {
  return {
    version: 1,
    id: createEntryId({ acceptedAtMs, fingerprint, reference: given.reference }),
    ...given,
    acceptedAt: new Date(acceptedAtMs).toISOString(),
    form,
    campus,
    fields: { ...fields },
    cv: cv === null ? null : { name: cv.name, size: cv.upload.size, sha256: cv.upload.sha256 },
  };
}
