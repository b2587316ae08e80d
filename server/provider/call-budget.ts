const MINUTE_MS = 60_000;

/** Calls that all visitors together may cause in a minute; what was not used is there a minute later, no more. */
export class CallBudget {
  readonly #perMinute: number;
  readonly #now: () => Date;
  #left: number;
  #countedAt: number;

  constructor(perMinute: number, now: () => Date) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#left = perMinute;
    this.#countedAt = now().getTime();
  }

  /** Takes one call of the budget, if there is one left. */
  take(): boolean {
    const time = this.#now().getTime();
    // A clock that was set back gives nothing.
    const elapsedMs = Math.max(0, time - this.#countedAt);
    this.#countedAt = time;
    this.#left = Math.min(this.#perMinute, this.#left + (elapsedMs / MINUTE_MS) * this.#perMinute);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
