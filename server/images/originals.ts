import { bulkhead } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Provider } from '../provider/provider.ts';
import { SingleFlight } from '../provider/single-flight.ts';
import type { Log } from '../log/log.ts';
import { cacheKey, type CachedFile } from './cached-file.ts';
import type { DiskCache } from './disk-cache.ts';
import { FileError, toFileError, type FileFault } from './file-error.ts';
import { fileKind } from './file-kind.ts';
import type { ImageLimits } from './image-limits.ts';

type OriginalsOptions = {
  provider: Pick<Provider, 'getFile'>;
  cache: DiskCache;
  log: Log;
  limits: ImageLimits;
};

/**
 * The provider's files, read through the cache: one fetch for all who wait (docs/promises.md#c4), never
 * aborted by one of them (#c5), old copies while a new one is on its way (#c6) or cannot be had (#c1).
 * The note of a file is its FileKind. It is served after it has come complete: one that was cut becomes
 * an error and never a broken picture in a cache (#c10).
 */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #queue;
  readonly #flights = new SingleFlight<CachedFile>();
  /** Only the word: an error with its causes and stacks weighs 7 kB. */
  readonly #faults: LRUCache<string, FileFault>;

  constructor(options: OriginalsOptions) {
    const { fetches, rememberedFaults } = options.limits;
    this.#options = options;
    this.#queue = bulkhead(fetches.concurrent, fetches.queued);
    this.#faults = new LRUCache({ max: rememberedFaults });
  }

  /** The copy that is there, else a fetch. A copy past its fresh time is renewed behind the answer. @throws FileError */
  async get(id: string, requestId?: string): Promise<CachedFile> {
    const copy = await this.#servable(id);
    if (!copy) return this.#fetchOnce(id, requestId);
    // The log has the failure; the old copy stays.
    if (!this.#isFresh(copy)) this.#fetchOnce(id, requestId).catch(() => undefined);
    return copy;
  }

  /** A copy within its fresh time. @throws FileError */
  async renewed(id: string): Promise<CachedFile> {
    const copy = await this.#servable(id);
    return copy && this.#isFresh(copy) ? copy : this.#fetchOnce(id);
  }

  /** Path of a file that `get` has answered, or its bytes. */
  source(file: CachedFile): string | Buffer {
    return this.#options.cache.source(file);
  }

  /** Resolves when nothing is being fetched any more. */
  settled(): Promise<void> {
    return this.#flights.settled();
  }

  /** The copy that may still be served. */
  async #servable(id: string): Promise<CachedFile | undefined> {
    const { cache, limits } = this.#options;
    const copy = await cache.find(cacheKey(id, 'original'));
    return copy && Date.now() - copy.confirmedAt < limits.staleMs ? copy : undefined;
  }

  #isFresh(copy: CachedFile): boolean {
    return Date.now() - copy.confirmedAt < this.#options.limits.freshMs;
  }

  async #fetchOnce(id: string, requestId?: string): Promise<CachedFile> {
    const fault = this.#faults.get(id);
    if (fault) throw new FileError(fault);
    return this.#flights.run(id, async () => {
      try {
        return await this.#queue.execute(() => this.#fetch(id, requestId));
      } catch (error) {
        throw this.#failed(id, toFileError(error), requestId);
      }
    });
  }

  async #fetch(id: string, requestId?: string): Promise<CachedFile> {
    const { provider, cache } = this.#options;
    const content = await provider.getFile(id, requestId);
    const kind = fileKind(content);
    if (kind === null) throw new FileError('unsupported');
    return cache.put(cacheKey(id, 'original'), kind, content);
  }

  #failed(id: string, error: FileError, requestId?: string): FileError {
    const { cache, log } = this.#options;
    const { fault, policy } = error;
    const key = cacheKey(id, 'original');
    if (policy.rememberMs > 0) this.#faults.set(id, fault, { ttl: policy.rememberMs });
    if (fault === 'missing') cache.delete(key);
    const line = { event: 'image-original' as const, cause: error.reason, file: key, requestId };
    // The change of the breaker has its own line; one per visitor would bury it.
    if (fault === 'disk') log.error(line);
    else if (fault !== 'down') log.warn(line);
    return error;
  }
}
