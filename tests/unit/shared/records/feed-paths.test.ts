import { expect, test } from 'vitest';
import {
  calendarPath,
  eventFilePath,
  FEED_TYPES,
  feedPath,
} from '../../../../shared/records/feed-paths.ts';

test('a feed and a calendar stand beside their list, and a file of an event in its calendar', () => {
  expect(feedPath('FARRUKHABAD', 'News', 'atom')).toBe('/News.atom');
  expect(feedPath('NEKPUR', 'Notices', 'rss')).toBe('/nekhpur/Notices.rss');
  expect(FEED_TYPES).toEqual({ atom: 'application/atom+xml', rss: 'application/rss+xml' });
  expect([calendarPath('FARRUKHABAD'), calendarPath('NEKPUR')]).toEqual([
    '/Events.ics',
    '/nekhpur/Events.ics',
  ]);
  expect(eventFilePath('NEKPUR', 'a b')).toBe('/nekhpur/Events.ics?id=a%20b');
  expect(eventFilePath('NEKPUR', '..')).toBeNull();
});
