import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Log } from '../web/log.ts';
import type { Provider } from '../provider/provider.ts';
import { diskKey, type DiskCache, type DiskEntry } from './disk-cache.ts';
import { FileError, toFileError, type FileFault } from './file-error.ts';
import { MAGIC_BYTES, fileKind } from './file-kind.ts';
import { createGate } from './gate.ts';
import type { ImageLimits } from './image-limits.ts';
import { createSharedWork } from './shared-work.ts';

/**
 * The provider's files, read through the disk: one fetch for all who wait (RELIABILITY C4), never
 * aborted by one of them (C5), old copies while a new one is on its way (C6) or cannot be had (C1).
 * The note of an entry is its FileKind. A file is served after it has come whole: one that was cut
 * becomes an error and never a broken picture in a cache (C10).
 */
export type Originals = {
  /** The copy that is there, else a fetch. A copy past its fresh time is renewed behind the answer. @throws FileError */
  get(ref: string, requestId?: string): Promise<DiskEntry>;
  /** A copy within its fresh time. @throws FileError */
  renewed(ref: string): Promise<DiskEntry>;
  /** Resolves when nothing is being fetched any more. */
  close(): Promise<void>;
};

export type OriginalsOptions = {
  provider: Provider;
  cache: DiskCache;
  log: Log;
  limits: ImageLimits;
};

export function createOriginals({ provider, cache, log, limits }: OriginalsOptions): Originals {
  const gate = createGate(limits.fetches);
  const shared = createSharedWork<DiskEntry>();
  /** Only the word: an error with its causes and stacks weighs 7 kB. */
  const faults = new LRUCache<string, FileFault>({ max: limits.rememberedFaults });
  const stopping = new AbortController();
  // Every fetch listens to it, and stops listening at its end.
  setMaxListeners(0, stopping.signal);

  /** The copy that may still be served. */
  async function kept(ref: string): Promise<DiskEntry | undefined> {
    const entry = await cache.find(diskKey(ref, 'original'));
    return entry && Date.now() - entry.confirmedAt < limits.staleMs ? entry : undefined;
  }

  function isFresh(entry: DiskEntry): boolean {
    return Date.now() - entry.confirmedAt < limits.freshMs;
  }

  function fetchOnce(ref: string, requestId?: string): Promise<DiskEntry> {
    const fault = faults.get(ref);
    if (fault) return Promise.reject(new FileError(fault));
    return shared.run(ref, async () => {
      try {
        return await gate.run(() => fetchFile(ref, requestId));
      } catch (error) {
        throw failed(ref, error, requestId);
      }
    });
  }

  async function fetchFile(ref: string, requestId?: string): Promise<DiskEntry> {
    if (stopping.signal.aborted) throw new FileError('down');
    const { body } = await provider.getFile(ref, {
      signal: stopping.signal,
      ...(requestId === undefined ? {} : { requestId }),
    });
    try {
      const chunks = body.iterator({ destroyOnReturn: false });
      const head = await readHead(chunks);
      const kind = fileKind(head);
      if (kind === null) throw new FileError('unsupported');
      return await cache.put(diskKey(ref, 'original'), kind, joined(head, chunks));
    } finally {
      body.destroy();
    }
  }

  function failed(ref: string, cause: unknown, requestId?: string): FileError {
    const error = stopping.signal.aborted ? new FileError('down', cause) : toFileError(cause);
    const key = diskKey(ref, 'original');
    if (error.rememberMs > 0) faults.set(ref, error.fault, { ttl: error.rememberMs });
    if (error.fault === 'missing') cache.delete(key);
    const line = { event: 'image-original' as const, cause: error.reason, file: key, requestId };
    // The change of the breaker has its own line; one per visitor would bury it.
    if (error.fault === 'disk') log.error(line);
    else if (error.fault !== 'down') log.warn(line);
    return error;
  }

  return {
    async get(ref, requestId) {
      const copy = await kept(ref);
      if (!copy) return fetchOnce(ref, requestId);
      if (!isFresh(copy)) fetchOnce(ref, requestId).catch(ignore);
      return copy;
    },
    async renewed(ref) {
      const copy = await kept(ref);
      return copy && isFresh(copy) ? copy : fetchOnce(ref);
    },
    async close() {
      stopping.abort();
      await shared.settled();
    },
  };
}

/** The failure stands in the log already. */
function ignore(): void {}

/** The first chunks of a body: enough to tell its kind, or all of it. */
async function readHead(chunks: AsyncIterator<unknown>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < MAGIC_BYTES) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    head = Buffer.concat([head, toBuffer(value)]);
  }
  return head;
}

async function* joined(head: Buffer, rest: AsyncIterator<unknown>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next())
    yield toBuffer(next.value);
}

function toBuffer(chunk: unknown): Buffer {
  if (!Buffer.isBuffer(chunk)) throw new TypeError('a file yields buffers');
  return chunk;
}
