import { setImmediate } from 'node:timers/promises';

/** Pages in rendering or in the queue. A page takes some 20 ms. */
export const RENDER_LIMITS = {
  /** All clients together. */
  total: 64,
  /** One address: a carrier may put many phones behind it. */
  perClient: 16,
  retryAfterSeconds: 2,
};

export class RenderBusyError extends Error {
  override readonly name = 'RenderBusyError';
}

/**
 * The concurrency limit of pages that no cache holds: searches, filtered lists, 404s. Each has its own turn of the
 * event loop, so that cached pages are sent in between (docs/promises.md#p3).
 */
export class RenderLimits {
  readonly #pending = new Map<string, number>();
  #total = 0;
  #lastTurn: Promise<void> = Promise.resolve();

  /** @throws RenderBusyError, and what `render` throws. */
  async run<Page>(client: string, render: () => Promise<Page>): Promise<Page> {
    const pending = this.#pending.get(client) ?? 0;
    if (this.#total >= RENDER_LIMITS.total || pending >= RENDER_LIMITS.perClient)
      throw new RenderBusyError();
    this.#total += 1;
    this.#pending.set(client, pending + 1);
    try {
      await this.turn();
      return await render();
    } finally {
      this.#total -= 1;
      const rest = (this.#pending.get(client) ?? 1) - 1;
      if (rest === 0) this.#pending.delete(client);
      else this.#pending.set(client, rest);
    }
  }

  /** Resolves in a turn of the event loop in which no other page is rendered. */
  turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate());
    return this.#lastTurn;
  }
}
