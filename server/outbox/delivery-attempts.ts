import type { Clock } from './clock.ts';
import { toDeliveryFailure, type DeliveryFailure } from './delivery-failure.ts';
import type { AttemptResult, AttemptTurn } from './delivery-queue.ts';
import type { Delivery, Entry, Outcome } from './entry.ts';
import type { MisconfiguredForms } from './misconfigured-forms.ts';
import { CorruptEntryError, type OutboxFolder } from './outbox-folder.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import { logStorageFailure } from './storage-failure.ts';
import type { Log } from '../web/log.ts';

export type DeliveryAttemptsOptions = {
  folder: OutboxFolder;
  deliver: (delivery: Delivery) => Promise<void>;
  log: Log;
  clock: Clock;
  limits: Pick<OutboxLimits, 'giveUpMs'>;
  misconfigured: MisconfiguredForms;
  /** Says what became of an entry, to whoever waits for it. */
  notify: (id: string, outcome: Outcome) => void;
};

/** What the log says of an entry: nothing that its visitor wrote. */
type AttemptLine = Pick<Entry, 'form' | 'campus' | 'reference'> & {
  requestId: string | undefined;
  attempt: number;
};

type Attempt = {
  id: string;
  entry: Entry;
  line: AttemptLine;
  isTooOld: boolean;
  /** What the attempt before this one failed of. */
  earlierCause: string | null;
  nextMs: AttemptTurn['nextMs'];
};

const OVER: AttemptResult = { kind: 'done', wasDelivered: false };

/** Attempts deliveries: what they mean for the entry's files, the log and whoever waits. */
export class DeliveryAttempts {
  readonly #options: DeliveryAttemptsOptions;
  readonly #requestIds = new Map<string, string>();
  /** Delivered entries whose files the disk would not let go: never sent again by this process. */
  readonly #delivered = new Set<string>();

  constructor(options: DeliveryAttemptsOptions) {
    this.#options = options;
  }

  /** Lets the log of an entry's attempts name the request that brought it. */
  rememberRequest(id: string, requestId: string): void {
    this.#requestIds.set(id, requestId);
  }

  forgetRequest(id: string): void {
    this.#requestIds.delete(id);
  }

  /** One attempt, with its marks on the disk and its lines in the log. Never rejects. */
  async run(id: string, turn: AttemptTurn): Promise<AttemptResult> {
    const { log, notify } = this.#options;
    try {
      return await this.#attempt(id, turn);
    } catch (error) {
      logStorageFailure(log, error);
      notify(id, 'stored');
      return { kind: 'later', waitMs: 0 };
    }
  }

  /** Moves what is no entry out of the way. */
  async quarantine(name: string): Promise<void> {
    const { folder, log } = this.#options;
    log.error({ event: 'outbox-corrupt', folder: 'corrupt' });
    await folder.quarantine(name);
  }

  async #attempt(id: string, { number, nextMs }: AttemptTurn): Promise<AttemptResult> {
    const { folder, clock, limits, misconfigured, notify, deliver } = this.#options;
    if (await this.#isDelivered(id)) {
      await folder.discard(id);
      this.#delivered.delete(id);
      return OVER;
    }
    const found = await this.#readOrQuarantine(id);
    if (found === null) return OVER;
    const { entry } = found;
    const isTooOld = clock.now() - Date.parse(entry.acceptedAt) >= limits.giveUpMs;
    const heldMs = isTooOld ? 0 : misconfigured.acquire(entry.form);
    if (heldMs > 0) {
      notify(id, 'stored');
      return { kind: 'held', forMs: heldMs };
    }
    const { line, earlierCause } = await this.#begin(id, entry, number);
    const attempt: Attempt = { id, entry, line, isTooOld, earlierCause, nextMs };
    try {
      await deliver({ ...found, requestId: line.requestId });
    } catch (error) {
      return await this.#failed(attempt, toDeliveryFailure(error));
    }
    return await this.#succeeded(attempt);
  }

  async #isDelivered(id: string): Promise<boolean> {
    return this.#delivered.has(id) || (await this.#options.folder.receipt(id)) !== null;
  }

  async #readOrQuarantine(id: string) {
    const { folder } = this.#options;
    try {
      return await folder.read(id);
    } catch (error) {
      if (!(error instanceof CorruptEntryError)) throw error;
      if (await folder.has('new', id)) await this.quarantine(id);
      return null;
    }
  }

  /** Notes on the disk that the entry is being sent, so that a crash from here on is known to be a possible repeat. */
  async #begin(id: string, { form, campus, reference }: Entry, number: number) {
    const { folder, log } = this.#options;
    const earlier = await folder.attemptNote(id);
    const attempt = Math.max(number, (earlier?.attempt ?? 0) + 1);
    const line = { form, campus, reference, requestId: this.#requestIds.get(id), attempt };
    if (earlier?.state === 'trying') log.warn({ event: 'submission-repeat-possible', ...line });
    await folder.noteAttempt(id, {
      state: 'trying',
      attempt,
      at: this.#isoNow(),
      cause: null,
      nextAt: null,
    });
    return { line, earlierCause: earlier?.cause ?? null };
  }

  async #succeeded({ id, entry, line }: Attempt): Promise<AttemptResult> {
    const { folder, log, misconfigured, notify } = this.#options;
    const { reference, form, campus, acceptedAt } = entry;
    misconfigured.succeeded(form);
    this.#delivered.add(id);
    this.forgetRequest(id);
    log.info({ event: 'submission-delivered', ...line });
    notify(id, 'delivered');
    await folder.finish({
      id,
      reference,
      form,
      campus,
      acceptedAt,
      deliveredAt: this.#isoNow(),
      attempts: line.attempt,
    });
    this.#delivered.delete(id);
    return { kind: 'done', wasDelivered: true };
  }

  async #failed(attempt: Attempt, failure: DeliveryFailure): Promise<AttemptResult> {
    const { misconfigured } = this.#options;
    const { form } = attempt.entry;
    if (failure.kind === 'misconfigured') misconfigured.failed(form, failure);
    else misconfigured.release(form);
    return failure.kind === 'rejected' || attempt.isTooOld
      ? await this.#deadLetter(attempt, failure)
      : await this.#retryLater(attempt, failure);
  }

  async #retryLater(
    { id, line, earlierCause, nextMs }: Attempt,
    { cause, status, waitMs }: DeliveryFailure,
  ): Promise<AttemptResult> {
    const { folder, log, notify } = this.#options;
    const retryInMs = nextMs(waitMs);
    await folder.noteAttempt(id, {
      state: 'waiting',
      attempt: line.attempt,
      at: this.#isoNow(),
      cause,
      nextAt: this.#isoNow(retryInMs),
    });
    const fields = { ...line, cause, status: status ?? undefined, retryInMs };
    // A cause is an error once; that it lasts is no news.
    if (earlierCause === cause) log.warn({ event: 'submission-retry', ...fields });
    else log.error({ event: 'submission-retry', ...fields });
    notify(id, 'stored');
    return { kind: 'later', waitMs };
  }

  async #deadLetter(
    { id, line }: Attempt,
    { kind, cause, status }: DeliveryFailure,
  ): Promise<AttemptResult> {
    const { folder, log, notify } = this.#options;
    const isRejected = kind === 'rejected';
    const event = isRejected ? 'submission-rejected' : 'submission-expired';
    log.error({ event, ...line, cause, status: status ?? undefined });
    notify(id, isRejected ? 'rejected' : 'stored');
    const reason = isRejected ? 'refused' : 'expired';
    await folder.deadLetter(id, { reason, cause, at: this.#isoNow(), attempts: line.attempt });
    this.forgetRequest(id);
    return OVER;
  }

  #isoNow(plusMs = 0): string {
    return new Date(this.#options.clock.now() + plusMs).toISOString();
  }
}
