import ical, { type VEvent } from 'node-ical';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { siteOfTest, type TestSite } from '../../support/site.ts';
import { daysAfter } from '../../../shared/dates.ts';

const EVENT = {
  _id: 'sports',
  school: 'FARRUKHABAD',
  title: 'Sports Day',
  description: 'Races, relays; and a march past\nBring a cap \\ bottle',
  date: '2026-12-05',
  time: '10:00 AM - 1:30 PM',
  venue: 'Main ground, Arrah Paharpur',
  url: 'https://example.org/sports?a=1;b=2',
  attachments: ['plan.pdf'],
};
const HINDI = {
  ...EVENT,
  _id: 'utsav',
  title: 'वार्षिक उत्सव एवं पुरस्कार वितरण समारोह, सभी अभिभावक सादर आमंत्रित हैं 🎉',
  description: 'नृत्य, नाटक और संगीत; '.repeat(20),
  time: 'प्रार्थना के बाद',
};
const INJECTION = {
  ...EVENT,
  _id: 'evil',
  title: 'Fair\r\nEND:VEVENT\r\nBEGIN:VEVENT\u0000\u2028',
  description: 'a\r\nATTACH:https://evil.example\rX',
  venue: 'Hall\r\nX-EVIL:1',
  time: '',
};
const UNDATED = { ...EVENT, _id: 'open', title: 'Open day', date: '' };
/** The last day of a year ago, with a title only, and the one before it. */
const PAST = { _id: 'past', school: 'FARRUKHABAD', title: 'Past', date: '2025-11-21' };
const TOO_OLD = { ...PAST, _id: 'old', title: 'Too old', date: '2025-11-20' };
const OTHER_CAMPUS = { ...EVENT, _id: 'np', school: 'NEKPUR', title: 'Nekpur fair' };

let site: TestSite;
let clock: number;

async function start(events: readonly object[]): Promise<void> {
  // 22 November in India.
  clock = Date.parse('2026-11-21T20:00:00Z');
  site = await siteOfTest({
    now: () => new Date(clock),
    lists: { events: [], eventsAll: events },
    // Its holidays are in school-days.test.ts.
    content: (written) => ({ ...written, office: { ...written.office, schoolDays: null } }),
  });
}

async function read(path: string): Promise<{ text: string; events: VEvent[] }> {
  const { text } = await request(site.url)
    .get(path)
    .expect(200)
    .expect('content-type', 'text/calendar; charset=utf-8');
  followsTheStandard(text);
  const events = Object.values(ical.sync.parseICS(text)).filter(
    (part): part is VEvent => part?.type === 'VEVENT',
  );
  return { text, events };
}

/** RFC 5545, 3.1: line ends, lengths and characters. */
function followsTheStandard(text: string): void {
  expect(text.endsWith('\r\n')).toBe(true);
  const lines = text.slice(0, -2).split('\r\n');
  // oxlint-disable-next-line no-control-regex -- none of them may be in a line
  expect(lines.filter((line) => /[\u0000-\u0008\u000a-\u001f\u007f]/.test(line))).toEqual([]);
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(lines.filter((line) => !/^(?: |[A-Z][A-Z-]+[;:])/.test(line))).toEqual([]);
}

describe('the calendar of a campus', () => {
  test('holds its dated events with time, place, text and the address of their page', async () => {
    await start([TOO_OLD, PAST, EVENT, HINDI, UNDATED, OTHER_CAMPUS]);
    const { text, events } = await read('/Events.ics');
    const summaries = events.map(({ summary }) => summary);
    expect(summaries).toEqual([HINDI.title, EVENT.title, 'Past']);
    const [hindi, sports, past] = events;
    expect(sports).toMatchObject({
      location: EVENT.venue,
      url: `${site.url}/Events/sports/sports-day`,
      description: `${EVENT.description}\n\nTime: ${EVENT.time}\n\n${EVENT.url}\n\n${site.url}/Events/sports/sports-day`,
    });
    expect(sports?.start.toISOString()).toBe('2026-12-05T04:30:00.000Z');
    expect(sports?.start.tz).toBe('Asia/Kolkata');
    expect(sports?.end?.toISOString()).toBe('2026-12-05T08:00:00.000Z');
    expect(text).toContain('DTSTART;TZID=Asia/Kolkata:20261205T100000\r\n');
    expect(text).toContain(`ATTACH:${site.url}/api/image/plan.pdf`);
    // An unreadable time: an all-day event, with the text in its description.
    expect(hindi?.datetype).toBe('date');
    expect(text).toContain('DTSTART;VALUE=DATE:20261205\r\nDTEND;VALUE=DATE:20261206\r\n');
    expect(hindi?.description).toContain('Time: प्रार्थना के बाद');
    const page = `${site.url}/Events/past/past`;
    expect(past).toMatchObject({ description: page, url: page });
    for (const absent of ['location', 'attach']) expect(past).not.toHaveProperty(absent);
    // It does not block a subscriber's day; one with a time does.
    const blocks = events.map(({ transparency }) => transparency !== 'TRANSPARENT');
    expect(blocks).toEqual([false, true, false]);
    // On the next day, with the same list, the last one is too old.
    clock += 24 * 60 * 60 * 1_000;
    const tomorrow = (await read('/Events.ics')).events.map(({ summary }) => summary);
    expect(tomorrow).toEqual(summaries.slice(0, 2));
  });

  test('has its name and its refresh interval', async () => {
    await start([EVENT]);
    const { text } = await read('/nekhpur/Events.ics');
    const name = `${site.content.site.name}\\, Nekpur`;
    expect(text.replaceAll('\r\n ', '').replaceAll('\r\n', '|')).toBe(
      'BEGIN:VCALENDAR|VERSION:2.0|PRODID:-//School website//Events//EN|CALSCALE:GREGORIAN|' +
        `NAME;VALUE=TEXT:${name}|X-WR-CALNAME:${name}|X-WR-TIMEZONE:Asia/Kolkata|` +
        `X-PUBLISHED-TTL:PT1H|REFRESH-INTERVAL;VALUE=DURATION:PT1H|URL:${site.url}/nekhpur/Events|` +
        `SOURCE;VALUE=URI:${site.url}/nekhpur/Events.ics|BEGIN:VTIMEZONE|TZID:Asia/Kolkata|` +
        'BEGIN:STANDARD|DTSTART:19700101T000000|TZOFFSETFROM:+0530|TZOFFSETTO:+0530|TZNAME:IST|' +
        'END:STANDARD|END:VTIMEZONE|END:VCALENDAR|',
    );
    await request(site.url).get('/nekpur/events.ICS').expect(200, text);
  });

  test('texts cannot add lines, properties or events', async () => {
    await start([INJECTION]);
    const { text, events } = await read('/Events.ics');
    expect(events).toHaveLength(1);
    expect(events[0]?.summary).toBe('Fair END:VEVENT BEGIN:VEVENT');
    expect(text).not.toMatch(/^X-EVIL|^ATTACH:https:\/\/evil/m);
  });

  test('an event keeps its id when it changes, has a new stamp, and goes when the provider deletes it', async () => {
    await start([EVENT, HINDI]);
    const { text, events: before } = await read('/Events.ics');
    expect(before.map(({ dtstamp }) => dtstamp.getTime())).toEqual([clock, clock]);
    clock += 30_000;
    expect((await read('/Events.ics')).text).toBe(text);
    site.provider.setList('eventsAll', [{ ...EVENT, title: '', time: '11 AM' }]);
    clock += 61_000;
    const ids = async () => (await read('/Events.ics')).events.map(({ uid }) => uid);
    await expect.poll(ids).toEqual([before[1]?.uid]);
    const [after] = (await read('/Events.ics')).events;
    expect(after?.start.toISOString()).toBe('2026-12-05T05:30:00.000Z');
    expect(after?.dtstamp.getTime()).toBe(clock);
    expect(after?.summary).toMatch(/^Races, relays; and a march past Bring/);
    // A new event, in the shorter list only.
    site.provider.setList('events', [HINDI]);
    clock += 61_000;
    await expect.poll(ids).toEqual([before[0]?.uid, after?.uid]);
  });

  test('5,000 events: the next ones', async () => {
    const days = Array.from({ length: 5_000 }, (_, index) => daysAfter('2020-01-01', index));
    await start(days.map((date) => ({ ...EVENT, _id: date, date })));
    const { events } = await read('/Events.ics');
    expect(events).toHaveLength(300);
    const shown = events.map(({ start: from }) => from.toISOString().slice(0, 10));
    expect([shown[0], shown.at(-1)]).toEqual(['2026-11-22', '2027-09-17']);
  });
});

test('a time until midnight is in the calendar file, in the link to Google Calendar and in the structured data', async () => {
  await start([{ ...EVENT, time: '6:00 PM - 12:00 AM' }]);
  const { text: file } = await read('/Events.ics?id=sports');
  expect(file).toContain('DTSTART;TZID=Asia/Kolkata:20261205T180000\r\n');
  expect(file).toContain('DTEND;TZID=Asia/Kolkata:20261206T000000\r\n');
  const { text } = await request(site.url).get('/Events/sports/sports-day').expect(200);
  expect(text).toContain(encodeURIComponent('20261205T180000/20261206T000000'));
  expect(text).toContain('"startDate":"2026-12-05T18:00:00+05:30"');
  expect(text).toContain('"endDate":"2026-12-06T00:00:00+05:30"');
});

describe('the calendar file of one event', () => {
  test('holds it alone, under its name', async () => {
    await start([EVENT, HINDI]);
    const { text, events } = await read('/Events.ics?id=sports');
    // It is no calendar to subscribe to.
    expect(text).not.toMatch(/^(?:X-WR-CALNAME|NAME|SOURCE|REFRESH-INTERVAL)/m);
    expect(events.map(({ summary }) => summary)).toEqual(['Sports Day']);
    const calendar = (await read('/Events.ics')).events;
    expect(calendar.map(({ uid }) => uid)).toContain(events[0]?.uid);
    for (const [path, name] of [
      ['/Events.ics', 'events'],
      ['/Events.ics?id=utsav', 'event'],
      ['/Events.ics?id=sports', 'sports-day'],
    ] as const)
      expect((await request(site.url).head(path).expect(200)).headers).toMatchObject({
        'content-disposition': `inline; filename="${name}.ics"`,
        vary: 'Accept-Encoding',
      });
  });

  test('is 404 for an event without a date, of another campus, for no id and an unknown one', async () => {
    await start([EVENT, UNDATED, OTHER_CAMPUS]);
    await read('/Events.ics');
    for (const id of ['open', 'np', '', 'x'])
      expect([id, (await request(site.url).get(`/Events.ics?id=${id}`)).status]).toEqual([id, 404]);
  });
});
