import express, { type Request, type Router } from 'express';
import { calendarText, datedEvents } from './calendar.ts';
import { feedText, type FeedAddress, type FeedSite } from './feed.ts';
import type { GeneratedFile, SendGeneratedFile } from '../generated-files.ts';
import { CAMPUSES, campusPath, pathSpellings, type Campus } from '../../../shared/campuses.ts';
import { calendarPath, FEED_TYPE, feedPath } from '../../../shared/records/feed-paths.ts';
import { FEED_SEGMENTS } from '../../../shared/records/registry.ts';
import { listsOf } from '../../../shared/records/kind-records.ts';
import { toSlug } from '../../../shared/records/record-paths.ts';
import { readParameter } from '../../../shared/query-params.ts';

type FeedRoutesOptions = FeedSite & { sendFile: SendGeneratedFile };

/**
 * RSS of each campus's news, events and notices, its calendar, a calendar file for each event (`?id=`), and
 * `/feed.xml`, the news of all.
 */
export function createFeedRoutes({ sendFile, ...site }: FeedRoutesOptions): Router {
  const router = express.Router();
  const add = (paths: string[], fileOf: (request: Request) => GeneratedFile) =>
    router.get(paths, async (request, response, next) => {
      if (!(await sendFile(request, response, fileOf(request)))) next();
    });

  function feedFile(address: FeedAddress): GeneratedFile {
    const lists = listsOf(address.segment);
    return {
      key: address.path,
      lists,
      required: lists[0],
      build: (readFor) => ({
        write: () => feedText(site, address, readFor),
        headers: { 'Content-Type': `${FEED_TYPE}; charset=utf-8` },
      }),
    };
  }

  function calendarFile(campus: Campus, id: string | undefined): GeneratedFile {
    const lists = listsOf('Events');
    return {
      key: calendarPath(campus) + (id === undefined ? '' : ` ${id}`),
      lists,
      required: lists[0],
      build(readFor) {
        const events = datedEvents(readFor(campus));
        const only = events.find((event) => event.id === id) ?? null;
        if (id !== undefined && only === null) return null;
        return {
          write: () => calendarText(site, campus, { events, only }),
          headers: {
            'Content-Type': 'text/calendar; charset=utf-8',
            'Content-Disposition': `inline; filename="${only === null ? 'events' : buildFileName(only)}.ics"`,
          },
        };
      },
    };
  }

  for (const campus of CAMPUSES) {
    for (const segment of FEED_SEGMENTS) {
      const path = feedPath(campus, segment);
      add(pathSpellings(campus, path), () => feedFile({ segment, campus, path }));
      // Releases up to 1.1.0 had Atom feeds; their readers must not lose them.
      router.get(
        pathSpellings(campus, campusPath(campus, `${segment}.atom`)),
        (_request, response) => response.redirect(301, path),
      );
    }
    add(pathSpellings(campus, calendarPath(campus)), (request) =>
      calendarFile(campus, parseEventId(request)),
    );
  }
  const allNews = { segment: 'News', campus: null, path: '/feed.xml' } as const;
  add([allNews.path], () => feedFile(allNews));
  return router;
}

/** The event of a calendar file; undefined for all events, empty for an invalid id. */
function parseEventId({ query: { id } }: Request): string | undefined {
  if (id === undefined) return undefined;
  return (typeof id === 'string' && readParameter('id', id)) || '';
}

/** Every system takes Latin letters; a title in others makes `event`. */
function buildFileName({ title }: { title: string }): string {
  const slug = toSlug(title);
  return /^[a-z0-9-]+$/.test(slug) ? slug : 'event';
}
