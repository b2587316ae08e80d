import { beforeAll, describe, expect, test } from 'vitest';
import {
  allOf,
  attribute,
  openComplete,
  select,
  textOf,
  type Element,
} from '../../support/read-page.ts';
import { sharedSite, siteOfTest, type Lists } from '../../support/site.ts';
import { CAMPUSES } from '../../../shared/campuses.ts';
import { dayInIndia } from '../../../shared/dates.ts';
import type { DisclosureTable } from '../../../shared/content.ts';
import { callLink } from '../../../shared/links.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last result that the school has published. */
const RESULTS: DisclosureTable = {
  part: 'C',
  title: 'Result of Class IX',
  columns: ['Year', 'Pass percentage'],
  rows: [
    ['2040-41', '98.50'],
    ['2041-42', '100.00'],
  ],
};

const site = sharedSite({
  hasLists: true,
  content: (content) => {
    for (const campus of CAMPUSES) content.disclosure[campus].push(RESULTS);
    return content;
  },
});

const open = (path: string, at = site) => openComplete(at.url + path);

const withLists = (lists: Lists, now = new Date()) => siteOfTest({ now: () => now, lists });

function section(page: Element, name: string): Element {
  const [found] = select(page, `[data-section=${name}]`);
  if (found === undefined) throw new Error(`no section ${name}`);
  return found;
}

describe.each([
  ['/HomeFr', { prefix: '', campus: 'Farrukhabad', chairman: '/ChairmanMessage' }],
  ['/Home', { prefix: '/nekhpur', campus: 'Nekpur', chairman: '/Nekpur/ChairmanMessage' }],
] as const)('%s', (home, { prefix, campus, chairman }) => {
  const code = home === '/Home' ? 'NEKPUR' : 'FARRUKHABAD';
  let page: Element;
  beforeAll(async () => {
    page = await open(home);
  });

  test('R-005 R-069: the sections have the order of the specification, with their headings', () => {
    const sections = allOf(page, '[data-section]', 'data-section');
    expect(sections.filter((name) => name !== 'notices').join(' ')).toBe(
      'campus-app slider tiles about message events news birthdays gallery get-in-touch partners',
    );
    const { name, offer, campuses } = site.content.site;
    expect(allOf(page, 'h1')).toEqual([`${name}, ${campus}`]);
    expect(allOf(page, '.campus-app p')[0]).toBe(`${offer} ${campuses[code].place}`);
    const headings =
      "Upcoming Events,Latest News,Today's Birthday,Photo Gallery,Chairman's Message,Get In Touch";
    expect(allOf(page, 'main h2')).toEqual(expect.arrayContaining(headings.split(',')));
  });

  test('R-072 R-076 R-078 R-079 R-101: app, registrations, notices and announcements are there to read', () => {
    expect(allOf(page, 'main .app-link', 'href')[0]).toMatch(/^https:/);
    const rows = select(section(page, 'campus-app'), '[aria-label^=Online] a.registration');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(textOf(row)).toMatch(/^Register .+ PDF$/);
      expect(attribute(row, 'href')).toMatch(/^\/api\/image\/documents\//);
    }
    const notices = allOf(section(page, 'notices'), '.notice-title a', 'href').join(' ');
    expect(notices).toMatch(new RegExp(`^(${prefix}/Notices/\\S+ ?){4,}$`));
    expect(allOf(page, '[aria-label=Announcement] .ticker-window', 'tabindex')).toEqual(['0']);
    const links = select(page, 'section[aria-label=Announcement] li a');
    expect(links.length).toBeGreaterThan(0);
    for (const link of links)
      expect([attribute(link, 'target'), attribute(link, 'rel')]).toEqual(['_blank', 'noopener']);
  });

  test('R-083 R-084 R-085: seven tiles, one of which calls this campus, and each has a link', () => {
    const tiles = select(section(page, 'tiles'), 'a').map((tile) => [
      attribute(tile, 'href')?.replace(home, 'home'),
      attribute(tile, 'target'),
      allOf(tile, '.tile-way').join(),
    ]);
    const { phone = '' } = site.content.site.campuses[code];
    const toForm = (topic: string) => [`home?topic=${topic}#get-in-touch`, null, 'Ask the office'];
    expect(tiles).toEqual([
      [
        '/files/mandatory-disclosure-details.pdf',
        '_blank',
        expect.stringMatching(/^PDF, \d+ KB, English$/),
      ],
      [`${prefix}/for-parents#payment`, null, ''],
      toForm('portal-help'),
      [callLink(phone), null, phone],
      toForm('alumni'),
      ...['books', 'bus'].map((name) => [`${prefix}/for-parents#${name}`, null, '']),
    ]);
    expect(select(page, '#get-in-touch')).toHaveLength(1);
  });

  test('R-086 R-087: about us, and four torch bearers with their portraits', () => {
    const about = section(page, 'about');
    expect(allOf(about, 'h2')).toContain('About Us');
    expect(allOf(about, '.about-text p')[0]?.length).toBeGreaterThan(100);
    expect(select(about, 'details p').length).toBeGreaterThan(0);
    expect(allOf(about, 'img', 'alt')).not.toContain('');
    expect(allOf(about, 'details p')).toEqual(allOf(about, '.about-text p').slice(1));
    const alts = allOf(about, '.leaders-list img', 'alt').map((alt) => alt?.split(':')[0]);
    expect(alts.join()).toBe('Chairman,Chairperson,Principal,Academic Head');
    const sizes = new Set(allOf(about, '.leaders-list img[srcset]', 'sizes'));
    expect(sizes).toEqual(new Set(['6rem']));
    const [portrait] = allOf(section(page, 'message'), 'img', 'sizes');
    expect(portrait).toBe('(min-width: 48em) 12rem, 6rem');
    expect(allOf(about, '.leaders-list a', 'href')[3]).toBe(`${prefix}/AcademicHeadMessage`);
  });

  test('R-047 R-048 R-049 R-050 R-075 R-088 R-090 R-094 R-097: every link leads to a page of this campus', () => {
    const more = select(page, 'main a').filter((link) => / More /.test(textOf(link)));
    expect(more.map((link) => attribute(link, 'href'))).toEqual([
      chairman,
      ...['Events', 'News', 'Gallery'].map((name) => `${prefix}/${name}`),
    ]);
    expect(more.map(textOf).join()).toMatch(/chairman's message,.+ events,.+ news,.+ galleries$/);
    expect(allOf(page, '#message-panel .message-text')[0]).toMatch(/^.{201,300}\.$/);
    expect(select(page, '.message-button[aria-expanded=true][data-when=now]')).toHaveLength(1);
    expect(allOf(page, 'main a.album', 'href')[0]).toContain(`${prefix}/SubGallery?id=`);
    expect(allOf(page, 'header .brand', 'href')).toEqual([home]);
    expect(allOf(page, 'nav[aria-label^=First] a', 'href')).toEqual([
      `${prefix}/Admission`,
      expect.stringMatching(/^tel:\+91/),
      `${prefix}/Fees`,
      expect.stringContaining(`${prefix}/Events/`),
    ]);
    expect(allOf(page, '.first-step').join()).toMatch(/Fees Session .+Next: \w{3} \d/);
  });

  test('R-095 R-098 R-099: birthdays by category, the form, partners', () => {
    const lists = select(section(page, 'birthdays'), '.birthday-list');
    expect(lists.map((list) => allOf(list, 'h3')[0])).toEqual(['Teachers', 'Students']);
    const labels = allOf(page, '.birthday-list .swiper', 'aria-label');
    expect(labels.join()).toBe('Birthdays of teachers,Birthdays of students');
    const [teachers, students] = lists.map((list) => select(list, '.birthday').length);
    expect(teachers).toBe(3);
    expect(students).toBeGreaterThanOrEqual(6);
    const form = section(page, 'get-in-touch');
    expect(
      ['input', 'textarea'].flatMap((tag) => allOf(form, `.field ${tag}`, 'name')).join(' '),
    ).toBe('name email phone message');
    expect(allOf(form, '.lede')[0]).toContain(`the office of our ${campus} campus.`);
    expect(allOf(form, '.reach').join()).toMatch(/^\+[\d-]+,Map of \w+$/);
    expect(select(form, '.contact-list li')).toHaveLength(3);
    const alts = allOf(section(page, 'partners'), 'img', 'alt');
    expect(alts.length).toBeGreaterThan(0);
    expect(alts).not.toContain('');
  });

  test('R-080 R-082: the slider has its slides, each with a text for its picture, and arrows', () => {
    const slider = section(page, 'slider');
    const count = home === '/HomeFr' ? 3 : 2;
    expect(new Set(allOf(slider, '.slide-text p')).size).toBe(2 * count);
    for (const texts of [allOf(slider, 'img', 'alt'), allOf(slider, '.slide-text')]) {
      expect(new Set(texts).size).toBe(count);
      expect(texts).not.toContain('');
    }
    const arrows = allOf(page, '[data-turn][hidden] path', 'd');
    expect(new Set(arrows).size).toBe(2);
    expect(select(slider, '.pause-button')).toHaveLength(1);
    expect(select(page, '[aria-roledescription=carousel] [aria-label=Slides]')).toHaveLength(1);
    expect(allOf(slider, '.slider-count')).toEqual([`1 / ${count}`]);
  });
});

test('R-071 R-093 R-245: with empty lists there is no dialog content, and every part has its empty text', async () => {
  const events = [{ _id: 'f', school: 'FARRUKHABAD', title: 'Event', date: '2026-12-01' }];
  const other = await siteOfTest({ providerHas: 'nothing', lists: { events } });
  await other.provider.fail('/api/highlight/GISNUP', { status: 500 });
  const page = await open('/Home', other);
  for (const absent of ['[data-section=notices]', '[data-popup-item]', '.registrations'])
    expect(select(page, absent)).toEqual([]);
  const news = textOf(section(page, 'news'));
  expect(news).toContain('News Title');
  expect(news).toContain('Stay Tunned For More Updates');
  expect(allOf(page, '[data-section=news] .more', 'href')).toEqual(['/nekhpur/News']);
  expect(select(page, 'main .empty')).toHaveLength(4);
  const more = ['Events', 'News', 'Gallery'].map((name) => `/nekhpur/${name}`);
  expect(allOf(page, '.carousel-footer a', 'href')).toEqual(more);
  expect(allOf(section(page, 'birthdays'), '.empty')).toEqual([
    'No teacher has a birthday today.',
    'No student has a birthday today.',
  ]);
  expect(select(page, '.leaders-list img')).toHaveLength(4);
  expect(allOf(page, '.message-text')[0]?.length).toBeGreaterThan(100);
  expect(select(page, 'section[aria-label=Announcement]')).toHaveLength(1);
  expect(select(page, 'section[aria-label=Announcement] li')).toEqual([]);
  expect(allOf(page, 'nav[aria-label^=First] a', 'href')).toContain('/nekhpur/Events');
});

test('R-096 R-158: the birthdays are those of today in India', async () => {
  const row = { school: 'NEKPUR', category: 'Student', name: 'Asha', class: 'II' };
  const other = await withLists(
    { birthdays: [row, { ...row, name: 'Ravi', class: '' }] },
    new Date('2026-12-31T19:00:00Z'),
  );
  const birthdays = section(await open('/Home', other), 'birthdays');
  expect(allOf(birthdays, 'time')).toEqual(['1 January 2027']);
  expect(allOf(birthdays, '.birthday')).toEqual(['Asha II', 'Ravi']);
  expect(allOf(birthdays, '.birthday .quiet')).toEqual(['II']);
  expect(allOf(birthdays, '.birthday img', 'src')[0]).toContain('birthday-cake');
});

test.each([
  ['the next one first', { Old: -3, Next: 7, Six: 6, Today: 0, Soon: 2 }, 'Today Soon Six', 'Next'],
  ['two in place of those of a week', { C: 30, A: 8, B: 9 }, 'A B', 'C'],
  ['four of a week', { A: 0, B: 1, C: 2, D: 3, E: 4 }, 'A B C D', 'E'],
  ['the newest one when none is upcoming', { Old: -30, Newest: -1, Older: -60 }, '', 'Newest'],
])('R-100: the week and the dialog of Nekpur have %s', async (_what, days, week, onlyInDialog) => {
  const now = new Date();
  const events = Object.entries(days).map(([title, day]) => ({
    _id: title,
    school: 'NEKPUR',
    title,
    date: dayInIndia(new Date(now.getTime() + day * DAY_MS)),
  }));
  const other = await withLists({ events }, now);
  const titles = async () =>
    allOf(await open('/Home', other), '[data-popup=events] [data-popup-item] h3').join(' ');
  await expect.poll(titles).toBe(`${week} ${onlyInDialog}`.trim());
  const page = await open('/Home', other);
  expect(allOf(page, '.week-list a').join(' ')).toBe(week);
  const isQuiet = !Object.values(days).some((day) => day >= 0 && day < 7);
  expect(select(page, '.week p')).toHaveLength(isQuiet ? 1 : 0);
});

test('R-090 R-091 R-097: a home page has the newest nine events, ten news and twelve albums', async () => {
  const rows = Array.from({ length: 15 }, (_, index) => {
    const date = `2020-01-${10 + index}`;
    const texts = { title: `Record ${index}`, description: 'a '.repeat(200) };
    return { _id: `r${index}`, school: 'NEKPUR', ...texts, date, fromDate: date };
  });
  const news = rows.map((row) => ({ ...row, category: 'News' }));
  const attachments = ['1.jpg', '2'];
  const albums = rows.map((row) => ({ ...row, category: 'PhotoGallery', attachments }));
  const page = await open('/Home', await withLists({ events: rows, news, gallery: albums }));
  const titles = rows.map(({ title }) => title).toReversed();
  expect(allOf(page, '.event a')).toEqual(titles.slice(0, 9));
  expect(allOf(page, '.news-item a')).toEqual(titles.slice(0, 10));
  expect(allOf(page, '.clamped').at(-1)).toHaveLength(238);
  expect(allOf(page, '.news-item span').at(-1)).toHaveLength(158);
  expect(allOf(page, '.album')).toEqual(titles.slice(0, 12).map((title) => `${title} 2 photos`));
  expect(allOf(page, '.album img', 'src')[0]).toContain('/1.jpg');
});

test('R-009 R-016 R-017: the chooser comes first, with a button, the place and the newest result of each campus', async () => {
  const { name, offer, campuses } = site.content.site;
  const cards = [campuses.FARRUKHABAD, campuses.NEKPUR].map(
    ({ label, place, summary }) =>
      `${label} ${place} Result of Class IX 2041\u201142: 100% passed ${summary}`,
  );
  for (const [path, heading] of [
    ['/', name],
    ['/Campus', 'Choose a campus'],
  ] as const) {
    const page = await open(path);
    expect(allOf(page, 'h1')[0]).toBe(heading);
    expect(allOf(page, 'main section', 'class')[0]).toBe('chooser');
    expect(allOf(page, 'main .chooser a', 'href')).toEqual(['/HomeFr', '/Home']);
    expect(allOf(page, '.chooser')).toEqual([[offer, heading, ...cards].join(' ')]);
  }
  const leaders = await open('/hi/HomeFr');
  for (const part of ['.leaders bdi', '.message-name bdi'])
    expect(allOf(leaders, part)).toEqual([]);
  expect(allOf(await open('/hi/ChairmanMessage'), 'figcaption bdi')).toEqual([]);
  expect(allOf(await open('/hi/Campus'), 'h1')).not.toEqual(allOf(await open('/hi'), 'h1'));
});
