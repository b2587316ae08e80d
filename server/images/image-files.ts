import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Provider } from '../provider/http-provider.ts';
import { SingleFlight } from '../single-flight.ts';
import type { Log } from '../log/log.ts';
import { fileKey, type CachedFile, type DiskCache } from './disk-cache.ts';
import { FileError, toFileError, type FileErrorKind } from './file-error.ts';
import { fileKind, isFileKind, isPictureKind, type FileKind } from './file-kind.ts';
import type { ImageLimits } from './image-limits.ts';
import { openedRendition, renditionName, type Rendition } from './picture-format.ts';
import {
  hasMetadata,
  parseMetadata,
  readMetadata,
  renderPicture,
  withoutMetadata,
  type ImageMetadata,
} from './render-picture.ts';
import { isDocument } from '../../shared/documents.ts';

type ImageFilesOptions = {
  provider: Pick<Provider, 'getFile'>;
  cache: DiskCache;
  log: Log;
  limits: ImageLimits;
};

/** `kind` is null for a file of an unknown kind. */
type Download = { kind: FileKind | null; content: Buffer };

type Variant = { id: string; rendition: Rendition; requestId?: string | undefined };

/**
 * The provider's files and the variants of its pictures, read through the cache: a single flight
 * (docs/promises.md#c4) that no caller aborts (#c5), stale copies during a refresh (#c6) or an outage (#c1), complete
 * files only (#c10). The note of an original is its FileKind, that of a variant or of metadata the tag of its original.
 */
export class ImageFiles {
  readonly #options: ImageFilesOptions;
  readonly #fetches;
  readonly #jobs;
  readonly #unstored;
  readonly #flights = new SingleFlight<CachedFile>();
  readonly #downloads = new SingleFlight<Download>();
  /** Keys are those of the cache, for pictures the tag of the original. An error with its stack would take 7 kB. */
  readonly #errors: LRUCache<string, FileErrorKind>;
  /** Metadata that were read from the cache, by the tag of their file. */
  readonly #metadata: LRUCache<string, ImageMetadata>;

  constructor(options: ImageFilesOptions) {
    this.#options = options;
    const { fetches, jobs, downloads, rememberedErrors, files } = options.limits;
    this.#fetches = createQueue(fetches);
    this.#jobs = createQueue(jobs);
    this.#unstored = createQueue(downloads);
    this.#errors = new LRUCache({ max: rememberedErrors });
    this.#metadata = new LRUCache({ max: files });
  }

  /** @throws FileError */
  original(id: string, requestId?: string, maxAgeMs?: number): Promise<CachedFile> {
    return this.#read(fileKey(id), () => this.#fetch(id, requestId), maxAgeMs);
  }

  /** @throws FileError */
  variant(id: string, rendition: Rendition, requestId?: string): Promise<CachedFile> {
    const variant = { id, rendition, requestId };
    return this.#read(variantKey(id, rendition), (copy) =>
      copy ? this.#renew(variant, copy) : this.#make(variant),
    );
  }

  /** What a link opens: a document, or a large rendering of a picture without its metadata. @throws FileError */
  async opened(id: string, requestId?: string): Promise<{ file: CachedFile; kind: FileKind }> {
    const original = await this.original(id, requestId);
    const kind = original.note;
    if (!isFileKind(kind)) throw new FileError('unsupported');
    if (!isPictureKind(kind)) return { file: original, kind };
    try {
      return { file: await this.variant(id, openedRendition(kind), requestId), kind };
    } catch (error) {
      // Browsers show some pictures that libvips does not.
      const isBroken = error instanceof FileError && error.kind === 'broken';
      if (isBroken && !hasMetadata(await readSource(original))) return { file: original, kind };
      throw error;
    }
  }

  /**
   * A file that is not stored, without the metadata of a picture. Callers of the same file share one copy: a photo of
   * 40 megapixels takes 64 MB while it is rendered. @throws ProviderError, FileError
   */
  download(id: string, requestId?: string): Promise<Download> {
    return this.#downloads.run(id, () => this.#unstored(() => this.#download(id, requestId)));
  }

  async #download(id: string, requestId?: string): Promise<Download> {
    const content = await this.#fetches(() => this.#options.provider.getFile(id, requestId));
    const kind = fileKind(content);
    if (kind === null || !isPictureKind(kind)) return { kind, content };
    return { kind, content: await this.#jobs(() => withoutMetadata(content, kind)) };
  }

  has(id: string, rendition: Rendition): boolean {
    const { cache, limits } = this.#options;
    return ageMs(cache.get(variantKey(id, rendition))) < limits.staleMs;
  }

  /** Known once a variant of the picture was made. A first read is of a hundred bytes. */
  metadata(id: string): ImageMetadata | undefined {
    const file = this.#options.cache.get(metadataKey(id));
    if (file === undefined) return undefined;
    const { source, tag } = file;
    const known = this.#metadata.get(tag) ?? parseMetadata(readText(source));
    this.#metadata.set(tag, known);
    return known;
  }

  /** Whether a file is known not to be a picture. */
  isDocument(id: string): boolean {
    const kind = this.#options.cache.get(fileKey(id))?.note;
    return kind === undefined ? isDocument(id) : !isPictureKind(kind);
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
    const age = ageMs(copy);
    if (!copy || age >= maxAgeMs) return this.#flights.run(key, make);
    // The error is logged; the old copy stays.
    if (age >= limits.freshMs) this.#flights.run(key, () => make(copy)).catch(() => undefined);
    return copy;
  }

  async #fetch(id: string, requestId?: string): Promise<CachedFile> {
    const { provider, cache, log } = this.#options;
    const key = fileKey(id);
    this.#throwKnown(key);
    try {
      return await this.#fetches(async () => {
        const content = await provider.getFile(id, requestId);
        const kind = fileKind(content, id);
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
    if (!isPictureKind(original.note)) throw new FileError('unsupported');
    const key = variantKey(id, rendition);
    const startedAt = performance.now();
    try {
      if (!(await cache.hasSpace(original.bytes))) throw new FileError('disk');
      const picture = await this.#jobs(() => this.#render(variant, original));
      const made = await cache.put(key, original.tag, picture);
      if (typeof made.source !== 'string') throw new FileError('disk');
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
    if (original.tag !== old.note || this.metadata(id) === undefined)
      return this.#make(variant, original);
    cache.confirm(variantKey(id, rendition), original.confirmedAt);
    cache.confirm(metadataKey(id), original.confirmedAt);
    return old;
  }

  async #render({ id, rendition }: Variant, file: CachedFile): Promise<Buffer> {
    const { cache } = this.#options;
    const { tag } = file;
    const original = await readSource(file);
    const key = metadataKey(id);
    // Another process may have removed the file.
    if (cache.get(key)?.note !== tag || this.metadata(id) === undefined)
      await cache.put(key, tag, Buffer.from(JSON.stringify(await readMetadata(original))));
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

/** Runs work when its turn comes. The function throws FileError "busy" when the queue is full. */
function createQueue({ concurrent, queued }: { concurrent: number; queued: number }) {
  const limit = pLimit(concurrent);
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (limit.activeCount + limit.pendingCount >= concurrent + queued) throw new FileError('busy');
    return limit(work);
  };
}

export function variantKey(id: string, rendition: Rendition): string {
  return fileKey(id, renditionName(rendition));
}

function metadataKey(id: string): string {
  return fileKey(id, 'metadata-json');
}

function ageMs(copy: CachedFile | undefined): number {
  return copy ? Date.now() - copy.confirmedAt : Infinity;
}

/** @throws FileError "disk" */
async function readSource({ source }: CachedFile): Promise<Buffer> {
  if (typeof source !== 'string') return source;
  return readFile(source).catch((error: unknown) => {
    throw new FileError('disk', error);
  });
}

/** Empty for a file that another process has removed. */
function readText(source: CachedFile['source']): string {
  try {
    return (typeof source === 'string' ? readFileSync(source) : source).toString();
  } catch {
    return '';
  }
}
