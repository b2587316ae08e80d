import { bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import { SingleFlight } from '../single-flight.ts';
import type { Log } from '../log/log.ts';
import { cacheKey, type CachedFile } from './cached-file.ts';
import type { DiskCache } from './disk-cache.ts';
import { FileError, toFileError } from './file-error.ts';
import type { ImageLimits } from './image-limits.ts';
import { metadataNote, parseMetadata, type ImageMetadata } from './image-metadata.ts';
import type { Originals } from './originals.ts';
import { renditionName, type Rendition } from './picture-format.ts';
import type { MadePicture, PictureJob } from './render-picture.ts';

/** How often new metadata may make pages render again. */
const REVISION_MS = 5_000;

type VariantsOptions = {
  originals: Originals;
  cache: DiskCache;
  /** @throws FileError "broken" or "disk" */
  makePicture: (job: PictureJob) => Promise<MadePicture>;
  log: Log;
  limits: ImageLimits;
};

export function variantKey(id: string, rendition: Rendition): string {
  return cacheKey(id, renditionName(rendition));
}

/** Variants of pictures, read through the cache, a single flight each. The note of a file is the tag of its original. */
export class Variants {
  readonly #options: VariantsOptions;
  readonly #queue;
  readonly #flights = new SingleFlight<CachedFile>();
  /** Tags of originals that cannot be decoded. */
  readonly #broken: LRUCache<string, true>;
  #revision = { number: 0, since: -Infinity };

  constructor(options: VariantsOptions) {
    this.#options = options;
    const { jobs, rememberedErrors } = options.limits;
    this.#queue = bulkhead(jobs.concurrent, jobs.queued);
    this.#broken = new LRUCache({ max: rememberedErrors });
  }

  /** The copy, refreshed in the background after its fresh time; else a job. @throws FileError */
  async get(id: string, rendition: Rendition, requestId?: string): Promise<CachedFile> {
    const { cache, originals, limits } = this.#options;
    const key = variantKey(id, rendition);
    const copy = await cache.find(key);
    const age = copy ? Date.now() - copy.confirmedAt : Infinity;
    if (copy && age < limits.staleMs) {
      // The error is logged; the old copy stays (docs/promises.md#c10).
      if (age >= limits.freshMs)
        this.#flights.run(key, () => this.#renew(id, rendition, copy)).catch(() => undefined);
      return copy;
    }
    return this.#flights.run(key, async () =>
      this.#make(id, rendition, { original: await originals.get(id, requestId), requestId }),
    );
  }

  has(id: string, rendition: Rendition): boolean {
    const { cache, limits } = this.#options;
    const copy = cache.get(variantKey(id, rendition));
    return copy !== undefined && Date.now() - copy.confirmedAt < limits.staleMs;
  }

  /** Known once a variant of the picture was made; with the tag of the original. */
  metadata(id: string): (ImageMetadata & { tag: string }) | undefined {
    const file = this.#options.cache.get(metadataKey(id));
    return file && (parseMetadata(file.note) ?? undefined);
  }

  /** Changes after new metadata, but not too often: pages without it are rendered again. */
  revision(): number {
    const { additions } = this.#options.cache;
    const now = performance.now();
    const { number, since } = this.#revision;
    if (number !== additions && now - since >= REVISION_MS)
      this.#revision = { number: additions, since: now };
    return this.#revision.number;
  }

  /** Resolves when no visitor waits for a variant. */
  async idle(): Promise<void> {
    while (!this.#flights.isIdle()) await this.#flights.settled();
  }

  settled(): Promise<void> {
    return this.#flights.settled();
  }

  async #make(
    id: string,
    rendition: Rendition,
    { original, requestId }: { original: CachedFile; requestId: string | undefined },
  ): Promise<CachedFile> {
    const { cache, log } = this.#options;
    const key = variantKey(id, rendition);
    if (this.#broken.has(original.tag)) throw new FileError('broken');
    if (original.note === 'pdf') throw new FileError('unsupported');
    const startedAt = performance.now();
    try {
      const picture = await this.#queue.execute(() => this.#render(id, rendition, original));
      const variant = await cache.put(key, original.tag, picture);
      log.info({
        event: 'image-variant',
        file: key,
        bytes: variant.bytes,
        durationMs: Math.round(performance.now() - startedAt),
        requestId,
      });
      return variant;
    } catch (cause) {
      const error = toFileError(cause);
      if (error.kind === 'broken')
        this.#broken.set(original.tag, true, { ttl: error.policy.rememberMs });
      log.warn({ event: 'image-placeholder', file: key, cause: error.reason, requestId });
      throw error;
    }
  }

  async #render(id: string, rendition: Rendition, original: CachedFile): Promise<Buffer> {
    const { cache, makePicture, limits } = this.#options;
    const { picture, metadata } = await makePicture({
      original: original.source,
      rendition,
      withMetadata: this.metadata(id)?.tag !== original.tag,
      limits,
    });
    if (metadata !== null) {
      const note = metadataNote(metadata, original.tag);
      await cache.put(metadataKey(id), note, Buffer.from(note));
    }
    return picture;
  }

  /** Makes the variant again if its original has changed. */
  async #renew(id: string, rendition: Rendition, old: CachedFile): Promise<CachedFile> {
    const { cache, originals } = this.#options;
    try {
      const original = await originals.renewed(id);
      if (original.tag !== old.note)
        return await this.#make(id, rendition, { original, requestId: undefined });
      cache.confirm(variantKey(id, rendition), original.confirmedAt);
      cache.confirm(metadataKey(id), original.confirmedAt);
      return old;
    } catch (error) {
      if (error instanceof FileError && error.kind === 'missing') cache.deleteAll(id);
      throw error;
    }
  }
}

/** The note of its file has the metadata, so that every process knows them from the folder. */
function metadataKey(id: string): string {
  return cacheKey(id, 'metadata');
}
