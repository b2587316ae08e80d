import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Campus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { ListName, ReadList } from '../../shared/records/provider-lists.ts';
import { sendBody } from '../http/send-body.ts';
import { cacheControl, NO_STORE } from '../http/cache-lifetimes.ts';
import { encodedSize, encodeLarge, type EncodedBody } from '../http/encoded-body.ts';
import { memoryFor } from '../memory-share.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { ListSnapshot } from '../provider/list-store.ts';
import { recordsOfCampus } from '../provider/read-rows.ts';

const MAX_BYTES = memoryFor(16 * 1024 * 1024);
const RETRY_AFTER_SECONDS = 60;

type KnownLists = {
  /** Changes when one of the lists does. */
  version: string;
  state: ListSnapshot['state'];
  readFor: (campus: Campus) => ReadList;
};

type FileHeaders = Readonly<Record<string, string>>;

/** A file that is built from lists: a feed, a calendar, a sitemap. */
export type ListFile = {
  /** Unique among all files. */
  key: string;
  lists: readonly ListName[];
  /** The file is 503 while this list is not available: without its records, subscribers would drop them. */
  required: ListName | null;
  /** Null when the lists have no such record. */
  build(known: KnownLists): FileText | Promise<FileText> | null;
};

type FileText = { text: string; headers: FileHeaders };

type BuiltFile = { version: string; body: EncodedBody; headers: FileHeaders };

type ListFilesOptions = { lists: Pick<ListCache, 'get'>; now: () => Date };

/** Files that are built once for each version of their lists and each day. */
export class ListFiles {
  readonly #options: ListFilesOptions;
  readonly #files = new LRUCache<string, BuiltFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => encodedSize(body),
  });

  constructor(options: ListFilesOptions) {
    this.#options = options;
  }

  /** Resolves to false when there is no such file. */
  async send(request: Request, response: Response, file: ListFile): Promise<boolean> {
    const known = await this.#read(file);
    if (known === null) {
      const retryAfter = String(RETRY_AFTER_SECONDS);
      response.status(503).set({ 'Cache-Control': NO_STORE, 'Retry-After': retryAfter });
      response.type('text').send('The list is not available now');
      return true;
    }
    const built = await this.#buildOnce(file, known);
    if (built === null) return false;
    const lifetime = cacheControl(known.state === 'fresh' ? 'recordFile' : 'staleList');
    const headers = { ...built.headers, 'Cache-Control': lifetime };
    sendBody(request, response, { body: built.body, headers });
    return true;
  }

  async #read({ lists: names, required }: ListFile): Promise<KnownLists | null> {
    const { lists } = this.#options;
    const snapshots = new Map<ListName, ListSnapshot>(
      await Promise.all(names.map(async (name) => [name, await lists.get(name)] as const)),
    );
    const all = [...snapshots.values()];
    if (required !== null && snapshots.get(required)?.state === 'failed') return null;
    return {
      version: all.map(({ version }) => version).join(' '),
      state: all.every(({ state }) => state === 'fresh') ? 'fresh' : 'stale',
      readFor:
        (campus) =>
        <Name extends ListName>(name: Name) => {
          // The snapshot under a list's name is of that list.
          const rows = (snapshots.get(name) as ListSnapshot<Name> | undefined)?.rows ?? [];
          return recordsOfCampus(name, rows, campus);
        },
    };
  }

  async #buildOnce(file: ListFile, known: KnownLists): Promise<BuiltFile | null> {
    const version = `${known.version} ${dayInIndia(this.#options.now())}`;
    const cached = this.#files.get(file.key);
    if (cached?.version === version) return cached;
    const made = await file.build(known);
    if (made === null) return null;
    const body = await encodeLarge(Buffer.from(made.text));
    const built = { version, body, headers: made.headers };
    this.#files.set(file.key, built);
    return built;
  }
}
