/** Work that several callers want at once is done once; each gets its result or its error. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Promise<T>>();

  run(key: string, work: () => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key) ?? work().finally(() => this.#flights.delete(key));
    this.#flights.set(key, flight);
    return flight;
  }

  isIdle(): boolean {
    return this.#flights.size === 0;
  }

  /** Resolves when what runs now has ended, well or not. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#flights.values());
  }
}
