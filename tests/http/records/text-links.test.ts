import ical from 'node-ical';
import request from 'supertest';
import { expect, test } from 'vitest';
import { sharedSite } from '../../support/site.ts';

const ADDRESS = 'https://forms.example/abc';
const TEXT = `<a href="${ADDRESS}">Click here</a>, <a href="/Admission">apply</a>, www.gis.example/a, office@gis.example, +91 98765 43210, <a href="javascript:alert(1)">not here</a>`;
const ROW = { _id: 'x', school: 'FARRUKHABAD', title: 'Trip', description: TEXT };
const LINKS = [
  `<a href="${ADDRESS}" rel="noopener nofollow ugc" target="_blank">Click here</a>`,
  '<a href="/Admission" rel="noopener nofollow ugc">apply</a>',
  '<a href="https://www.gis.example/a" rel="noopener nofollow ugc" target="_blank">www.gis.example/a</a>',
  '<a href="mailto:office@gis.example" rel="noopener nofollow ugc">office@gis.example</a>',
  '<a href="tel:+919876543210" rel="noopener nofollow ugc">+91 98765 43210</a>',
];
const ALBUM = { ...ROW, category: 'PhotoGallery', date: '2026-11-20', attachments: ['a.jpg'] };

const site = sharedSite({
  now: () => new Date('2026-11-22T06:00:00Z'),
  lists: {
    newsAll: [{ ...ROW, category: 'News', fromDate: '2026-11-20' }],
    eventsAll: [{ ...ROW, date: '2026-12-05', venue: 'https://meet.example/abc' }],
    notification: [ROW],
    galleryAll: [ALBUM],
    subGallery: [ALBUM],
  },
});

const textAt = async (path: string) => (await request(site.url).get(path).expect(200)).text;

test.each([
  ...['News', 'Events', 'Notices', 'Gallery'].map((kind) => `/${kind}/x/trip`),
  '/News?year=All',
  '/Events?year=All',
  '/Gallery?year=All',
  '/HomeFr',
])(
  '%s has the links of a text, and the addresses and numbers written in it, as links',
  async (path) => {
    const text = await textAt(path);
    for (const link of LINKS) expect(text).toContain(link);
    expect(text).not.toContain('href="javascript');
    expect(/name="description" content="([^"]*)"/.exec(text)?.[1]).not.toContain(ADDRESS);
  },
);

test('feeds have the same links, calendars the addresses', async () => {
  const feed = (await textAt('/News.rss')).replaceAll('&amp;', '&').replaceAll('&lt;', '<');
  expect(feed.replaceAll('&gt;', '>').replaceAll('&quot;', '"')).toContain(
    `<a href="${ADDRESS}">Click here</a>, <a href="${site.url}/Admission">apply</a>`,
  );
  const events = Object.values(ical.sync.parseICS(await textAt('/Events.ics?id=x')));
  expect(events.find((part) => part?.type === 'VEVENT')).toMatchObject({
    description: expect.stringContaining(
      `Click here (${ADDRESS}), apply (${site.url}/Admission), www.gis.example/a`,
    ),
  });
  expect(await textAt('/Events/x/trip')).toContain(
    new URLSearchParams({ details: `Click here (${ADDRESS}), apply (` }).toString(),
  );
});

test('the address of an online meeting is a link where an event is, and the search has words only', async () => {
  expect(await textAt('/Events/x/trip')).toContain('href="https://meet.example/abc"');
  const found = await textAt('/Search?q=trip');
  expect(found).toMatch(/Click here, apply/);
  expect(found).not.toContain('forms.example');
});
