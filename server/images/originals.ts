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

type OriginalsOptions = {
  provider: Pick<Provider, 'getFile'>;
  cache: DiskCache;
  log: Log;
  limits: ImageLimits;
};

/**
 * The provider's files, read through the cache: a single flight (docs/promises.md#c4) that no caller aborts (#c5),
 * stale copies during a refresh (#c6) or an outage (#c1), complete files only (#c10). The note of a file is its
 * FileKind.
 */
export class Originals {
  readonly #options: OriginalsOptions;
  readonly #queue;
  readonly #flights = new SingleFlight<CachedFile>();
  /** Not the error: with its stack it takes 7 kB. */
  readonly #errors: LRUCache<string, FileErrorKind>;

  constructor(options: OriginalsOptions) {
    const { fetches, rememberedErrors } = options.limits;
    this.#options = options;
    this.#queue = bulkhead(fetches.concurrent, fetches.queued);
    this.#errors = new LRUCache({ max: rememberedErrors });
  }

  /** The copy, refreshed in the background after its fresh time; else a fetch. @throws FileError */
  async get(id: string, requestId?: string): Promise<CachedFile> {
    const copy = await this.#servable(id);
    if (!copy) return this.#fetchOnce(id, requestId);
    if (!this.#isFresh(copy)) this.#fetchOnce(id, requestId).catch(() => undefined);
    return copy;
  }

  /** @throws FileError */
  async renewed(id: string): Promise<CachedFile> {
    const copy = await this.#servable(id);
    return copy && this.#isFresh(copy) ? copy : this.#fetchOnce(id);
  }

  settled(): Promise<void> {
    return this.#flights.settled();
  }

  async #servable(id: string): Promise<CachedFile | undefined> {
    const { cache, limits } = this.#options;
    const copy = await cache.find(cacheKey(id, 'original'));
    return copy && Date.now() - copy.confirmedAt < limits.staleMs ? copy : undefined;
  }

  #isFresh(copy: CachedFile): boolean {
    return Date.now() - copy.confirmedAt < this.#options.limits.freshMs;
  }

  async #fetchOnce(id: string, requestId?: string): Promise<CachedFile> {
    const kind = this.#errors.get(id);
    if (kind) throw new FileError(kind);
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
    const { kind, policy } = error;
    const key = cacheKey(id, 'original');
    if (policy.rememberMs > 0) this.#errors.set(id, kind, { ttl: policy.rememberMs });
    if (kind === 'missing') cache.delete(key);
    const line = { event: 'image-original' as const, cause: error.reason, file: key, requestId };
    // The breaker has logged it.
    if (kind === 'disk') log.error(line);
    else if (kind !== 'down') log.warn(line);
    return error;
  }
}
