import { FormError } from './form-error.ts';
import type { UploadLimits } from './form-limits.ts';

/** Who uploads, as far as can be known before the body is read. */
export type UploadClient = {
  /** As `clientNetwork` has it. */
  network: string;
  userAgent: string;
};

/** What the slots want to know of an upload, and may do to it. */
export type UploadControl = {
  /** Whether its sender is below the minimum rate just now. */
  isStalled: () => boolean;
  /** Ends the upload, to make room. */
  abort: (error: FormError) => void;
};

export type UploadSlotLimits = Pick<
  UploadLimits,
  | 'uploadSlots'
  | 'uploadSlotsPerClient'
  | 'uploadSlotsPerNetwork'
  | 'waitForUploadSlotMs'
  | 'maxOpenUploads'
  | 'retryUploadSeconds'
>;

export type UploadSlot = {
  /**
   * Resolves when the upload has a slot, at once if it already has.
   * @throws FormError 503 when none becomes free in time.
   */
  acquire(): Promise<void>;
  /** Gives the slot to whoever waits; the upload may acquire one again. */
  release(): void;
  /** The upload has ended. */
  close(): void;
};

type Upload = UploadClient & UploadControl & { hasSlot: boolean };
type Waiting = { upload: Upload; take: () => void; leave: (error: FormError) => void };

/**
 * A semaphore for uploads that is fair between clients: first come, first served, but past those who
 * already have as many slots as one client may. A carrier puts many phones behind one network, so there
 * a client is network and browser, and the network's own limit is wider.
 */
export class UploadSlots {
  readonly #limits: UploadSlotLimits;
  readonly #open = new Set<Upload>();
  #waiting: Waiting[] = [];

  constructor(limits: UploadSlotLimits) {
    this.#limits = limits;
  }

  /** Uploads that have a slot. */
  get taken(): number {
    return [...this.#open].filter(({ hasSlot }) => hasSlot).length;
  }

  /**
   * Lets an upload begin, without a slot. When too many are open, one that is stalled makes room, or the
   * latest of the network that has most. @throws FormError 503 when none should.
   */
  open(client: UploadClient, control: UploadControl): UploadSlot {
    if (this.#open.size >= this.#limits.maxOpenUploads) this.#makeRoomFor(client);
    const upload: Upload = { ...client, ...control, hasSlot: false };
    this.#open.add(upload);
    return {
      acquire: () => (upload.hasSlot ? Promise.resolve() : this.#acquire(upload)),
      release: () => this.#release(upload),
      close: () => {
        this.#open.delete(upload);
        this.#leave(upload);
        this.#release(upload);
      },
    };
  }

  #makeRoomFor({ network }: UploadClient): void {
    const uploads = [...this.#open];
    const out = uploads.find(({ isStalled }) => isStalled()) ?? this.#latestOfLargest(network);
    if (out === undefined) throw this.#busy();
    this.#open.delete(out);
    out.abort(this.#busy());
  }

  /** The latest upload of the network with most uploads, if they are more than `network` has with one more. */
  #latestOfLargest(network: string): Upload | undefined {
    const counts = new Map<string, number>();
    for (const upload of this.#open)
      counts.set(upload.network, (counts.get(upload.network) ?? 0) + 1);
    const most = Math.max(...counts.values());
    if (most <= (counts.get(network) ?? 0) + 1) return undefined;
    return [...this.#open].findLast((upload) => counts.get(upload.network) === most);
  }

  async #acquire(upload: Upload): Promise<void> {
    if (this.#mayTake(upload)) {
      upload.hasSlot = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.#leave(upload), this.#limits.waitForUploadSlotMs);
      this.#waiting.push({
        upload,
        take: () => {
          clearTimeout(timer);
          upload.hasSlot = true;
          resolve();
        },
        leave: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      });
    });
  }

  #leave(upload: Upload): void {
    const waiting = this.#waiting.find((each) => each.upload === upload);
    if (waiting === undefined) return;
    this.#waiting = this.#waiting.filter((each) => each !== waiting);
    waiting.leave(this.#busy());
  }

  #release(upload: Upload): void {
    upload.hasSlot = false;
    this.#waiting = this.#waiting.filter((waiting) => {
      if (!this.#mayTake(waiting.upload)) return true;
      waiting.take();
      return false;
    });
  }

  #mayTake(upload: Upload): boolean {
    const { uploadSlots, uploadSlotsPerClient, uploadSlotsPerNetwork } = this.#limits;
    const holders = [...this.#open].filter(({ hasSlot }) => hasSlot);
    return (
      holders.length < uploadSlots &&
      holders.filter(({ network }) => network === upload.network).length < uploadSlotsPerNetwork &&
      holders.filter((holder) => isSameClient(holder, upload)).length < uploadSlotsPerClient
    );
  }

  #busy(): FormError {
    return new FormError(503, 'busy', { retryAfterSeconds: this.#limits.retryUploadSeconds });
  }
}

function isSameClient(one: UploadClient, other: UploadClient): boolean {
  return one.network === other.network && one.userAgent === other.userAgent;
}
