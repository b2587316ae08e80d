import { EventEmitter, once } from 'node:events';
import { FormError } from './form-error.ts';
import type { UploadLimits } from './form-limits.ts';

/** Who uploads, as far as can be known before the body is read. */
export type UploadClient = {
  /** As `clientNetwork` has it. */
  network: string;
  userAgent: string | undefined;
};

/** What the slots want to know of an upload, and may do to it. */
type UploadControl = {
  /** Whether its sender is below the minimum rate just now. */
  isStalled: () => boolean;
  /** Ends the upload, to make room. */
  abort: (error: FormError) => void;
};

type Upload = UploadClient & UploadControl & { hasSlot: boolean; ended: AbortController };

/**
 * A semaphore for uploads that is fair between clients: first come, first served, but past those who
 * already have as many slots as one client may. A carrier puts many phones behind one network, so there
 * a client is network and browser, and the network's own limit is wider.
 */
export class UploadSlots {
  readonly #limits: UploadLimits;
  readonly #open = new Set<Upload>();
  readonly #changes = new EventEmitter().setMaxListeners(0);

  constructor(limits: UploadLimits) {
    this.#limits = limits;
  }

  /** Uploads that have a slot. */
  get taken(): number {
    return this.#holders().length;
  }

  /**
   * Lets an upload begin, without a slot. When too many are open, one that is stalled makes room.
   * @throws FormError 503 when none is.
   */
  open(client: UploadClient, control: UploadControl) {
    if (this.#open.size >= this.#limits.maxOpenUploads) this.#makeRoom();
    const upload = { ...client, ...control, hasSlot: false, ended: new AbortController() };
    this.#open.add(upload);
    return {
      /**
       * Resolves when the upload has a slot, at once if it already has.
       * @throws FormError 503 when none becomes free in time.
       */
      acquire: () => this.#acquire(upload),
      /** Frees the slot for the next one; the upload may acquire one again. */
      release: () => this.#release(upload),
      /** The upload has ended. */
      close: () => {
        this.#open.delete(upload);
        upload.ended.abort();
        this.#release(upload);
      },
    };
  }

  #makeRoom(): void {
    const stalled = [...this.#open].find(({ isStalled }) => isStalled());
    if (stalled === undefined) throw this.#busy();
    this.#open.delete(stalled);
    stalled.abort(this.#busy());
  }

  async #acquire(upload: Upload): Promise<void> {
    if (this.#take(upload)) return;
    const { signal } = upload.ended;
    const timer = setTimeout(() => upload.ended.abort(), this.#limits.waitForUploadSlotMs);
    try {
      // All who wait look again, in the order in which they came.
      do await once(this.#changes, 'free', { signal });
      while (!this.#take(upload));
    } catch {
      throw this.#busy();
    } finally {
      clearTimeout(timer);
    }
  }

  #release(upload: Upload): void {
    upload.hasSlot = false;
    this.#changes.emit('free');
  }

  /** Whether the upload has a slot now. */
  #take(upload: Upload): boolean {
    upload.hasSlot ||= this.#mayTake(upload);
    return upload.hasSlot;
  }

  #mayTake({ network, userAgent }: UploadClient): boolean {
    const { uploadSlots, uploadSlotsPerClient, uploadSlotsPerNetwork } = this.#limits;
    const holders = this.#holders();
    const neighbours = holders.filter((holder) => holder.network === network);
    const own = neighbours.filter((holder) => holder.userAgent === userAgent);
    return (
      holders.length < uploadSlots &&
      neighbours.length < uploadSlotsPerNetwork &&
      own.length < uploadSlotsPerClient
    );
  }

  #holders(): Upload[] {
    return [...this.#open].filter(({ hasSlot }) => hasSlot);
  }

  #busy(): FormError {
    return new FormError(503, 'busy', { retryAfterSeconds: this.#limits.retryUploadSeconds });
  }
}
