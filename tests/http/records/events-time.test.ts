import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { allOf, readPage, select } from '../../support/read-page.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';

const event = (id: string, date: string, more: object = {}) => ({
  _id: id,
  school: 'FARRUKHABAD',
  title: `Title of ${id}`,
  date,
  ...more,
});

const EVENTS = [
  event('yesterday', '2026-11-21'),
  event('today', '2026-11-22', { time: '9 AM', venue: 'Hall', description: 'Bring a cap' }),
  event('next-month', '2026-12-05'),
  event('tomorrow', '2026-11-23'),
  event('undated', ''),
  event('spring', '2026-03-01'),
  event('untitled', '2026-03-02', { title: '', description: 'Bring a hat' }),
  event('fair', '2026-12-12', { time: 'all day' }),
  event('match', '2026-12-12', { time: '2 PM' }),
  event('quiz', '2026-12-12', { time: '9:30 AM - 11 AM', description: 'word '.repeat(200) }),
  event('picnic', '2026-12-12'),
  event('nekpur', '2026-12-23', { school: 'NEKPUR' }),
  event('gala', '2027-01-20'),
  event('farewell', '2027-02-10'),
  event('open-day', '2028-02-10'),
];

const site = sharedSite({
  // 00:30 in India on 22 November.
  now: () => new Date('2026-11-21T19:00:00Z'),
  lists: { eventsAll: EVENTS, newsAll: [] },
});

const pageAt = async (path: string) => (await request(site.url).get(path).expect(200)).text;

/** Headings of groups and titles of cards, in their order. */
function headingsIn(html: string): string[] {
  return [...html.matchAll(/class="card-(group-)?title"[^>]*>(?:<a [^>]*>)?([^<]+)/g)].map(
    ([, group, text = '']) => `${group === undefined ? '' : '# '}${text.replace('Title of ', '')}`,
  );
}

describe('the events page', () => {
  test("shows today's events, then upcoming ones by date and time, past ones from the latest, and undated ones", async () => {
    const page = await pageAt('/Events');
    expect(page).toContain('<section class="card-group" aria-label="Coming up"><h2');
    expect(page).not.toContain('<h2 class="card-title">');
    expect(headingsIn(page)).toEqual(
      (
        '# Today|today|# Coming up|tomorrow|next-month|fair|picnic|quiz|match|' +
        '# Past events|yesterday|spring|undated'
      ).split('|'),
    );
    expect(headingsIn(await pageAt('/Events?q=yesterday'))).toEqual(['# Past events', 'yesterday']);
  });

  test('links to matching events of later years under the first heading', async () => {
    const [, first = ''] = (await pageAt('/Events')).split('<h2 class="card-group-title">');
    expect(first).toMatch(
      /^Today<\/h2><p class="elsewhere row"><a class="more" href="\?year=2027">2 more events in 2027<\/a><a class="more" href="\?year=2028">1 more event in 2028<\/a>/,
    );
    expect(await pageAt('/Events?q=GALA')).toContain(
      'href="?year=2027&amp;q=GALA">1 more event in 2027</a>',
    );
    expect(await pageAt('/Events?year=2028')).toMatch(
      /"elsewhere row"><a[^>]*>Events in 2027<\/a><\/p>/,
    );
    expect(await pageAt('/Events?year=2027&q=gala')).not.toContain('"elsewhere row"');
    expect(await pageAt('/hi/Events')).toContain('2027 में 2 और कार्यक्रम');
  });

  test('filters without matches can be cleared', async () => {
    for (const query of ['?month=7', '?q=zeppelin', '?year=2020']) {
      const page = await pageAt(`/Events${query}`);
      expect(page).toContain('No events match these filters.');
      expect(page).toContain('<a class="more" href="?year=All">Clear filters</a>');
    }
    expect(await pageAt('/Events')).not.toContain('Clear filters');
    const nekpur = await pageAt('/nekhpur/Events?q=title&year=2028');
    for (const href of ['?year=2026&amp;q=title', '/nekhpur/Search?q=title'])
      expect(nekpur).toContain(`<a class="more" href="${href}">`);
  });

  test('leads to its calendar, its feeds and its months', async () => {
    const page = await pageAt('/nekhpur/Events');
    const host = site.url.replace('http://', '');
    expect(page).toContain('href="/nekhpur/Events/Calendar#today"');
    expect(allOf(readPage(page), '.subscribe a', 'href')).toEqual([
      `webcal://${host}/nekhpur/Events.ics`,
      `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(`webcal://${host}/nekhpur/Events.ics`)}`,
      `${site.url}/nekhpur/Events.ics`,
      '/nekhpur/Events.rss',
    ]);
    const news = readPage(await pageAt('/News'));
    expect(allOf(news, '.subscribe a', 'href')).toEqual(['/News.rss']);
    expect(allOf(news, '.subscribe a', 'type')).toEqual(['application/rss+xml']);
    expect([allOf(news, '.subscribe h2'), allOf(news, '.elsewhere')]).toEqual([
      ['Get updates'],
      [],
    ]);
    const secure = await siteOfTest({ environment: { SITE_URL: 'https://gis.example' } });
    const { text } = await request(secure.url).get('/Events').expect(200);
    expect(text).toMatch(
      /dates to your.+"webcal:\/\/gis\.example\/Events\.ics".+"noopener nofollow"/,
    );
  });
});

test('the page of an event has links that add it to a calendar, by file or at Google, but none without a date', async () => {
  const googleOf = (page: string) => {
    const [, link = ''] =
      /href="(https:\/\/calendar\.google\.com\/calendar\/render[^"]+)"/.exec(page) ?? [];
    return Object.fromEntries(new URL(link.replaceAll('&amp;', '&')).searchParams);
  };
  const page = await pageAt('/Events/today/title-of-today');
  expect(page).toContain('href="/Events.ics?id=today"');
  // Orca skips an element of its own.
  expect(page).toContain('<p><time dateTime="2026-11-22" role="none">');
  expect(googleOf(page)).toMatchObject({
    action: 'TEMPLATE',
    text: 'Title of today',
    dates: '20261122T090000/20261122T100000',
    ctz: 'Asia/Kolkata',
    details: `Bring a cap\n\nTime: 9 AM\n\n${site.url}/Events/today/title-of-today`,
    location: 'Hall',
  });
  const allDay = googleOf(await pageAt('/Events/tomorrow/title-of-tomorrow'));
  const details = `${site.url}/Events/tomorrow/title-of-tomorrow`;
  expect(allDay).toMatchObject({ dates: '20261123/20261124', details });
  expect(allDay).not.toHaveProperty('location');
  const quiz = googleOf(await pageAt('/Events/quiz/title-of-quiz'));
  expect(quiz).toMatchObject({ dates: '20261212T093000/20261212T110000' });
  expect(quiz['details']).toMatch(/^(word ){99}word\s+…\n\nTime: /);
  const links = allOf(readPage(page), 'a').filter((text) => text?.startsWith('Google Calendar'));
  expect(links).toEqual(['Google Calendar : Title of today']);
  expect(await pageAt('/Events/undated/title-of-undated')).not.toContain('Add to calendar');
});

describe('the month view', () => {
  test('is a table of the month of today, which it marks, with links to its events', async () => {
    const page = await pageAt('/Events/Calendar');
    expect(page).toContain('<caption>November 2026</caption>');
    expect(page).not.toContain('No events in this month.');
    expect(page.match(/<th scope="col"/g)).toHaveLength(7);
    const [month] = select(readPage(page), 'table');
    expect(month && select(month, 'td')).toHaveLength(42);
    expect(allOf(readPage(page), '.breadcrumb')).toEqual([
      'Home | Upcoming Events | Events Calendar',
    ]);
    expect(allOf(readPage(page), '[aria-current=date]').join()).toMatch(
      /^Sunday 22 November 22 Today .+ 9 AM$/,
    );
    expect(month && allOf(month, 'th', 'abbr').at(-1)).toBe('Sunday');
    // A screen reader reads the day as one text, and the visible number not again.
    expect(page).toMatch(
      /aria-current="date"><time dateTime="2026-11-22" role="none"><span class="month-date">Sunday 22 November<\/span><span class="wide-only" aria-hidden="true">/,
    );
    for (const id of ['yesterday', 'today', 'tomorrow'])
      expect(page).toContain(`href="/Events/${id}/title-of-${id}"`);
    for (const id of ['next-month', 'nekpur']) expect(page).not.toContain(`/Events/${id}/`);
  });

  test('links to adjacent months with events, and to the current one; the events of a day are in order', async () => {
    const november = await pageAt('/Events/Calendar');
    expect(november).toContain('rel="prev" href="/Events/Calendar?year=2026&amp;month=10"');
    expect(november).toContain('rel="next" href="/Events/Calendar?year=2026&amp;month=12"');
    const december = await pageAt('/Events/Calendar?year=2026&month=12');
    expect([...december.matchAll(/>Title of ([\w-]+)</g)].map(([, id]) => id)).toEqual(
      'next-month|fair|picnic|quiz|match'.split('|'),
    );
    const thisMonth = '<a href="/Events/Calendar#today">This month</a>';
    const namesake = await pageAt('/Events/Calendar?year=2027&month=11');
    const pages = [november, december, namesake];
    expect(pages.map((page) => page.includes(thisMonth))).toEqual([false, true, true]);
    expect(await pageAt('/Events/Calendar?year=2028&month=2')).not.toContain('rel="next"');
    expect(await pageAt('/Events/Calendar?year=2027&month=1')).toContain(
      'rel="prev" href="/Events/Calendar?year=2026&amp;month=12"',
    );
    const march = await pageAt('/Events/Calendar?year=2026&month=3');
    expect(march).not.toContain('rel="prev"');
    expect(march).toContain('>Bring a hat</a>');
    // Only today is before it.
    expect(await pageAt('/nekhpur/Events/Calendar?month=12')).toContain('rel="prev"');
  });

  test('has a text for a month without events, and reads All as this month', async () => {
    expect(await pageAt('/nekhpur/Events/Calendar?year=2028&month=2')).toContain(
      'No events in this month.',
    );
    expect(await pageAt('/Events/Calendar?year=All&month=All')).toContain('November 2026');
  });
});
