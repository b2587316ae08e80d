import { EventEmitter, once } from 'node:events';
import { FormError } from './form-error.ts';
import type { FormLimits } from './form-limits.ts';
import type { Client } from './rate-limits.ts';

/**
 * Uploads that are read at the same time. Slots are fair: first come, first served, but clients with their share
 * of slots are passed over. A carrier puts many phones behind one network, so a client is network and
 * browser, and the network has a wider limit.
 */
export class UploadSlots {
  readonly #limits: FormLimits;
  readonly #holders = new Set<Client>();
  readonly #changes = new EventEmitter().setMaxListeners(0);

  constructor(limits: FormLimits) {
    this.#limits = limits;
  }

  /**
   * @returns what releases the slot.
   * @throws FormError 503 when none becomes free in time, or too many uploads wait.
   */
  async acquire(client: Client): Promise<() => void> {
    const { waitForUploadSlotMs, maxWaitingUploads } = this.#limits;
    const isFull = this.#changes.listenerCount('free') >= maxWaitingUploads;
    if (!this.#mayTake(client) && isFull) throw this.#busy();
    const signal = AbortSignal.timeout(waitForUploadSlotMs);
    try {
      // Waiting uploads are notified in the order in which they came.
      while (!this.#mayTake(client)) await once(this.#changes, 'free', { signal });
    } catch {
      throw this.#busy();
    }
    // The same client may hold several.
    const holder = { ...client };
    this.#holders.add(holder);
    return () => {
      this.#holders.delete(holder);
      this.#changes.emit('free');
    };
  }

  #busy(): FormError {
    return new FormError(503, 'busy', { retryAfterSeconds: this.#limits.retryUploadSeconds });
  }

  #mayTake({ network, userAgent }: Client): boolean {
    const { uploadSlots, uploadSlotsPerClient, uploadSlotsPerNetwork } = this.#limits;
    const sameNetwork = [...this.#holders].filter((holder) => holder.network === network);
    const own = sameNetwork.filter((holder) => holder.userAgent === userAgent);
    return (
      this.#holders.size < uploadSlots &&
      sameNetwork.length < uploadSlotsPerNetwork &&
      own.length < uploadSlotsPerClient
    );
  }
}
