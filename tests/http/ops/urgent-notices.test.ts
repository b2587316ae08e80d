import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { runNoticeCli } from '../../../server/notices/notice-cli.ts';
import type { Content, LocalContent } from '../../../shared/content.ts';
import type { SchoolCalendar } from '../../../shared/school-days.ts';
import { SOON } from '../../support/effort.ts';
import { changeIn } from '../../support/outbox-rows.ts';
import { siteOfTest, untilCached, type TestSite } from '../../support/site.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = new Date('2026-11-29T16:10:00Z');

const pageOf = async ({ url }: TestSite, path: string) => (await request(url).get(path)).text;
const shows = (html: string) =>
  /<section class="urgent-band stack".*?<\/section>/s.exec(html)?.[0] ?? '';

const UNTIL = ['--until', '2026-11-30'];
const CLOSED = ['--closed', '2026-11-30'];
const WITHOUT_NOTICES = folderWithOutbox();

const SCHOOL_DAYS: SchoolCalendar = {
  session: { name: '2026-27', from: '2026-04-01', to: '2027-03-31' },
  weeklyHolidays: [{ weekdays: [{ weekday: 'Sunday' }] }],
  hours: [
    { name: 'All year', from: '2026-04-01', to: '2027-03-31', opens: '08:30', closes: '14:30' },
  ],
  holidays: [],
  exams: [],
};

function withSchoolDays<Of extends LocalContent>(written: Of): Of {
  const schoolDays = { FARRUKHABAD: SCHOOL_DAYS, NEKPUR: SCHOOL_DAYS };
  return { ...written, office: { ...written.office, schoolDays } };
}

/** The line about tomorrow on a page. */
async function tomorrowAt(site: TestSite, path: string): Promise<string> {
  const [, , line = ''] = (await pageOf(site, path)).split(/<li><strong>(?=Today|Tomorrow|आज|कल)/);
  return line.slice(0, line.indexOf('</li>')).replace(/<[^>]*>/g, '');
}

/** A data folder with an outbox that the site has not opened yet. */
function folderWithOutbox(): string {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'outbox.db'), '');
  return dataDir;
}

/** The exit code of a command, and what it prints. */
async function notice(dataDir: string, ...args: string[]): Promise<[number, string]> {
  const { code, text } = await runNoticeCli(args, { DATA_DIR: dataDir }, NOW);
  return [code, text];
}

test('a notice of the command is in cached pages of all instances while the platform is down, and leaves them as they were', async () => {
  const dataDir = folderWithOutbox();
  const clock = { now: NOW };
  const first = await siteOfTest({ dataDir, now: () => clock.now });
  const { provider } = first;
  const second = await siteOfTest({ dataDir, provider, now: () => clock.now });
  const sites = [first, second];
  for (const site of sites) await untilCached(site, '/nekhpur/Vision');
  const before = await pageOf(first, '/nekhpur/Vision');
  await provider.fail('all', { status: 503 });

  const text = 'School is closed on Monday, 30 November';
  const options = ['--until', '2026-11-30', '--closed', '2026-11-30', '--campus', 'nekpur'];
  const made = await notice(dataDir, ...options, '--hi', 'सोमवार को विद्यालय बंद है', text);
  expect(made).toEqual([0, expect.stringContaining(text)]);
  for (const site of sites) {
    await vi.waitUntil(async () => shows(await pageOf(site, '/nekhpur/Vision')).includes(text), {
      ...SOON,
      interval: 50,
    });
    expect(shows(await pageOf(site, '/nekhpur/Vision'))).toMatch(/29 Nov 2026.*9:40 PM/);
    expect(shows(await pageOf(site, '/hi/nekhpur/Vision'))).toMatch(/तत्काल:.*सोमवार.*रात 9:40 बजे/);
    expect(shows(await pageOf(site, '/nekhpur/no-such-page'))).toContain(text);
    expect(shows(await pageOf(site, '/Vision'))).toBe('');
  }
  clock.now = new Date('2026-11-30T18:29:59Z');
  expect(shows(await pageOf(first, '/nekhpur/Vision'))).toContain(text);
  clock.now = new Date('2026-11-30T18:30:00Z');
  const dayless = (html: string) => html.replace(/data-day="[\d-]+"/, '');
  expect(dayless(await pageOf(first, '/nekhpur/Vision'))).toBe(dayless(before));
});

test('after a restart with a store that cannot be read, the notices that were read last are shown', async () => {
  const dataDir = folderWithOutbox();
  const site = await siteOfTest({ dataDir, now: () => NOW });
  await untilCached(site, '/Vision');
  await notice(dataDir, '--until', '2026-11-30', 'The school bus is late');
  await vi.waitUntil(() => existsSync(join(dataDir, 'urgent-notices.json')), SOON);
  await site.stop();
  for (const end of ['-wal', '-shm', '']) rmSync(join(dataDir, `outbox.db${end}`), { force: true });
  mkdirSync(join(dataDir, 'outbox.db'));
  const restarted = await siteOfTest({ dataDir, provider: site.provider, now: () => NOW });
  expect(shows(await pageOf(restarted, '/Vision'))).toContain('The school bus is late');
});

test('a highlight is the band of a page that another visitor has waited for since before it was there', async () => {
  const clock = { now: NOW };
  const site = await siteOfTest({ lists: { highlight: [] }, now: () => clock.now });
  const { provider } = site;
  await untilCached(site, '/Vision');
  await provider.fail(/subGallery/, { delayMs: 4_000 });
  const first = pageOf(site, '/SubGallery?id=late');
  await vi.waitUntil(() => provider.requests.some(({ url }) => url.includes('id=late')), SOON);
  const highlight = { _id: 'a', school: 'FARRUKHABAD', title: 'Urgent: bus 4 is late' };
  provider.setList('highlight', [{ ...highlight, attachments: [] }]);
  clock.now = new Date(NOW.getTime() + 120_000);
  const isKnown = async () => shows(await pageOf(site, '/Vision')).includes('bus 4 is late');
  await vi.waitUntil(isKnown, SOON);
  expect(shows(await pageOf(site, '/SubGallery?id=late'))).toContain('bus 4 is late');
  await first;
});

test('a highlight of the platform with the word is the band of its campus while the record exists', async () => {
  const highlight = { school: 'NEKPUR', title: 'Urgent: bus 4 is late', attachments: [] };
  const rows = [{ _id: '69292a10aaaaaaaaaaaaaaaa', ...highlight }];
  const site = await siteOfTest({ lists: { highlight: rows } });
  await untilCached(site, '/nekhpur/Vision');
  const html = await pageOf(site, '/nekhpur/Vision');
  expect(shows(html)).toContain('bus 4 is late');
  expect(html.indexOf('urgent-band')).toBeLessThan(html.indexOf('class="ticker"'));
  expect(html.match(/data-enhance="urgent"/g)).toHaveLength(1);
  expect(shows(await pageOf(site, '/Vision'))).toBe('');
  expect((await site.app.health()).urgentNotices).toEqual({
    FARRUKHABAD: [],
    NEKPUR: ['bus 4 is late'],
  });
});

test('a notice closes some classes and opens later for others, and hides no other hours', async () => {
  const dataDir = folderWithOutbox();
  const content = (written: Content): Content => ({
    ...withSchoolDays(written),
    hindi: written.hindi && { ...written.hindi, content: withSchoolDays(written.hindi.content) },
  });
  const site = await siteOfTest({ dataDir, now: () => NOW, content });
  const text = 'Nursery to Class VIII closed on Monday; Classes IX to XII open at 10 AM';
  const days = ['--until', '2026-11-30', '--closed', '2026-11-30', '--campus', 'farrukhabad'];
  const made = await notice(dataDir, ...days, '--classes', 'up to VIII', '--opens', '10 AM', text);
  const listed =
    '1  FARRUKHABAD, until 2026-11-30, Nursery to VIII closed from 2026-11-30, IX to XII opens at 10:00 from 2026-11-30: ';
  expect(made).toEqual([0, expect.stringContaining(listed)]);
  await vi.waitUntil(async () => shows(await pageOf(site, '/HomeFr')).includes(text), SOON);
  expect(await tomorrowAt(site, '/HomeFr')).toBe(
    'Tomorrow, Monday, 30 November: Nursery to VIII: closed: see the urgent notice, opens on Tuesday, 1 December; IX to XII: 10:00 AM to 2:30 PM (see the urgent notice)',
  );
  expect(await tomorrowAt(site, '/hi/HomeFr')).toBe(
    'कल, सोमवार, 30 नवंबर: नर्सरी से कक्षा 8: बंद: तत्काल सूचना देखें, मंगलवार, 1 दिसंबर को खुलेगा; कक्षा 9 से कक्षा 12: सुबह 10:00 बजे से दोपहर 2:30 बजे तक (तत्काल सूचना देखें)',
  );
  expect(await tomorrowAt(site, '/Home')).toBe(
    'Tomorrow, Monday, 30 November: open, 8:30 AM to 2:30 PM',
  );
});

test('a notice that opens later has a first day, today by default', async () => {
  const dataDir = folderWithOutbox();
  const until = ['--until', '2026-12-05', '--opens', '9:30'];
  expect((await notice(dataDir, ...until, 'Fog'))[1]).toContain(
    ', school opens at 09:30 from 2026-11-29: Fog',
  );
  const juniors = ['--from', '2026-12-01', '--classes', 'कक्षा 5 तक'];
  expect((await notice(dataDir, ...until, ...juniors, 'Cold'))[1]).toContain(
    ', Nursery to V opens at 09:30 from 2026-12-01: Cold',
  );
});

test.each([
  [['--until', '2026-11-30'], 'Usage'],
  [['Text'], 'until: is missing'],
  [['--until', '30.11.2026', 'Text'], 'until: must be a day that exists'],
  [['--until', '2026-11-28', 'Text'], 'until: is over: today is 2026-11-29'],
  [['--until', '2026-11-30', '--closed', '2026-12-01', 'Text'], 'closed: must not be after until'],
  [
    ['--until', '2026-11-30', '--campus', 'kanpur', 'Text'],
    'campus: must be one of "FARRUKHABAD", "NEKPUR"',
  ],
  [[...UNTIL, '--closed', '30-11-2026', 'Text'], 'closed: must be a day that exists'],
  [[...UNTIL, '--classes', 'V', 'Text'], 'classes: needs --closed or --opens'],
  [[...UNTIL, ...CLOSED, '--classes', 'primary', 'Text'], 'classes: has "primary", which is no'],
  [[...UNTIL, ...CLOSED, '--opens', '10:00', 'Text'], 'opens: with --closed needs --classes'],
  [
    [...UNTIL, ...CLOSED, '--classes', 'all', '--opens', '10:00', 'T'],
    'opens: with --closed needs',
  ],
  [
    [...UNTIL, '--opens', '10', 'Text'],
    'opens: must be a time such as 10:00 or "10 AM", but is "10"',
  ],
  [[...UNTIL, '--opens', '10 AM - 1 PM', 'Text'], 'opens: must be a time'],
  [[...UNTIL, '--from', '2026-11-30', 'Text'], 'from: is for --opens without --closed'],
  [[...UNTIL, '--opens', '10:00', '--from', '2026-12-01', 'Text'], 'from: must not be after until'],
  [['--until', '2026-11-30', 'School', 'is', 'closed'], 'between quotation marks'],
  [['--till', '2026-11-30', 'Text'], 'Usage'],
  [['--until', '2026-11-30', '\u0007\u202e'], 'text: must not be empty'],
])('the command rejects %j: %s', async (args, text) => {
  const result = await notice(WITHOUT_NOTICES, ...args);
  expect(result).toEqual([2, expect.stringContaining(text)]);
});

test('commands at once lose nothing, and an unreadable notice is cleared like any other', async () => {
  const dataDir = folderWithOutbox();
  const texts = Array.from({ length: 8 }, (_, at) => `Bus ${at} is late`);
  await Promise.all(texts.map((text) => notice(dataDir, '--until', '2026-11-30', text)));
  const [, list] = await notice(dataDir, 'list');
  expect(list.match(/Bus \d is late/g)?.toSorted()).toEqual(texts);
  changeIn(dataDir, `update notice set text = '{' where id = 3`);
  expect((await notice(dataDir, 'list'))[0]).toBe(3);
  expect(await notice(dataDir, 'clear')).toEqual([0, '8 removed.\nNo urgent notice is shown.\n']);
});

test('a notice stays when outbox.db is removed while the site runs', async () => {
  const { dataDir, lines } = await siteOfTest();
  const text = 'Bus 4 is late';
  await expect.poll(() => existsSync(join(dataDir, 'outbox.db')), SOON).toBe(true);
  await notice(dataDir, '--until', '2026-11-30', text);
  rmSync(join(dataDir, 'outbox.db'));
  await expect.poll(() => lines.some(({ event }) => event === 'outbox-replaced'), SOON).toBe(true);
  expect(await notice(dataDir, 'list')).toEqual([0, expect.stringContaining(text)]);
});

test('a text is cleaned and has a limit, and a number that is no notice removes none', async () => {
  const dataDir = folderWithOutbox();
  await notice(dataDir, '--until', '2026-11-30', '--hi', 'एक\u0007', 'One\u001b\ntwo');
  const tooLong = expect.stringContaining('text: must have 300 characters at most');
  const long = 'x'.repeat(301);
  expect(await notice(dataDir, '--until', '2026-11-30', long)).toEqual([2, tooLong]);
  const unknown = 'There is no notice 7: npm run notice -- list has the numbers\n';
  expect(await notice(dataDir, 'clear', '1', '7')).toEqual([1, unknown]);
  expect((await notice(dataDir, 'list'))[1]).toContain(': One two\n');
});

test('the command lists and clears notices, and names a folder without an outbox', async () => {
  const dataDir = folderWithOutbox();
  await notice(dataDir, '--until', '2026-11-30', 'One');
  await notice(dataDir, '--until', '2026-12-02', 'Two');
  const left = '1 removed.\n2  FARRUKHABAD and NEKPUR, until 2026-12-02: Two\n';
  expect(await notice(dataDir, 'clear', '1')).toEqual([0, left]);
  expect((await notice(dataDir, 'clear'))[1]).toContain('1 removed.');
  expect(await notice(dataDir, 'list')).toEqual([0, 'No urgent notice is shown.\n']);
  const missing = await notice(`${dataDir}/missing`, '--until', '2026-11-30', 'One');
  expect(missing).toEqual([3, 'There is no outbox.db: run this on the server, in its folder\n']);
  expect(existsSync(`${dataDir}/missing`)).toBe(false);
});

test('a notice that is over is deleted when the next one is written', async () => {
  const dataDir = folderWithOutbox();
  await notice(dataDir, '--until', '2026-11-30', 'Over');
  // 1 December in India.
  const later = new Date('2026-11-30T20:00:00Z');
  const environment = { DATA_DIR: dataDir };
  const none = 'No urgent notice is shown.\n';
  expect((await runNoticeCli(['list'], environment, later)).text).toBe(none);
  await runNoticeCli(['--until', '2026-12-02', 'Next'], environment, later);
  expect((await notice(dataDir, 'clear'))[1]).toMatch(/^1 removed/);
});
