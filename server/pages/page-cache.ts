import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip as gzipInBackground,
  gzipSync,
  type BrotliOptions,
  type ZlibOptions,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Dependency } from './page-lists.ts';
import { dayInIndia, endOfDayInIndia, type Day } from '../../shared/dates.ts';
import { memoryFor } from '../memory-share.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Encoding } from '../web/encoding.ts';

/** Memory of all finished pages together, in bytes. */
const MAX_BYTES = memoryFor(32 * 1024 * 1024);
/** Of all 404 pages: some sets of suggestions for each campus and language. */
export const NOT_FOUND_MAX_BYTES = memoryFor(2 * 1024 * 1024);
/** Level of both encodings: brotli 9 costs nine times the time for half a percent of size. */
const COMPRESSION_LEVEL = 6;
/** Of brotli for a page that one visitor waits for. */
const UNCACHED_LEVEL = 4;

/** A finished page in every encoding. */
export type FinishedPage = {
  bodies: Readonly<Record<Encoding, Buffer>>;
  etags: Readonly<Record<Encoding, string>>;
  /** The canonical path of a record's page, to which its other spellings are redirected; else null. */
  path: string | null;
};

type Entry = {
  page: FinishedPage;
  dependencies: readonly Dependency[];
  day: Day;
  /** Pictures of which it does not say colour and size, as nobody had seen them. */
  unknownPictures: readonly string[];
};

/** What is known of pictures. */
type Pictures = {
  /** Changes after more has become known. */
  revision(): number;
  metadata(id: string): unknown;
};

/** Until when, and until which fetch, an entry need not be compared with its lists again. */
type Checked = { entry: Entry; revision: number; until: number };

type PageCacheOptions = {
  lists: ListCache;
  pictures: Pictures;
  now: () => Date;
  maxBytes?: number;
};

/** Finished pages by canonical address, each good until one of its lists or the day changes. */
export type PageCache = {
  get(key: string): FinishedPage | undefined;
  set(key: string, entry: Entry): void;
  size(): number;
};

export function createPageCache({
  lists,
  pictures,
  now,
  maxBytes = MAX_BYTES,
}: PageCacheOptions): PageCache {
  const entries = new LRUCache<string, Checked>({
    maxSize: maxBytes,
    sizeCalculation: ({
      entry: {
        page: { bodies },
      },
    }) => bodies.identity.length + bodies.br.length + bodies.gzip.length,
  });

  /** Changes whenever a page may have to be rendered anew. */
  const revision = () => lists.revision() + pictures.revision();

  function isCurrent({ dependencies, day, unknownPictures }: Entry, time: Date): boolean {
    return (
      day === dayInIndia(time) &&
      unknownPictures.every((id) => pictures.metadata(id) === undefined) &&
      dependencies.every(({ name, id, version }) => lists.peek(name, id)?.version === version)
    );
  }

  return {
    get(key) {
      const checked = entries.get(key);
      if (checked === undefined) return undefined;
      const time = now();
      const { entry } = checked;
      if (checked.revision === revision() && time.getTime() < checked.until) return entry.page;
      if (!isCurrent(entry, time)) return undefined;
      const dues = entry.dependencies.map(({ name, id }) => lists.dueAt(name, id));
      checked.until = Math.min(endOfDayInIndia(time), ...dues);
      checked.revision = revision();
      return entry.page;
    },
    set: (key, entry) => void entries.set(key, { entry, revision: -1, until: 0 }),
    size: () => entries.size,
  };
}

/** A body in every encoding, without what only a page has. */
export type FinishedBody = Omit<FinishedPage, 'path'>;

/** Compresses a page and gives each encoding its own strong ETag (RFC 9110 §8.8.3). */
export function finishPage(html: Buffer): FinishedBody {
  return finished(html, {
    br: brotliCompressSync(html, brotliOptions(html)),
    gzip: gzipSync(html, GZIP_OPTIONS),
  });
}

/** The same of a page that is not cached: compressed when it is sent, as most are sent in one encoding. */
export function finishUncached(html: Buffer): FinishedBody {
  const made: Partial<Record<Encoding, Buffer>> = {};
  return {
    bodies: {
      identity: html,
      get br() {
        return (made.br ??= brotliCompressSync(html, brotliOptions(html, UNCACHED_LEVEL)));
      },
      get gzip() {
        return (made.gzip ??= gzipSync(html, GZIP_OPTIONS));
      },
    },
    etags: etagsOf(html),
  };
}

/** The same of a body that may have megabytes, while others are answered. */
export async function finishLarge(body: Buffer): Promise<FinishedBody> {
  const [br, gzip] = await Promise.all([
    promisify(brotliCompress)(body, brotliOptions(body)),
    promisify<Buffer, ZlibOptions, Buffer>(gzipInBackground)(body, GZIP_OPTIONS),
  ]);
  return finished(body, { br, gzip });
}

const GZIP_OPTIONS = { level: COMPRESSION_LEVEL };

function brotliOptions({ length }: Buffer, level = COMPRESSION_LEVEL): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

function finished(identity: Buffer, { br, gzip }: Record<'br' | 'gzip', Buffer>): FinishedBody {
  return {
    bodies: { identity, br: exactly(br), gzip: exactly(gzip) },
    etags: etagsOf(identity),
  };
}

function etagsOf(identity: Buffer): FinishedBody['etags'] {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { identity: `"${hash}"`, br: `"${hash}-br"`, gzip: `"${hash}-gz"` };
}

/** A copy without the rest of the block that zlib had reserved, which would be kept with it. */
function exactly(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
