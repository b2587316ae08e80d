import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { isCurrent, type Dependency } from './plan.ts';
import type { Day } from '../../shared/dates.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Encoding } from '../web/encoding.ts';

/** Memory of all finished pages together, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Level of both encodings: brotli 9 costs nine times the time for half a percent (FINDINGS §3). */
const COMPRESSION_LEVEL = 6;

/** A finished page in every encoding. */
export type FinishedPage = {
  bodies: Readonly<Record<Encoding, Buffer>>;
  etags: Readonly<Record<Encoding, string>>;
};

type Entry = { page: FinishedPage; dependencies: readonly Dependency[]; day: Day };

/** Finished pages by canonical address, each good until one of its lists or the day changes. */
export type PageCache = {
  get(key: string, today: Day): FinishedPage | undefined;
  set(key: string, entry: Entry): void;
  size(): number;
};

export function createPageCache(lists: ListCache): PageCache {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ page: { bodies } }) =>
      bodies.identity.length + bodies.br.length + bodies.gzip.length,
  });
  return {
    get(key, today) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      return entry.day === today && isCurrent(lists, entry.dependencies) ? entry.page : undefined;
    },
    set: (key, entry) => void entries.set(key, entry),
    size: () => entries.size,
  };
}

/** Compresses a page and gives each encoding its own strong ETag (RFC 9110 §8.8.3). */
export function finishPage(html: Buffer): FinishedPage {
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 16);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: COMPRESSION_LEVEL,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return {
    bodies: {
      identity: html,
      br: brotliCompressSync(html, { params }),
      gzip: gzipSync(html, { level: COMPRESSION_LEVEL }),
    },
    etags: { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gz"` },
  };
}
