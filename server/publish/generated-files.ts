import type { Request, Response } from 'express';
import { LRUCache } from 'lru-cache';
import type { Campus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { ListName, ReadList } from '../../shared/records/provider-lists.ts';
import { sendBody } from '../http/send-body.ts';
import { CACHE_CONTROL } from '../http/cache-lifetimes.ts';
import { encodedSize, encodeBody, type EncodedBody } from '../http/encoded-body.ts';
import { memoryFor } from '../memory-share.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { ListSnapshot } from '../provider/list-store.ts';

const MAX_BYTES = memoryFor(16 * 1024 * 1024);
const RETRY_AFTER_SECONDS = 60;

type FileHeaders = Readonly<Record<string, string>>;

/** A file that is built from lists: a feed, a calendar, a sitemap. */
export type GeneratedFile = {
  /** Unique among all files. */
  key: string;
  lists: readonly ListName[];
  /** The file is 503 while this list is not available: without its records, subscribers would drop them. */
  required: ListName | null;
  /** Null when the lists have no such record. */
  build: (readFor: (campus: Campus) => ReadList) => FileText | Promise<FileText> | null;
};

type FileText = { text: string; headers: FileHeaders };

type BuiltFile = { version: string; body: EncodedBody; headers: FileHeaders };

type GeneratedFilesOptions = { lists: Pick<ListCache, 'get'>; now: () => Date };

/** Files that are built once for each version of their lists and each day. */
export class GeneratedFiles {
  readonly #options: GeneratedFilesOptions;
  readonly #files = new LRUCache<string, BuiltFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }) => encodedSize(body),
  });

  constructor(options: GeneratedFilesOptions) {
    this.#options = options;
  }

  /** Resolves to false when there is no such file. */
  async send(request: Request, response: Response, file: GeneratedFile): Promise<boolean> {
    const { lists } = this.#options;
    const snapshots = new Map<ListName, ListSnapshot>(
      await Promise.all(file.lists.map(async (name) => [name, await lists.get(name)] as const)),
    );
    if (file.required !== null && snapshots.get(file.required)?.state === 'failed') {
      response.status(503).set('Retry-After', String(RETRY_AFTER_SECONDS));
      response.type('text').send('The list is not available now');
      return true;
    }
    const built = await this.#buildOnce(file, snapshots);
    if (built === null) return false;
    const isFresh = [...snapshots.values()].every(({ state }) => state === 'fresh');
    const lifetime = isFresh ? CACHE_CONTROL.recordFile : CACHE_CONTROL.staleList;
    const headers = { ...built.headers, 'Cache-Control': lifetime };
    sendBody(request, response, { body: built.body, headers });
    return true;
  }

  async #buildOnce(
    { key, build }: GeneratedFile,
    snapshots: ReadonlyMap<ListName, ListSnapshot>,
  ): Promise<BuiltFile | null> {
    const versions = Array.from(snapshots.values(), ({ version }) => version);
    const version = [...versions, dayInIndia(this.#options.now())].join(' ');
    const cached = this.#files.get(key);
    if (cached?.version === version) return cached;
    const made = await build((campus) => <Name extends ListName>(name: Name) => {
      // The snapshot under a list's name is of that list.
      const snapshot = snapshots.get(name) as ListSnapshot<Name> | undefined;
      return snapshot?.records[campus] ?? [];
    });
    if (made === null) return null;
    const body = await encodeBody(Buffer.from(made.text));
    const built = { version, body, headers: made.headers };
    this.#files.set(key, built);
    return built;
  }
}
