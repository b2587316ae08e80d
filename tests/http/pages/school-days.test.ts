import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { contentWith } from '../../support/content-with.ts';
import { schoolDaysFiles, sessionUntil, type CalendarRows } from '../../support/table-files.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';

const CALENDAR = {
  ...sessionUntil('2027-03-31'),
  holidays: [
    { name: 'Guru Nanak Jayanti', from: '2026-11-24' },
    { name: 'Winter break', from: '2026-12-30', to: '2027-01-02' },
  ],
  exams: [{ name: 'Unit test', from: '2026-11-26', to: '2026-11-27' }],
};
const NEKPUR = { ...CALENDAR, holidays: [] };

/** The wings have hours of their own, and holidays, on days between those of the whole school. */
const WINGS = {
  ...CALENDAR,
  weeklyHolidays: [
    { weekdays: 'Sunday' },
    { weekdays: '2nd, 4th Saturday' },
    { weekdays: '2nd Saturday', forClasses: 'Nursery' },
  ],
  hours: [
    { ...CALENDAR.hours[0], forClasses: 'Nursery to V', closes: '12:30' },
    { ...CALENDAR.hours[0], forClasses: 'VI to XII' },
  ],
  holidays: [...CALENDAR.holidays, { name: 'Fog', from: '2026-11-30', forClasses: 'KG' }],
};

function optionsOn(
  day: string,
  highlight: readonly object[] = [],
  calendar: CalendarRows = CALENDAR,
) {
  const contentFolder = contentWith(schoolDaysFiles({ FARRUKHABAD: calendar, NEKPUR }));
  const now = () => new Date(`${day}T21:30:00+05:30`);
  return { contentFolder, now, lists: { highlight } };
}

const siteOn = async (...on: Parameters<typeof optionsOn>) =>
  request((await siteOfTest(optionsOn(...on))).url);

const shared = sharedSite(optionsOn('2026-11-23'));

type Site = Awaited<ReturnType<typeof siteOn>>;

async function linesOf(site: Site, path: string): Promise<string[]> {
  const { text } = await site.get(path).expect(200);
  const section = /<section class="school-days row".*?<\/section>/s.exec(text)?.[0] ?? '';
  return [...section.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) =>
    line.replace(/<[^>]*>/g, ''),
  );
}

test('today and tomorrow are on both homes, Contact and the calendar, in both languages', async () => {
  const site = request(shared.url);
  const lines = [
    'Today, Monday, 23 November: open, 8:00 AM to 1:30 PM',
    'Tomorrow, Tuesday, 24 November: closed: Guru Nanak Jayanti; school opens on Wednesday, 25 November',
  ];
  for (const path of ['/HomeFr', '/Contact', '/Events/Calendar'])
    expect(await linesOf(site, path), path).toEqual(lines);
  expect((await linesOf(site, '/Home'))[1]).toBe(
    'Tomorrow, Tuesday, 24 November: open, 8:00 AM to 1:30 PM',
  );
  expect(await linesOf(site, '/hi/HomeFr')).toEqual([
    'आज, सोमवार, 23 नवंबर: खुला, सुबह 8:00 बजे से दोपहर 1:30 बजे तक',
    'कल, मंगलवार, 24 नवंबर: बंद: गुरु नानक जयंती; विद्यालय बुधवार, 25 नवंबर को खुलेगा',
  ]);
});

const untilUrgent = (site: Site) =>
  vi.waitUntil(async () => (await site.get('/Home')).text.includes('urgent-band'), SOON);

const highlight = (title: string) => [{ _id: '1', school: 'NEKPUR', title, attachments: [] }];

test('an urgent highlight that closes the school replaces the lines; another one does not', async () => {
  const closing = await siteOn('2026-11-23', highlight('Urgent: school is closed on Tuesday'));
  // Before the list arrives a page is streamed without it.
  await vi.waitUntil(async () => (await linesOf(closing, '/Home')).length === 1, SOON);
  expect(await linesOf(closing, '/Home')).toEqual([
    'Read the urgent notice at the top of this page.',
  ]);
  expect(await linesOf(closing, '/HomeFr')).toHaveLength(2);
  const other = await siteOn(
    '2026-11-23',
    highlight('Urgent: Railway crossing closed, buses 20 minutes late on Tuesday; school is open'),
  );
  await untilUrgent(other);
  expect(await linesOf(other, '/Home')).toEqual([
    'Today, Monday, 23 November: open, 8:00 AM to 1:30 PM',
    'Tomorrow, Tuesday, 24 November: open, 8:00 AM to 1:30 PM',
  ]);
});

test('classes with own hours and holidays are named in both languages, on the calendar page and in its file', async () => {
  const site = await siteOn('2026-11-26', [], WINGS);
  expect(await linesOf(site, '/HomeFr')).toEqual([
    'Today, Thursday, 26 November: Nursery to V: 8:00 AM to 12:30 PM; VI to XII: 8:00 AM to 1:30 PM; Unit test',
    'Tomorrow, Friday, 27 November: Nursery to V: 8:00 AM to 12:30 PM; VI to XII: 8:00 AM to 1:30 PM; Unit test',
  ]);
  expect((await linesOf(site, '/hi/HomeFr'))[0]).toContain(
    'नर्सरी से कक्षा 5: सुबह 8:00 बजे से दोपहर 12:30 बजे तक; कक्षा 6 से कक्षा 12: सुबह 8:00 बजे से दोपहर 1:30 बजे तक;',
  );
  const sunday = await siteOn('2026-11-29', [], WINGS);
  expect(await linesOf(sunday, '/HomeFr')).toEqual([
    'Today, Sunday, 29 November: Nursery and I to XII: closed, opens on Monday, 30 November; LKG and UKG: closed, opens on Tuesday, 1 December',
    'Tomorrow, Monday, 30 November: Nursery and I to V: 8:00 AM to 12:30 PM; LKG and UKG: closed: Fog, opens on Tuesday, 1 December; VI to XII: 8:00 AM to 1:30 PM',
  ]);
  expect((await linesOf(sunday, '/hi/HomeFr'))[1]).toContain(
    'एलकेजी और यूकेजी: बंद: Fog, मंगलवार, 1 दिसंबर को खुलेगा',
  );
  const { text } = await site.get('/Events/Calendar').expect(200);
  expect(text).toContain('<th scope="row">Fog (LKG and UKG)</th>');
  expect(text).toContain('>All year, Nursery to V, 8:00 AM – 12:30 PM</th>');
  expect((await site.get('/Events.ics')).text).toContain('SUMMARY:Fog (LKG and UKG)');
});

test('second and fourth Saturdays are without school on the line, in the calendar and its months', async () => {
  const site = await siteOn('2026-12-11', [], WINGS);
  expect((await linesOf(site, '/HomeFr'))[1]).toBe(
    'Tomorrow, Saturday, 12 December: closed; school opens on Monday, 14 December',
  );
  const { text } = await site.get('/Events/Calendar?year=2026&month=12').expect(200);
  expect(text).toContain('<th scope="row">Weekly holiday</th><td>2nd and 4th Saturday</td>');
  expect(text.match(/class="quiet">Weekly holiday/g)).toHaveLength(2);
  const { text: hindi } = await site.get('/hi/Events/Calendar').expect(200);
  expect(hindi).toContain('<td>दूसरा और चौथा शनिवार</td>');
});

test('an urgent highlight about some classes hides no other hours', async () => {
  const site = await siteOn(
    '2026-11-23',
    highlight(
      'Urgent: Nursery to Class VIII closed on Tuesday 24 November; Classes IX to XII open 10 AM',
    ),
  );
  await untilUrgent(site);
  expect(await linesOf(site, '/Home')).toEqual([
    'Today, Monday, 23 November: open, 8:00 AM to 1:30 PM',
    'Tomorrow, Tuesday, 24 November: Nursery to VIII: closed: see the urgent notice, opens on Wednesday, 25 November; IX to XII: 10:00 AM to 1:30 PM (see the urgent notice)',
  ]);
});

test('outside the session nothing is said', async () => {
  const site = await siteOn('2027-04-01');
  expect(await linesOf(site, '/HomeFr')).toEqual([]);
});

test('holidays and examinations are in the calendar page, its months and its file', async () => {
  const site = request(shared.url);
  const { text } = await site.get('/Events/Calendar?year=2026&month=12').expect(200);
  expect(text.match(/class="quiet">Winter break/g)).toHaveLength(2);
  expect(text).toMatch(/<th scope="row">Winter break<\/th><td>Wed 30 Dec.*?Sat 2 Jan/s);
  const { text: file } = await site.get('/Events.ics').expect(200);
  const entry = file.split('BEGIN:VEVENT').find((part) => part.includes('SUMMARY:Winter break'));
  expect(entry).toMatch(/DTSTART;VALUE=DATE:20261230\r\nDTEND;VALUE=DATE:20270103\r\n/);
  expect(file).toContain('SUMMARY:Unit test');
  const { text: other } = await site.get('/nekhpur/Events.ics').expect(200);
  expect(other).not.toContain('Winter break');
});

test('the calendar leads to all months with a holiday or an examination; a list without entries is left out', async () => {
  const { holidays } = CALENDAR;
  const exams = [{ name: 'Annual examination', from: '2027-02-20', to: '2027-03-05' }];
  const calendars = {
    FARRUKHABAD: { ...CALENDAR, exams },
    NEKPUR: { ...NEKPUR, holidays, exams: [] },
  };
  const site = await siteOfTest({
    contentFolder: contentWith(schoolDaysFiles(calendars)),
    now: () => new Date('2026-11-23T12:00:00+05:30'),
    lists: { eventsAll: [] },
  });
  const pageOf = async (path: string) => (await request(site.url).get(path).expect(200)).text;
  const next = async (path: string) => /rel="next" href="([^"]*)"/.exec(await pageOf(path))?.[1];
  const path = '/Events/Calendar?year=2027&month=';
  expect(await next(`${path}1`)).toContain('month=2');
  expect(await next(`${path}2`)).toContain('month=3');
  expect(await next(`${path}3`)).toBeUndefined();
  const nekpur = '/nekhpur/Events/Calendar?year=';
  expect(await next(`${nekpur}2026&month=12`)).toContain('year=2027&amp;month=1');
  expect(await pageOf(path)).toContain('<caption>Examinations</caption>');
  expect(await pageOf(nekpur)).not.toContain('<caption>Examinations</caption>');
});

test('the search finds the calendar by the name of a holiday', async () => {
  const site = request(shared.url);
  const search = () => site.get('/Search?q=guru+nanak').expect(200);
  await expect.poll(async () => (await search()).text).toMatch(/href="\/Events\/Calendar[#"]/);
});
