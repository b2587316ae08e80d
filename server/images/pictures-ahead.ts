import type { Provider } from '../provider/http-provider.ts';
import type { ListCache, ListUpdate } from '../provider/list-cache.ts';
import type { Log } from '../log/log.ts';
import type { DiskCache } from './disk-cache.ts';
import type { ImageFiles } from './image-files.ts';
import type { ImageLimits } from './image-limits.ts';
import { phoneRenditions } from './picture-format.ts';
import { newestFirst } from '../../shared/records/order.ts';
import type { ListName, RecordOf } from '../../shared/records/provider-lists.ts';

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

  async function makeNewest({ name, records }: ListUpdate): Promise<void> {
    const startedAt = performance.now();
    const wanted = newestPictures(records, limits).flatMap(({ file, use }) =>
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

/** Pictures of the newest records of all campuses: their covers, then their photos. */
export function newestPictures(
  records: ListUpdate['records'],
  limits: Pick<ImageLimits['ahead'], 'records' | 'pictures'>,
): ListedPicture[] {
  // What several campuses show is one record.
  const listed = [...new Set(Object.values(records).flat())].map((record) => ({
    files: picturesOf(record),
    day: 'day' in record ? record.day : null,
  }));
  const pictured = listed.filter(({ files }) => files.length > 0);
  const newest = newestFirst(pictured).slice(0, limits.records);
  const covers = newest.flatMap(({ files }) => files.slice(0, 1));
  const photos = newest.flatMap(({ files }) => files.slice(1, limits.pictures));
  return [
    ...covers.map((file) => ({ file, use: 'cover' as const })),
    ...photos.map((file) => ({ file, use: 'photo' as const })),
  ].slice(0, limits.pictures);
}

function picturesOf(record: RecordOf<ListName>): readonly string[] {
  if ('images' in record) return record.images;
  return 'photo' in record && record.photo !== null ? [record.photo] : [];
}
