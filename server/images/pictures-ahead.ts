import type { Provider } from '../provider/http-provider.ts';
import type { ListCache, ListUpdate } from '../provider/list-cache.ts';
import { inSlices, type Sliced } from '../slices.ts';
import type { Log } from '../log/log.ts';
import type { DiskCache } from './disk-cache.ts';
import type { ImageFiles } from './image-files.ts';
import type { ImageLimits } from './image-limits.ts';
import { phoneRenditions } from './picture-format.ts';
import type { Day } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/records/order.ts';
import { parseDay } from '../../shared/parse-day.ts';
import {
  fieldsOf,
  isHidden,
  type ListName,
  type RawOf,
} from '../../shared/records/provider-lists.ts';

/** In the log, in place of a visitor's request. */
const REQUEST_ID = 'ahead';

type PicturesAheadOptions = {
  lists: Pick<ListCache, 'onListUpdated' | 'peek'>;
  images: Pick<ImageFiles, 'has' | 'idle' | 'variant'>;
  cache: Pick<DiskCache, 'isLow' | 'ready'>;
  provider: Pick<Provider, 'state'>;
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
    const { lists, limits, cache } = options;
    this.#options = options;
    this.#last = cache.ready;
    lists.onListUpdated((list) => {
      if (list.isNew) this.#last = this.#last.then(() => this.#makeNewest(list));
    });
    // A new album is noticed before its first visitor.
    const poll = () => void lists.peek('galleryAll');
    this.#timer = setInterval(poll, limits.ahead.pollMs).unref();
  }

  /** The variant in progress is still made. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
  }

  async #makeNewest({ name, rows }: ListUpdate): Promise<void> {
    const { images, limits, log } = this.#options;
    const startedAt = performance.now();
    const pictures = await inSlices(newestPictures(name, rows, limits.ahead));
    const wanted = pictures.flatMap(({ file, use }) =>
      phoneRenditions(use).map((rendition) => ({ file, rendition })),
    );
    let count = 0;
    let failed = 0;
    let failedInARow = 0;
    for (const { file, rendition } of wanted) {
      await images.idle();
      // The breaker does not open when only files fail.
      if (!this.#mayMake() || failedInARow === limits.ahead.failures) break;
      // Another process of the folder may have made it.
      if (images.has(file, rendition)) continue;
      try {
        await images.variant(file, rendition, REQUEST_ID);
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
    const { provider, cache } = this.#options;
    return !this.#isStopped && provider.state() === 'up' && !cache.isLow();
  }
}

/** The first picture of a record is on its card, the others are on its page. */
type ListedPicture = { file: string; use: 'cover' | 'photo' };

/** Pictures of the newest records that a campus shows: their covers, then their photos. */
export function* newestPictures<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  limits: Pick<ImageLimits['ahead'], 'records' | 'pictures'>,
): Sliced<ListedPicture[]> {
  const fields = fieldsOf(name, 'pictures');
  if (fields.length === 0) return [];
  const [date = ''] = fieldsOf(name, 'date');
  const records: { files: string[]; day: Day | null }[] = [];
  for (const raw of rows) {
    yield;
    const row: Readonly<Record<string, unknown>> = raw;
    const files = fields.flatMap((field) => row[field]).filter((file) => typeof file === 'string');
    if (files.length === 0 || isHidden(name, raw)) continue;
    const written = row[date];
    records.push({ files, day: typeof written === 'string' ? parseDay(written) : null });
  }
  const newest = newestFirst(records).slice(0, limits.records);
  const covers = newest.flatMap(({ files }) => files.slice(0, 1));
  const photos = newest.flatMap(({ files }) => files.slice(1, limits.pictures));
  return [
    ...covers.map((file) => ({ file, use: 'cover' as const })),
    ...photos.map((file) => ({ file, use: 'photo' as const })),
  ].slice(0, limits.pictures);
}
