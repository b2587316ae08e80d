import { readFile } from 'node:fs/promises';
import { bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Provider } from '../provider/http-provider.ts';
import { SingleFlight } from '../single-flight.ts';
import type { Log } from '../log/log.ts';
import { cacheKey, type CachedFile } from './cached-file.ts';
import type { DiskCache } from './disk-cache.ts';
import { FileError, toFileError, type FileErrorKind } from './file-error.ts';
import { fileKind } from './file-kind.ts';
import type { ImageLimits } from './image-limits.ts';
import { renditionName, type Rendition } from './picture-format.ts';
import { readMetadata, renderPicture, type ImageMetadata } from './render-picture.ts';

const NOTE = /^(\d+)x(\d+)-([\da-f]{6}|none)-(\d+)x(\d+)-([\da-f]+)$/;

/** How often new metadata may make pages render again. */
const REVISION_MS = 5_000;

type ImageFilesOptions = {
  provider: Pick<Provider, 'getFile'>;
  cache: DiskCache;
  log: Log;
  limits: ImageLimits;
};

type Variant = { id: string; rendition: Rendition; requestId?: string | undefined };

/**
 * The provider's files and the variants of its pictures, read through the cache: a single flight
 * (docs/promises.md#c4) that no caller aborts (#c5), stale copies during a refresh (#c6) or an outage (#c1), complete
 * files only (#c10). The note of an original is its FileKind, that of a variant the tag of its original.
 */
export class ImageFiles {
  readonly #options: ImageFilesOptions;
  readonly #fetches;
  readonly #jobs;
  readonly #flights = new SingleFlight<CachedFile>();
  /** By key, or of pictures by the tag of the original. Not the error: with its stack it takes 7 kB. */
  readonly #errors: LRUCache<string, FileErrorKind>;
  #revision = { number: 0, since: -Infinity };

  constructor(options: ImageFilesOptions) {
    this.#options = options;
    const { fetches, jobs, rememberedErrors } = options.limits;
    this.#fetches = bulkhead(fetches.concurrent, fetches.queued);
    this.#jobs = bulkhead(jobs.concurrent, jobs.queued);
    this.#errors = new LRUCache({ max: rememberedErrors });
  }

  /** @throws FileError */
  original(id: string, requestId?: string, maxAgeMs?: number): Promise<CachedFile> {
    return this.#read(cacheKey(id), () => this.#fetch(id, requestId), maxAgeMs);
  }

  /** @throws FileError */
  variant(id: string, rendition: Rendition, requestId?: string): Promise<CachedFile> {
    const variant = { id, rendition, requestId };
    return this.#read(variantKey(id, rendition), (copy) =>
      copy ? this.#renew(variant, copy) : this.#make(variant),
    );
  }

  has(id: string, rendition: Rendition): boolean {
    const { cache, limits } = this.#options;
    return ageOf(cache.get(variantKey(id, rendition))) < limits.staleMs;
  }

  /** Known once a variant of the picture was made; with the tag of the original. */
  metadata(id: string): (ImageMetadata & { tag: string }) | undefined {
    return parseMetadata(this.#options.cache.get(metadataKey(id))?.note ?? '');
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

  /** Resolves when no visitor waits for a file. */
  async idle(): Promise<void> {
    while (!this.#flights.isIdle()) await this.#flights.settled();
  }

  settled(): Promise<void> {
    return this.#flights.settled();
  }

  /** The copy up to an age, refreshed in the background after its fresh time; else a new file. */
  async #read(
    key: string,
    make: (copy?: CachedFile) => Promise<CachedFile>,
    maxAgeMs = this.#options.limits.staleMs,
  ): Promise<CachedFile> {
    const { cache, limits } = this.#options;
    await cache.ready;
    const copy = await cache.find(key);
    const age = ageOf(copy);
    if (!copy || age >= maxAgeMs) return this.#flights.run(key, make);
    // The error is logged; the old copy stays.
    if (age >= limits.freshMs) this.#flights.run(key, () => make(copy)).catch(() => undefined);
    return copy;
  }

  async #fetch(id: string, requestId?: string): Promise<CachedFile> {
    const { provider, cache, log } = this.#options;
    const key = cacheKey(id);
    this.#throwKnown(key);
    try {
      return await this.#fetches.execute(async () => {
        const content = await provider.getFile(id, requestId);
        const kind = fileKind(content);
        if (kind === null) throw new FileError('unsupported');
        return cache.put(key, kind, content);
      });
    } catch (cause) {
      const error = this.#remembered(key, cause);
      if (error.kind === 'missing') cache.delete(id);
      // The breaker has logged it.
      if (error.kind !== 'down')
        log.warn({ event: 'image-original', cause: error.reason, file: key, requestId });
      throw error;
    }
  }

  async #make(variant: Variant, fresh?: CachedFile): Promise<CachedFile> {
    const { cache, log } = this.#options;
    const { id, rendition, requestId } = variant;
    const original = fresh ?? (await this.original(id, requestId));
    this.#throwKnown(original.tag);
    if (original.note === 'pdf') throw new FileError('unsupported');
    const key = variantKey(id, rendition);
    const startedAt = performance.now();
    try {
      const picture = await this.#jobs.execute(() => this.#render(variant, original));
      const made = await cache.put(key, original.tag, picture);
      const durationMs = Math.round(performance.now() - startedAt);
      log.info({ event: 'image-variant', file: key, bytes: made.bytes, durationMs, requestId });
      return made;
    } catch (cause) {
      const error = this.#remembered(original.tag, cause);
      log.warn({ event: 'image-placeholder', file: key, cause: error.reason, requestId });
      throw error;
    }
  }

  /** Makes the variant again if its original has changed. */
  async #renew(variant: Variant, old: CachedFile): Promise<CachedFile> {
    const { cache, limits } = this.#options;
    const { id, rendition, requestId } = variant;
    const original = await this.original(id, requestId, limits.freshMs);
    if (original.tag !== old.note) return this.#make(variant, original);
    cache.confirm(variantKey(id, rendition), original.confirmedAt);
    cache.confirm(metadataKey(id), original.confirmedAt);
    return old;
  }

  async #render({ id, rendition }: Variant, { source, tag }: CachedFile): Promise<Buffer> {
    const { cache } = this.#options;
    const original =
      typeof source === 'string'
        ? await readFile(source).catch((error: unknown) => {
            throw new FileError('disk', error);
          })
        : source;
    if (this.metadata(id)?.tag !== tag) {
      const note = metadataNote(await readMetadata(original), tag);
      await cache.put(metadataKey(id), note, Buffer.from(note));
    }
    return renderPicture(original, rendition);
  }

  #throwKnown(key: string): void {
    const kind = this.#errors.get(key);
    if (kind) throw new FileError(kind);
  }

  #remembered(key: string, cause: unknown): FileError {
    const error = toFileError(cause);
    const { rememberMs } = error.policy;
    if (rememberMs > 0) this.#errors.set(key, error.kind, { ttl: rememberMs });
    return error;
  }
}

export function variantKey(id: string, rendition: Rendition): string {
  return cacheKey(id, renditionName(rendition));
}

/** The note of its file has the metadata, so that every process knows them from the folder. */
function metadataKey(id: string): string {
  return cacheKey(id, 'metadata');
}

function ageOf(copy: CachedFile | undefined): number {
  return copy ? Date.now() - copy.confirmedAt : Infinity;
}

/** For the note of a file in the cache, with the tag of the original. */
export function metadataNote({ width, height, colour, focus }: ImageMetadata, tag: string): string {
  return `${width}x${height}-${colour?.slice(1) ?? 'none'}-${focus.x}x${focus.y}-${tag}`;
}

/** The inverse of `metadataNote`; undefined for another note. */
export function parseMetadata(note: string): (ImageMetadata & { tag: string }) | undefined {
  const [, width, height, colour, x, y, tag = ''] = NOTE.exec(note) ?? [];
  if (tag === '') return undefined;
  return {
    width: Number(width),
    height: Number(height),
    colour: colour === 'none' ? null : `#${colour}`,
    focus: { x: Number(x), y: Number(y) },
    tag,
  };
}
