import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Log } from '../web/log.ts';
import { PROVIDER_LIMITS } from '../provider/provider-limits.ts';
import type { Provider } from '../provider/provider.ts';
import { cacheKey, type CachedFile } from './cached-file.ts';
import type { DiskCache } from './disk-cache.ts';
import { FileError, toFileError, type FileFault } from './file-error.ts';
import { joined, readHead } from './file-head.ts';
import { fileKind } from './file-kind.ts';
import type { ImageLimits } from './image-limits.ts';
import { Semaphore } from './semaphore.ts';
import { SingleFlight } from './single-flight.ts';

export type OriginalsOptions = {
  provider: Provider;
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
  readonly #provider: Provider;
  readonly #cache: DiskCache;
  readonly #log: Log;
  readonly #limits: ImageLimits;
  readonly #semaphore: Semaphore;
  readonly #flights = new SingleFlight<CachedFile>();
  /** Only the word: an error with its causes and stacks weighs 7 kB. */
  readonly #faults: LRUCache<string, FileFault>;
  readonly #stopping = new AbortController();

  constructor({ provider, cache, log, limits }: OriginalsOptions) {
    this.#provider = provider;
    this.#cache = cache;
    this.#log = log;
    this.#limits = limits;
    this.#semaphore = new Semaphore(limits.fetches);
    this.#faults = new LRUCache({ max: limits.rememberedFaults });
    // Every fetch listens to it, and stops listening at its end.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** The copy that is there, else a fetch. A copy past its fresh time is renewed behind the answer. @throws FileError */
  async get(id: string, requestId?: string): Promise<CachedFile> {
    const copy = await this.#servable(id);
    if (!copy) return this.#fetchOnce(id, requestId);
    if (!this.#isFresh(copy)) this.#fetchOnce(id, requestId).catch(ignore);
    return copy;
  }

  /** A copy within its fresh time. @throws FileError */
  async renewed(id: string): Promise<CachedFile> {
    const copy = await this.#servable(id);
    return copy && this.#isFresh(copy) ? copy : this.#fetchOnce(id);
  }

  /** Resolves when nothing is being fetched any more. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#flights.settled();
  }

  /** The copy that may still be served. */
  async #servable(id: string): Promise<CachedFile | undefined> {
    const copy = await this.#cache.find(cacheKey(id, 'original'));
    return copy && Date.now() - copy.confirmedAt < this.#limits.staleMs ? copy : undefined;
  }

  #isFresh(copy: CachedFile): boolean {
    return Date.now() - copy.confirmedAt < this.#limits.freshMs;
  }

  #fetchOnce(id: string, requestId?: string): Promise<CachedFile> {
    const fault = this.#faults.get(id);
    if (fault) return Promise.reject(new FileError(fault));
    return this.#flights.run(id, async () => {
      try {
        return await this.#semaphore.run(() => this.#fetch(id, requestId));
      } catch (error) {
        throw this.#failed(id, error, requestId);
      }
    });
  }

  async #fetch(id: string, requestId?: string): Promise<CachedFile> {
    if (this.#stopping.signal.aborted) throw new FileError('down');
    const { body, length } = await this.#provider.getFile(id, {
      signal: this.#stopping.signal,
      ...(requestId === undefined ? {} : { requestId }),
    });
    try {
      const chunks = body.iterator({ destroyOnReturn: false });
      const head = await readHead(chunks);
      const kind = fileKind(head);
      if (kind === null) throw new FileError('unsupported');
      return await this.#cache.put(cacheKey(id, 'original'), kind, {
        content: joined(head, chunks),
        expectedBytes: length ?? PROVIDER_LIMITS.maxFileBytes,
      });
    } finally {
      body.destroy();
    }
  }

  #failed(id: string, cause: unknown, requestId?: string): FileError {
    const isStopping = this.#stopping.signal.aborted;
    const error = isStopping ? new FileError('down', cause) : toFileError(cause);
    const key = cacheKey(id, 'original');
    if (error.rememberMs > 0) this.#faults.set(id, error.fault, { ttl: error.rememberMs });
    if (error.fault === 'missing') this.#cache.delete(key);
    const line = { event: 'image-original' as const, cause: error.reason, file: key, requestId };
    // The change of the breaker has its own line; one per visitor would bury it.
    if (error.fault === 'disk') this.#log.error(line);
    else if (error.fault !== 'down') this.#log.warn(line);
    return error;
  }
}

/** The failure stands in the log already. */
function ignore(): void {}
