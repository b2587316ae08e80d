import type { Request, Response } from 'express';
import type { Campus } from '../../shared/campuses.ts';
import { dayInIndia } from '../../shared/dates.ts';
import type { ListName, ReadList } from '../../shared/records/provider-lists.ts';
import { sendBody } from '../http/send-body.ts';
import { CACHE_CONTROL } from '../http/cache-lifetimes.ts';
import { BodyCache } from '../http/body-cache.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { ListSnapshot } from '../provider/list-store.ts';

const RETRY_AFTER_SECONDS = 60;

/** A file that is built from lists: a feed, a calendar, a sitemap. */
export type GeneratedFile = {
  /** Unique among all files. */
  key: string;
  lists: readonly ListName[];
  /** The file is 503 while this list is not available: without its records, subscribers would drop them. */
  required: ListName | null;
  /** Null when the lists have no such record. */
  build: (readFor: (campus: Campus) => ReadList) => FileContent | null;
};

type FileContent = {
  headers: Readonly<Record<string, string>>;
  write: () => string | Promise<string>;
};

export type SendGeneratedFile = ReturnType<typeof createGeneratedFiles>;

type GeneratedFilesOptions = { lists: Pick<ListCache, 'get'>; now: () => Date };

/** Sends files that are written once for each version of their lists and each day; false when there is no such file. */
export function createGeneratedFiles({ lists, now }: GeneratedFilesOptions) {
  const bodies = new BodyCache();
  return async (request: Request, response: Response, file: GeneratedFile): Promise<boolean> => {
    const snapshots = new Map<ListName, ListSnapshot>(
      await Promise.all(file.lists.map(async (name) => [name, await lists.get(name)] as const)),
    );
    if (file.required !== null && snapshots.get(file.required)?.state === 'failed') {
      response.status(503).set('Retry-After', String(RETRY_AFTER_SECONDS));
      response.type('text').send('The list is not available now');
      return true;
    }
    const content = file.build((campus) => <Name extends ListName>(name: Name) => {
      // The snapshot under a list's name is of that list.
      const snapshot = snapshots.get(name) as ListSnapshot<Name> | undefined;
      return snapshot?.records[campus] ?? [];
    });
    if (content === null) return false;
    const versions = Array.from(snapshots.values(), ({ version }) => version);
    const version = [...versions, dayInIndia(now())].join(' ');
    const body = await bodies.get({ key: file.key, version }, content.write);
    const isFresh = [...snapshots.values()].every(({ state }) => state === 'fresh');
    const lifetime = isFresh ? CACHE_CONTROL.recordFile : CACHE_CONTROL.list.stale;
    const headers = { ...content.headers, 'Cache-Control': lifetime };
    await sendBody(request, response, { body, headers });
    return true;
  };
}
