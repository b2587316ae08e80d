import type { Clock } from './clock.ts';
import { toDeliveryFailure, type DeliveryFailure } from './delivery-failure.ts';
import type { AttemptResult, AttemptTurn } from './delivery-queue.ts';
import { logStorageFailure } from './durable-files.ts';
import { CorruptEntryError, type EntryStore } from './entry-store.ts';
import type { AttemptNote, Delivery, Entry, Outcome } from './entry.ts';
import type { FormHolds } from './misconfigured-forms.ts';
import type { OutboxLimits } from './outbox-limits.ts';
import type { Log } from '../web/log.ts';

export type DeliveryAttemptsOptions = {
  store: EntryStore;
  /** @throws ProviderError, which `toDeliveryFailure` judges. */
  deliver: (delivery: Delivery) => Promise<void>;
  log: Log;
  clock: Clock;
  limits: Pick<OutboxLimits, 'giveUpMs'>;
  misconfigured: FormHolds;
  /** Which request brought which entry. */
  requestIds: { get(id: string): string | undefined };
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

/** Attempts deliveries: what they mean for the entry, the log and whoever waits. */
export class DeliveryAttempts {
  readonly #options: DeliveryAttemptsOptions;
  /** Delivered entries that the store would not let go: never sent again by this process. */
  readonly #delivered = new Set<string>();

  constructor(options: DeliveryAttemptsOptions) {
    this.#options = options;
  }

  /** One attempt, with its marks in the store and its lines in the log. Never rejects. */
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

  /** Puts what is no entry out of the way. */
  async quarantine(name: string): Promise<void> {
    const { store, log } = this.#options;
    log.error({ event: 'outbox-corrupt', folder: 'corrupt' });
    await store.quarantine(name);
  }

  async #attempt(id: string, { number, nextMs }: AttemptTurn): Promise<AttemptResult> {
    const { store, clock, limits, misconfigured, notify, deliver } = this.#options;
    if (this.#delivered.has(id)) {
      await store.discard(id);
      this.#delivered.delete(id);
      return OVER;
    }
    const stored = await this.#readOrQuarantine(id);
    if (stored === null) return OVER;
    const { entry, note } = stored;
    const isTooOld = clock.now() - Date.parse(entry.acceptedAt) >= limits.giveUpMs;
    const heldMs = isTooOld ? 0 : await misconfigured.acquire(entry.form);
    if (heldMs > 0) {
      notify(id, 'stored');
      return { kind: 'held', forMs: heldMs };
    }
    const attempt = { entry, isTooOld, nextMs, ...(await this.#begin(entry, note, number)), id };
    try {
      await deliver({ ...stored, requestId: attempt.line.requestId });
    } catch (error) {
      return await this.#failed(attempt, toDeliveryFailure(error));
    }
    return await this.#succeeded(attempt);
  }

  async #readOrQuarantine(id: string) {
    try {
      return await this.#options.store.read(id);
    } catch (error) {
      if (!(error instanceof CorruptEntryError)) throw error;
      await this.quarantine(id);
      return null;
    }
  }

  /** Notes that the entry is being sent, so that a crash from here on is known to be a possible repeat. */
  async #begin(
    { id, form, campus, reference }: Entry,
    earlier: AttemptNote | null,
    number: number,
  ) {
    const { store, log, requestIds } = this.#options;
    const attempt = Math.max(number, (earlier?.attempt ?? 0) + 1);
    const line = { form, campus, reference, requestId: requestIds.get(id), attempt };
    if (earlier?.state === 'trying') log.warn({ event: 'submission-repeat-possible', ...line });
    const note = {
      state: 'trying',
      attempt,
      at: this.#isoNow(),
      cause: null,
      nextAt: null,
    } as const;
    await store.noteAttempt(id, note);
    return { line, earlierCause: earlier?.cause ?? null };
  }

  async #succeeded({ id, entry, line }: Attempt): Promise<AttemptResult> {
    const { store, log, misconfigured, notify } = this.#options;
    const { reference, form, campus, acceptedAt } = entry;
    this.#delivered.add(id);
    log.info({ event: 'submission-delivered', ...line });
    const deliveredAt = this.#isoNow();
    const attempts = line.attempt;
    try {
      await store.finish({ id, reference, form, campus, acceptedAt, deliveredAt, attempts });
      this.#delivered.delete(id);
    } finally {
      // Not before the receipt stands: a repeat that came in between would find neither it nor this notice.
      notify(id, 'delivered');
    }
    await misconfigured.succeeded(form);
    return { kind: 'done', wasDelivered: true };
  }

  async #failed(attempt: Attempt, failure: DeliveryFailure): Promise<AttemptResult> {
    const { misconfigured } = this.#options;
    const { form } = attempt.entry;
    if (failure.kind === 'misconfigured') await misconfigured.failed(form, failure);
    else await misconfigured.release(form);
    return failure.kind === 'rejected' || attempt.isTooOld
      ? await this.#deadLetter(attempt, failure)
      : await this.#retryLater(attempt, failure);
  }

  async #retryLater(
    { id, line, earlierCause, nextMs }: Attempt,
    { cause, remedy, status, waitMs }: DeliveryFailure,
  ): Promise<AttemptResult> {
    const { store, log, notify } = this.#options;
    const retryInMs = nextMs(waitMs);
    await store.noteAttempt(id, {
      state: 'waiting',
      attempt: line.attempt,
      at: this.#isoNow(),
      cause,
      nextAt: this.#isoNow(retryInMs),
    });
    const fields = { ...line, cause, remedy, status: status ?? undefined, retryInMs };
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
    const { store, log, notify } = this.#options;
    const isRejected = kind === 'rejected';
    const event = isRejected ? 'submission-rejected' : 'submission-expired';
    log.error({ event, ...line, cause, status: status ?? undefined });
    const reason = isRejected ? 'refused' : 'expired';
    try {
      await store.deadLetter(id, { reason, cause, at: this.#isoNow(), attempts: line.attempt });
    } finally {
      notify(id, isRejected ? 'rejected' : 'stored');
    }
    return OVER;
  }

  #isoNow(plusMs = 0): string {
    return new Date(this.#options.clock.now() + plusMs).toISOString();
  }
}
