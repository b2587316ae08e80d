import type { Provider } from '../provider/http-provider.ts';
import type { ListCache, ListUpdate } from '../provider/list-cache.ts';
import { inSlices } from '../slices.ts';
import type { Log } from '../log/log.ts';
import type { FreeSpace } from './free-space.ts';
import type { ImageLimits } from './image-limits.ts';
import { newestPictures } from './newest-pictures.ts';
import { phoneRenditions } from './picture-format.ts';
import type { Variants } from './variants.ts';

/** In the log, in place of a visitor's request. */
const REQUEST_ID = 'ahead';

type PicturesAheadOptions = {
  lists: Pick<ListCache, 'onListUpdated' | 'peek'>;
  variants: Pick<Variants, 'has' | 'idle' | 'get'>;
  provider: Pick<Provider, 'state'>;
  freeSpace: Pick<FreeSpace, 'isLow'>;
  /** Resolves when the cache folders have been read. */
  ready: Promise<unknown>;
  limits: Pick<ImageLimits, 'ahead'>;
  log: Log;
};

/**
 * Makes variants for phones of what a new list names, before the first visitor requests them: one at a time, while no
 * visitor waits for one, the provider is up and the disk is not low (docs/decisions/0016-pictures-ahead.md).
 */
export class PicturesAhead {
  readonly #options: PicturesAheadOptions;
  readonly #timer: NodeJS.Timeout;
  #last: Promise<unknown>;
  #isStopped = false;

  constructor(options: PicturesAheadOptions) {
    const { lists, limits, ready } = options;
    this.#options = options;
    this.#last = ready;
    lists.onListUpdated((list) => {
      if (list.isNew) this.#last = this.#last.then(() => this.#makeNewest(list));
    });
    // A new album is noticed before its first visitor.
    const poll = () => void lists.peek('galleryAll');
    this.#timer = setInterval(poll, limits.ahead.pollMs).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async close(): Promise<void> {
    this.stop();
    await this.#last;
  }

  async #makeNewest({ name, rows }: ListUpdate): Promise<void> {
    const { variants, limits, log } = this.#options;
    const startedAt = performance.now();
    const pictures = await inSlices(newestPictures(name, rows, limits.ahead));
    const wanted = pictures.flatMap(({ file, use }) =>
      phoneRenditions(use).map((rendition) => ({ file, rendition })),
    );
    let count = 0;
    let failed = 0;
    let failedInARow = 0;
    for (const { file, rendition } of wanted) {
      await variants.idle();
      // The breaker does not open when only files fail.
      if (!this.#mayMake() || failedInARow === limits.ahead.failures) break;
      // Another process of the folder may have made it.
      if (variants.has(file, rendition)) continue;
      try {
        await variants.get(file, rendition, REQUEST_ID);
        count += 1;
        failedInARow = 0;
      } catch {
        // It is logged where it is thrown.
        failed += 1;
        failedInARow += 1;
      }
    }
    const durationMs = Math.round(performance.now() - startedAt);
    if (count + failed > 0)
      log.info({ event: 'pictures-ahead', list: name, count, failed, durationMs });
  }

  #mayMake(): boolean {
    const { provider, freeSpace } = this.#options;
    return !this.#isStopped && provider.state() === 'up' && !freeSpace.isLow();
  }
}
