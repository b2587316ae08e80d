import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Settings } from '../config.ts';
import { systemClock, type Clock } from '../outbox/clock.ts';
import { knownLists } from '../provider/campus-lists.ts';
import type { ListCache } from '../provider/list-cache.ts';
import type { Log } from '../web/log.ts';
import { postJson } from '../web/post-json.ts';
import { CAMPUSES } from '../../shared/campuses.ts';
import { RECORD_KINDS } from '../../shared/record-kinds.ts';
import { RECORD_SEGMENTS, recordPath, type RecordSegment } from '../../shared/record-paths.ts';

const MINUTE = 60_000;
/** The first look, which only remembers what there is. */
const FIRST_MS = MINUTE;
/** How often changes are looked for, and so how often the engine is notified at most. */
const PAUSE_MS = 10 * MINUTE;
/** How old a list may be that is looked at. */
const MAX_AGE_MS = MINUTE;
/** Most addresses of one message (indexnow.org); the others wait for the next. */
const MAX_ADDRESSES = 10_000;

export type IndexNowOptions = Pick<Settings, 'siteUrl' | 'proxies'> & {
  /** Null notifies nobody. */
  indexNow: Settings['indexNow'];
  lists: Pick<ListCache, 'get' | 'renew'>;
  log: Log;
  clock?: Clock;
};

/** What the pages of a kind of record said, by their addresses. */
type Known = { version: string; pages: ReadonlyMap<string, string> };

/**
 * Notifies a search engine (indexnow.org) which pages of records are new, changed or gone since the last look. What
 * changes while the process does not run is left to the sitemaps.
 */
export function startIndexNow(options: IndexNowOptions): { stop: () => void } {
  const { indexNow, siteUrl, proxies, lists, log, clock = systemClock } = options;
  if (indexNow === null) return { stop: () => {} };
  const { key, engineUrl } = indexNow;
  const known = new Map<RecordSegment, Known>();
  const waiting = new Set<string>();
  let isStopped = false;
  let cancel = clock.after(FIRST_MS, () => void look());

  async function look(): Promise<void> {
    for (const segment of RECORD_SEGMENTS) await compare(segment);
    if (waiting.size > 0) await notify([...waiting].slice(0, MAX_ADDRESSES));
    if (!isStopped) cancel = clock.after(PAUSE_MS, () => void look());
  }

  /** Nothing can be said of lists that are out of date, or of which one cannot be had. */
  async function compare(segment: RecordSegment): Promise<void> {
    const { lists: names, recordsIn } = RECORD_KINDS[segment];
    await Promise.all(names.map((name) => lists.renew(name, '', { maxAgeMs: MAX_AGE_MS })));
    const current = await knownLists(lists, names);
    const before = known.get(segment);
    if (current?.state !== 'fresh' || current.version === before?.version) return;
    const pages = new Map<string, string>();
    for (const campus of CAMPUSES) {
      await setImmediate();
      for (const record of recordsIn(current.readFor(campus))) {
        const path = recordPath(campus, segment, record);
        if (path !== null) pages.set(path, digest(record));
      }
    }
    known.set(segment, { version: current.version, pages });
    if (before === undefined) return;
    for (const path of new Set([...before.pages.keys(), ...pages.keys()]))
      if (before.pages.get(path) !== pages.get(path)) waiting.add(siteUrl + path);
  }

  async function notify(urlList: string[]): Promise<void> {
    const { host } = new URL(siteUrl);
    const keyLocation = `${siteUrl}${indexNowKeyPath(key)}`;
    try {
      await postJson(engineUrl, JSON.stringify({ host, key, keyLocation, urlList }), proxies);
      for (const url of urlList) waiting.delete(url);
      log.info({ event: 'index-now-notified', count: urlList.length });
    } catch (error) {
      const cause = error instanceof Error ? error.message : 'unknown';
      log.warn({ event: 'index-now-failed', count: urlList.length, cause });
    }
  }

  return {
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/** Where the engine reads the key, which proves that the message is ours. */
export function indexNowKeyPath(key: string): string {
  return `/${key}.txt`;
}

function digest(record: object): string {
  return createHash('sha256').update(JSON.stringify(record)).digest('base64url').slice(0, 16);
}
