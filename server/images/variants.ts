import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { PICTURE_WIDTHS } from '../../shared/pictures.ts';
import type { Log } from '../web/log.ts';
import { diskKey, type DiskCache, type DiskEntry } from './disk-cache.ts';
import { FileError, toFileError } from './file-error.ts';
import { createGate } from './gate.ts';
import type { ImageLimits } from './image-limits.ts';
import type { Originals } from './originals.ts';
import type { KnownPictures } from './picture-facts.ts';
import { PICTURE_FORMATS, type Rendition } from './picture-format.ts';
import { measurePicture, renderPicture } from './render-picture.ts';
import { createSharedWork } from './shared-work.ts';

/**
 * Variants of the provider's pictures, read through the disk: one job per variant for all who wait.
 * The note of an entry is the tag of the original that it was made from.
 */
export type Variants = {
  /** The copy that is there, else a job. A copy past its fresh time is renewed behind the answer. @throws FileError */
  get(ref: string, rendition: Rendition, requestId?: string): Promise<DiskEntry>;
  /** Resolves when no job runs any more. */
  close(): Promise<void>;
};

export type VariantsOptions = {
  originals: Originals;
  originalsFolder: string;
  cache: DiskCache;
  pictures: KnownPictures;
  log: Log;
  limits: ImageLimits;
};

/** Key of a variant on the disk and in the log. */
export function variantKey(ref: string, { width, format, quality }: Rendition): string {
  return diskKey(ref, `${width}-${format}${quality === 'lite' ? '-lite' : ''}`);
}

export function createVariants({
  originals,
  originalsFolder,
  cache,
  pictures,
  log,
  limits,
}: VariantsOptions): Variants {
  const gate = createGate(limits.jobs);
  const shared = createSharedWork<DiskEntry>();
  /** Tags of originals that cannot be decoded: the same bytes are not tried again. */
  const broken = new LRUCache<string, true>({ max: limits.rememberedFaults });

  async function make(
    ref: string,
    rendition: Rendition,
    original: DiskEntry,
    requestId?: string,
  ): Promise<DiskEntry> {
    const key = variantKey(ref, rendition);
    if (broken.has(original.tag)) throw new FileError('broken');
    if (original.note === 'pdf') throw new FileError('unsupported');
    const startedAt = performance.now();
    try {
      const picture = await gate.run(() => render(ref, rendition, original));
      const entry = await cache.put(key, original.tag, [picture]);
      cache.confirm(key, original.confirmedAt);
      log.info({
        event: 'image-variant',
        file: key,
        bytes: entry.bytes,
        durationMs: Math.round(performance.now() - startedAt),
        requestId,
      });
      return entry;
    } catch (cause) {
      const error = toFileError(cause);
      if (error.fault === 'broken') broken.set(original.tag, true, { ttl: error.rememberMs });
      log.warn({ event: 'image-placeholder', file: key, cause: error.reason, requestId });
      throw error;
    }
  }

  async function render(ref: string, rendition: Rendition, original: DiskEntry): Promise<Buffer> {
    const file = join(originalsFolder, original.file);
    await access(file).catch((cause: unknown) => {
      throw new FileError('disk', cause);
    });
    if (!pictures.has(ref, original.tag))
      pictures.set(ref, original.tag, await measurePicture(file, limits));
    return renderPicture(file, rendition, limits);
  }

  /** Makes the variant anew if its original has changed since. */
  async function renew(ref: string, rendition: Rendition, old: DiskEntry): Promise<DiskEntry> {
    const key = variantKey(ref, rendition);
    try {
      const original = await originals.renewed(ref);
      if (original.tag !== old.note) return await make(ref, rendition, original);
      cache.confirm(key, original.confirmedAt);
      return old;
    } catch (error) {
      if (error instanceof FileError && error.fault === 'missing') forget(ref);
      throw error;
    }
  }

  function forget(ref: string): void {
    pictures.delete(ref);
    for (const width of PICTURE_WIDTHS) {
      for (const format of PICTURE_FORMATS) {
        cache.delete(variantKey(ref, { width, format, quality: 'full' }));
        cache.delete(variantKey(ref, { width, format, quality: 'lite' }));
      }
    }
  }

  return {
    get(ref, rendition, requestId) {
      const key = variantKey(ref, rendition);
      const copy = cache.get(key);
      const age = copy ? Date.now() - copy.confirmedAt : Infinity;
      if (copy && age < limits.staleMs) {
        if (age >= limits.freshMs) shared.run(key, () => renew(ref, rendition, copy)).catch(ignore);
        return Promise.resolve(copy);
      }
      return shared.run(key, async () =>
        make(ref, rendition, await originals.get(ref, requestId), requestId),
      );
    },
    async close() {
      await shared.settled();
    },
  };
}

/** The failure stands in the log already; the old copy stays (RELIABILITY C10). */
function ignore(): void {}
