/** Something that a page waits for: it goes on when it is its turn. */
type Turn = { owner: object; isTimer: boolean; go: () => void };

/** Each number says which of what waits goes on next. */
export class Turns {
  #waiting: Turn[] = [];
  #choices: readonly number[];
  #made = 0;
  /** Whether timers end before what they limit. */
  isSlow = true;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  /** @param owner what does not go on any more after `forget`. */
  next(owner: object, { isTimer = false } = {}): Promise<void> {
    return new Promise((go) => this.#waiting.push({ owner, isTimer, go }));
  }

  forget(owner: object): void {
    this.#waiting = this.#waiting.filter((turn) => turn.owner !== owner);
  }

  /** Lets one go on: the oldest, and no timer, after the last choice. @returns whether any waited. */
  take(): boolean {
    const choice = this.#choices[this.#made];
    this.#made += 1;
    const isTimer = this.isSlow && choice !== undefined && choice % 16 === 0;
    const alike = this.#waiting.filter((turn) => turn.isTimer === isTimer);
    const possible = alike.length > 0 ? alike : this.#waiting.filter((turn) => !turn.isTimer);
    const turn = possible[Math.floor((choice ?? 0) / 16) % possible.length];
    if (turn === undefined) return false;
    this.#waiting.splice(this.#waiting.indexOf(turn), 1);
    turn.go();
    return true;
  }
}
