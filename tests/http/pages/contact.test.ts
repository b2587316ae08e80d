import request from 'supertest';
import { expect, test } from 'vitest';
import { PAGE_ADDRESSES } from '../../../client/addresses.ts';
import { CAMPUS_TABLE, CAMPUSES, campusPath, otherCampuses } from '../../../shared/campuses.ts';
import { callLink } from '../../../shared/links.ts';
import { allOf, linksOf, readPage, select, textOf } from '../../support/read-page.ts';
import { sharedSite, siteOfTest } from '../../support/site.ts';

const site = sharedSite();

const SHORTCUTS = '[aria-label=Shortcuts] a';

test('every page of each campus has the shortcuts: the office, news, events, contact and search of its campus', async () => {
  for (const { path, campus, page } of PAGE_ADDRESSES) {
    if (page.subject !== null) continue;
    const { text } = await request(site.url).get(path).expect(200);
    const { prefix } = CAMPUS_TABLE[campus];
    const { phone = '' } = site.content.site.campuses[campus];
    expect(linksOf(text, SHORTCUTS), path).toEqual([
      `Call the office ${phone} > ${callLink(phone)}`,
      `News > ${prefix}/News`,
      `Events > ${prefix}/Events`,
      `Contact > ${prefix}/Contact`,
      `Search > ${prefix}/Search`,
    ]);
    const current = allOf(readPage(text), '.shortcuts [aria-current=page]', 'href');
    expect(text.includes('noindex'), path).toBe(/\/(?:Offline|Search)$/.test(path));
    expect(current).toEqual(/\/(?:News|Events|Contact|Search)$/.test(path) ? [path] : []);
  }
  const { text: hindi } = await request(site.url).get('/hi/News').expect(200);
  expect(allOf(readPage(hindi), '.shortcuts [aria-current=page]', 'href')).toEqual(['/hi/News']);
});

test('a page that does not exist has them too, and a campus with an e-mail address only shows no more', async () => {
  const { text } = await request(site.url).get('/nekhpur/no-such-page').expect(404);
  expect(text).toContain('noindex');
  expect(linksOf(text, SHORTCUTS)).toContain('News > /nekhpur/News');
  const silent = await siteOfTest({
    content: (content) => {
      const { campuses, campusApp } = content.site;
      for (const way of ['phone', 'phones', 'hours', 'map'] as const) delete campuses.NEKPUR[way];
      delete campuses.FARRUKHABAD.map?.embed;
      delete campusApp.href;
      content.site.partners = [];
      return content;
    },
  });
  const page = await request(silent.url).get('/nekhpur/Contact').expect(200);
  const shortcuts = linksOf(page.text, SHORTCUTS).map((link) => link.split(' ')[0]);
  expect(shortcuts.join(' ')).toBe('News Events Contact Search');
  expect(linksOf(page.text, 'main .contact a').filter((link) => link.includes('nekpur'))).toEqual([
    expect.stringMatching(/ > mailto:/),
  ]);
  // A map without a frame of its own is a link, to no script.
  expect(allOf(readPage(page.text), 'main .reach[href^=https]', 'data-enhance')).toEqual([null]);
  // Its address, and the address, telephone and hours of each other campus.
  const headings = 1 + 3 * otherCampuses('NEKPUR').length;
  expect(select(readPage(page.text), '.contact h3')).toHaveLength(headings);
  const { text: vision } = await request(silent.url).get('/nekhpur/Vision').expect(200);
  expect(linksOf(vision, '.related-ways a')).toEqual(['Admission enquiry > /nekhpur/Admission']);
  const privacy = await request(silent.url).get('/nekhpur/Privacy').expect(200);
  const office = allOf(readPage(privacy.text), 'main address');
  const { FARRUKHABAD, NEKPUR } = silent.content.site.campuses;
  expect(office).toEqual([`Office of the Nekpur campus: ${NEKPUR.email}`]);
  const { text: home } = await request(silent.url).get('/Home').expect(200);
  expect(linksOf(home, '.app-link[href=/Home]')).toHaveLength(1);
  expect(home).not.toMatch(/Our Partners|app-link"[^>]*_blank/);
  const { text: search } = await request(silent.url).get('/nekhpur/Search?q=xqz').expect(200);
  const call = callLink(FARRUKHABAD.phone ?? '');
  expect(select(readPage(search), `.search-nothing [href=${call}]`)).toHaveLength(1);
});

test('a campus without a number of its office shows its other numbers, and may have a map of another host', async () => {
  const phones = [{ purpose: 'Admissions', phone: '+91-5692-000009' }];
  const without = await siteOfTest({
    content: (content) => {
      const { NEKPUR } = content.site.campuses;
      delete NEKPUR.phone;
      NEKPUR.phones = phones;
      NEKPUR.map = { link: 'https://maps.example/', embed: 'https://maps.example/map' };
      return content;
    },
  });
  const { text, headers } = await request(without.url).get('/nekhpur/Contact').expect(200);
  const frames = "frame-src 'self' https://www.openstreetmap.org https://maps.example;";
  expect(headers['content-security-policy']).toContain(frames);
  const [nekpur] = select(readPage(text), 'main .contact');
  const links = nekpur === undefined ? '' : allOf(nekpur, 'a', 'href').join();
  expect(links.match(/tel:[+\d]+/g)).toEqual(['tel:+915692000009']);
});

const OFFICES = CAMPUSES.flatMap((campus) =>
  ['Contact', 'Offline'].map((page) => [campusPath(campus, page), campus] as const),
);

test.each(OFFICES)('%s has the ways to all campuses, %s first', async (path, own) => {
  const { text } = await request(site.url).get(path).expect(200);
  const campuses = select(readPage(text), 'main .contact');
  const addresses = allOf(readPage(text), '.branch address');
  const order = [own, ...otherCampuses(own)];
  expect(campuses.map((campus) => allOf(campus, 'h2')[0])).toEqual(
    order.map((each) => `${site.content.site.campuses[each].label} campus`),
  );
  for (const [at, campus] of campuses.entries()) {
    expect(addresses).toContain(allOf(campus, 'address')[0]);
    const written = site.content.site.campuses[order[at] ?? own];
    const { phone = '', phones = [], email, hours = [], map } = written;
    expect(allOf(campus, 'a[href^=tel:]', 'href')).toEqual(
      [phone, ...phones.map((other) => other.phone)].map(callLink),
    );
    expect(allOf(campus, 'a[href^=mailto:]', 'href')).toEqual([`mailto:${email}`]);
    expect(allOf(campus, 'a[href^=https:]', 'href')).toEqual([map?.link]);
    const texts = ['Office: ', ...phones.map(({ purpose }) => `${purpose}: `)];
    texts.push(...hours.map(({ days, time }) => `${days} ${time}`));
    for (const each of texts) expect(textOf(campus)).toContain(each);
  }
});
