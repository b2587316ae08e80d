import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';
import { errorCode, OutboxStorageError } from './durable-files.ts';
import { createEntryId, type EntryId } from './entry-id.ts';
import type { Entry, Outcome, Submission } from './entry.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { FirstOutcomes } from './first-outcomes.ts';
import type { OutboxFolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import { createReference, type RandomBytes } from './reference.ts';
import { logStorageFailure } from './storage-failure.ts';
import type { Log } from '../web/log.ts';

/** A submission that no crash and no power cut can lose any more. */
export type Accepted = {
  /** For the visitor: "GIS-7K3M-92QX". */
  reference: string;
  /** The same form had come within the last minute; there is one entry for both. */
  isRepeat: boolean;
  /** Of the first attempt; resolves in 5 s at the latest, then with "stored". Never rejects. */
  outcome: Promise<Outcome>;
};

export type AcceptOptions = { requestId?: string };

export type AcceptanceOptions = {
  folder: OutboxFolder;
  outcomes: FirstOutcomes;
  log: Log;
  secret: string;
  clock: Clock;
  limits: Pick<OutboxLimits, 'sameWithinMs'>;
  randomBytes: RandomBytes;
  /** Called with an entry that is about to be written, and with it again if the disk does not take it. */
  announce: (id: string, requestId: string | undefined) => void;
  retract: (id: string) => void;
  /** Called when it is durable. */
  enqueue: (id: string) => void;
};

/** Makes submissions durable, the same one within a minute only once. */
export class Acceptance {
  readonly #options: AcceptanceOptions;
  readonly #underWay = new Map<string, Promise<Accepted>>();

  constructor(options: AcceptanceOptions) {
    this.#options = options;
  }

  /** @throws OutboxStorageError when the disk does not take it; then nothing of it is stored. */
  async accept(submission: Submission, { requestId }: AcceptOptions): Promise<Accepted> {
    const fingerprint = fingerprintOf(submission, this.#options.secret);
    const earlier = this.#underWay.get(fingerprint);
    if (earlier !== undefined) return { ...(await earlier), isRepeat: true };
    const accepted = this.#acceptFirst(submission, fingerprint, requestId);
    this.#underWay.set(fingerprint, accepted);
    try {
      return await accepted;
    } finally {
      this.#underWay.delete(fingerprint);
    }
  }

  /** Where an upload may be written. @throws OutboxStorageError when the disk does not take its folder. */
  async uploadPath(): Promise<string> {
    const { folder, log } = this.#options;
    try {
      return await folder.uploadPath();
    } catch (error) {
      logStorageFailure(log, error);
      throw new OutboxStorageError(error);
    }
  }

  /** Folders that could not be made at the start, or have been removed since, are made now. */
  async #acceptFirst(
    submission: Submission,
    fingerprint: string,
    requestId: string | undefined,
  ): Promise<Accepted> {
    const { folder, log } = this.#options;
    const accept = () => this.#findOrStore(submission, fingerprint, requestId);
    try {
      return await accept().catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        await folder.prepare();
        return await accept();
      });
    } catch (error) {
      logStorageFailure(log, error);
      throw new OutboxStorageError(error);
    }
  }

  async #findOrStore(
    submission: Submission,
    fingerprint: string,
    requestId: string | undefined,
  ): Promise<Accepted> {
    const { folder, clock, limits } = this.#options;
    const repeated = await folder.findRecent(fingerprint, clock.now() - limits.sameWithinMs);
    return repeated === null
      ? await this.#store(submission, fingerprint, requestId)
      : await this.#repeat(repeated);
  }

  async #repeat({ id, reference }: EntryId): Promise<Accepted> {
    const { outcomes } = this.#options;
    const subscription = outcomes.subscribe(id);
    const known = await outcomes.onDisk(id);
    if (known !== null) outcomes.notify(id, known);
    return { reference, isRepeat: true, outcome: subscription.outcome };
  }

  async #store(
    submission: Submission,
    fingerprint: string,
    requestId: string | undefined,
  ): Promise<Accepted> {
    const { folder, outcomes, clock, randomBytes, log, announce, retract, enqueue } = this.#options;
    const { form, campus, cv } = submission;
    const reference = createReference(randomBytes);
    const name = createEntryId({ acceptedAtMs: clock.now(), fingerprint, reference });
    const subscription = outcomes.subscribe(name.id);
    announce(name.id, requestId);
    try {
      await folder.write(toEntry(submission, name), cv?.upload.path ?? null);
    } catch (error) {
      subscription.cancel();
      retract(name.id);
      throw error;
    }
    log.info({ event: 'submission-stored', form, campus, reference, requestId });
    enqueue(name.id);
    return { reference, isRepeat: false, outcome: subscription.outcome };
  }
}

function toEntry(
  { form, campus, fields, cv }: Submission,
  { id, reference, acceptedAtMs }: EntryId,
): Entry {
  return {
    version: 1,
    id,
    reference,
    idempotencyKey: randomUUID(),
    acceptedAt: new Date(acceptedAtMs).toISOString(),
    form,
    campus,
    fields: { ...fields },
    cv: cv === null ? null : { name: cv.name, size: cv.upload.size, sha256: cv.upload.sha256 },
  };
}
