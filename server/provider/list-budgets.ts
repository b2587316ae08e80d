import type { ListName } from '../../shared/records/provider-lists.ts';
import type { Log } from '../log/log.ts';
import type { HeldList, ListStore } from './list-store.ts';

/** The lists that name albums, the longer one first. */
export const GALLERY_LISTS = ['galleryAll', 'gallery'] as const;

const ALBUMS_PER_MINUTE = 10;
/** Lists that are requested before they are stale, as a page names a file that they do not have. */
const RENEWALS_PER_MINUTE = 24;
const MINUTE_MS = 60_000;
/** Pause between two lines in the log about unlisted albums. */
const SILENCE_MS = 10 * MINUTE_MS;

type ListBudgetsOptions = { store: ListStore; log: Log; now: () => Date };

/** Calls that all visitors together may cause with invented ids and names (docs/promises.md#c16). */
export class ListBudgets {
  readonly #options: ListBudgetsOptions;
  readonly #albums: CallBudget;
  readonly #renewals: CallBudget;
  #silentUntilMs = 0;

  constructor(options: ListBudgetsOptions) {
    this.#options = options;
    this.#albums = new CallBudget(ALBUMS_PER_MINUTE, options.now);
    this.#renewals = new CallBudget(RENEWALS_PER_MINUTE, options.now);
  }

  /** Whether a list may be requested before it is stale. */
  takeRenewal(): boolean {
    return this.#renewals.take();
  }

  /**
   * Whether a list may be requested: any without an id, a listed album, another album within the budget.
   * @param load loads a gallery that is unknown, as after a start.
   */
  async takeAlbum(list: HeldList, load: (gallery: ListName) => Promise<unknown>): Promise<boolean> {
    if (list.id === '' || this.#isListed(list) || this.#albums.take()) return true;
    const unknown = GALLERY_LISTS.filter(
      (name) => this.#options.store.peek({ name, id: '' }) === undefined,
    );
    await Promise.all(unknown.map(load));
    if (unknown.length > 0 && this.#isListed(list)) return true;
    this.#warn(list);
    return false;
  }

  #isListed(list: HeldList): boolean {
    const rowsOf = (held: HeldList) => this.#options.store.peek(held)?.rows ?? [];
    return (
      rowsOf(list).length > 0 ||
      GALLERY_LISTS.some((name) => rowsOf({ name, id: '' }).some(({ _id }) => _id === list.id))
    );
  }

  #warn({ name }: HeldList): void {
    const { log, now } = this.#options;
    const time = now().getTime();
    if (time >= this.#silentUntilMs) log.warn({ event: 'albums-limited', list: name });
    this.#silentUntilMs = time + SILENCE_MS;
  }
}

class CallBudget {
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

  take(): boolean {
    const time = this.#now().getTime();
    // The clock may jump back.
    const elapsedMs = Math.max(0, time - this.#countedAt);
    this.#countedAt = time;
    this.#left = Math.min(this.#perMinute, this.#left + (elapsedMs / MINUTE_MS) * this.#perMinute);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
