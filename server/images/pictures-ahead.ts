import type { Provider } from '../provider/http-provider.ts';
import type { ListCache, ListUpdate } from '../provider/list-cache.ts';
import { yieldToRequests } from '../event-loop.ts';
import type { Log } from '../log/log.ts';
import type { DiskCache } from './disk-cache.ts';
import type { ImageFiles } from './image-files.ts';
import type { ImageLimits } from './image-limits.ts';
import { phoneRenditions } from './picture-format.ts';
import type { Day } from '../../shared/dates.ts';
import { newestFirst } from '../../shared/records/order.ts';
import { parseDay } from '../../shared/parse-day.ts';
import {
  fieldNames,
  isHidden,
  type ListName,
  type RawOf,
} from '../../shared/records/provider-lists.ts';

/** Replaces the id of a visitor's request in the log. */
const REQUEST_ID = 'ahead';

type PicturesAheadOptions = {
  lists: Pick<ListCache, 'onListUpdated' | 'refreshIfDue'>;
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
export function startPicturesAhead({
  lists,
  images,
  cache,
  provider,
  limits: { ahead: limits },
  log,
}: PicturesAheadOptions): { stop: () => void } {
  let isStopped = false;
  let last: Promise<unknown> = cache.ready;

  async function makeNewest({ name, rows }: ListUpdate): Promise<void> {
    const startedAt = performance.now();
    const pictures = await newestPictures(name, rows, limits);
    const wanted = pictures.flatMap(({ file, use }) =>
      phoneRenditions(use).map((rendition) => ({ file, rendition })),
    );
    let count = 0;
    let failed = 0;
    let failedInARow = 0;
    for (const { file, rendition } of wanted) {
      await images.idle();
      if (isStopped || provider.state() !== 'up' || cache.isLow()) break;
      // The breaker does not open when only files fail.
      if (failedInARow === limits.failures) break;
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

  lists.onListUpdated((list) => {
    if (list.isNew) last = last.then(() => makeNewest(list));
  });
  // A new album is noticed before its first visitor.
  const timer = setInterval(() => lists.refreshIfDue('galleryAll'), limits.pollMs).unref();
  return {
    /** The variant in progress is still made. */
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

/** The first picture of a record is on its card, the others are on its page. */
type ListedPicture = { file: string; use: 'cover' | 'photo' };

/** Pictures of the newest records that a campus shows: their covers, then their photos. */
export async function newestPictures<Name extends ListName>(
  name: Name,
  rows: readonly RawOf<Name>[],
  limits: Pick<ImageLimits['ahead'], 'records' | 'pictures'>,
): Promise<ListedPicture[]> {
  const fields = fieldNames(name, 'pictures');
  if (fields.length === 0) return [];
  const [date = ''] = fieldNames(name, 'date');
  const records: { files: string[]; day: Day | null }[] = [];
  for (const raw of rows) {
    await yieldToRequests();
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
