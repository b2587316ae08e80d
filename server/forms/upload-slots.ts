import { EventEmitter, once } from 'node:events';
import { FormError } from './form-error.ts';
import type { UploadLimits } from './form-limits.ts';

/** The sender of an upload, as far as it is known before the body is read. */
export type UploadClient = {
  /** As `clientNetwork` has it. */
  network: string;
  userAgent: string | undefined;
};

/**
 * Uploads in progress: how many, how many of each client, and how fast. Slots are fair: first come, first
 * served, but clients with their share of slots are passed over. A carrier puts many phones behind one
 * network, so a client is network and browser, and the network has a wider limit.
 */
export class UploadSlots {
  readonly limits: UploadLimits;
  readonly changes = new EventEmitter().setMaxListeners(0);
  readonly #open = new Set<UploadInProgress>();

  constructor(limits: UploadLimits) {
    this.limits = limits;
  }

  /** Uploads that have a slot. */
  get taken(): number {
    return this.#holders().length;
  }

  /**
   * Lets an upload begin, without a slot. When too many are open, a stalled one is aborted.
   * @throws FormError 503 when none is stalled.
   */
  open(client: UploadClient): UploadInProgress {
    if (this.#open.size >= this.limits.maxOpenUploads) {
      const stalled = [...this.#open].find((upload) => upload.isStalled());
      if (stalled === undefined) throw this.busy();
      this.#open.delete(stalled);
      stalled.abort(this.busy());
    }
    const upload = new UploadInProgress(client, this);
    this.#open.add(upload);
    return upload;
  }

  close(upload: UploadInProgress): void {
    this.#open.delete(upload);
  }

  mayTake({ network, userAgent }: UploadClient): boolean {
    const { uploadSlots, uploadSlotsPerClient, uploadSlotsPerNetwork } = this.limits;
    const holders = this.#holders();
    const sameNetwork = holders.filter(({ client }) => client.network === network);
    const own = sameNetwork.filter(({ client }) => client.userAgent === userAgent);
    return (
      holders.length < uploadSlots &&
      sameNetwork.length < uploadSlotsPerNetwork &&
      own.length < uploadSlotsPerClient
    );
  }

  busy(): FormError {
    return new FormError(503, 'busy', { retryAfterSeconds: this.limits.retryUploadSeconds });
  }

  #holders(): UploadInProgress[] {
    return [...this.#open].filter(({ hasSlot }) => hasSlot);
  }
}

/**
 * One upload: its slot and its rate. Time is counted in checks at which the server was ready to read, so that
 * neither a slow disk nor a suspended process counts against the sender.
 */
export class UploadInProgress {
  readonly client: UploadClient;
  hasSlot = false;
  readonly #slots: UploadSlots;
  readonly #aborting = new AbortController();
  readonly #ended = new AbortController();
  #bytes = 0;
  #ms = 0;
  /** Bytes since the latest check, and between the checks before it, newest first. */
  #latest = 0;
  #recent: number[] = [];

  constructor(client: UploadClient, slots: UploadSlots) {
    this.client = client;
    this.#slots = slots;
  }

  /** Aborts with the FormError that ends the upload. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  abort(error: FormError): void {
    this.#aborting.abort(error);
  }

  /**
   * Resolves when the upload has a slot, at once if it already has.
   * @throws FormError 503 when none becomes free in time.
   */
  async acquire(): Promise<void> {
    const { signal } = this.#ended;
    const timer = setTimeout(() => this.#ended.abort(), this.#slots.limits.waitForUploadSlotMs);
    try {
      // Waiting uploads are notified in the order in which they came.
      while (!this.#take()) await once(this.#slots.changes, 'free', { signal });
    } catch {
      throw this.#slots.busy();
    } finally {
      clearTimeout(timer);
    }
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    this.#latest += bytes;
  }

  /** To be called every `uploadRateCheckMs`, unless the body is not being read at that time. */
  check(): void {
    const { uploadRateCheckMs, stalledUploadMs, uploadGraceMs } = this.#slots.limits;
    this.#ms += uploadRateCheckMs;
    const checks = Math.ceil(stalledUploadMs / uploadRateCheckMs);
    this.#recent = [this.#latest, ...this.#recent].slice(0, checks);
    this.#latest = 0;
    if (this.#isSlow(this.#bytes, this.#ms - uploadGraceMs))
      this.abort(new FormError(408, 'too-slow', { isBodyAbandoned: true }));
    else if (this.isStalled()) this.release();
  }

  /** Below the minimum rate in the latest checks. */
  isStalled(): boolean {
    const { uploadRateCheckMs, stalledUploadMs } = this.#slots.limits;
    const ms = this.#recent.length * uploadRateCheckMs;
    const bytes = this.#recent.reduce((sum, count) => sum + count, 0);
    return ms >= stalledUploadMs && this.#isSlow(bytes, ms);
  }

  /** Frees the slot for the next one; the upload may acquire one again. */
  release(): void {
    this.hasSlot = false;
    this.#slots.changes.emit('free');
  }

  close(): void {
    this.#slots.close(this);
    this.#ended.abort();
    this.release();
  }

  #take(): boolean {
    this.hasSlot ||= this.#slots.mayTake(this.client);
    return this.hasSlot;
  }

  #isSlow(bytes: number, ms: number): boolean {
    return bytes < (this.#slots.limits.minUploadBytesPerSecond * ms) / 1_000;
  }
}
