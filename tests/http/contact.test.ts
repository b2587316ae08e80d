import request from 'supertest';
import { expect, test } from 'vitest';
import { PAGE_ADDRESSES } from '../../client/addresses.ts';
import { attribute, elementsOf, readPage, textOf, withTag } from '../support/read-page.ts';
import { sharedSite, siteOfTest } from '../support/site.ts';

const site = sharedSite();

/** The links of a part of a page by its label, as `text > address`. */
function linksOf(html: string, label: string): string[] {
  const part = elementsOf(readPage(html), (element) => attribute(element, 'aria-label') === label);
  return part.flatMap((element) =>
    elementsOf(element, withTag('a')).map((a) => `${textOf(a)} > ${attribute(a, 'href') ?? ''}`),
  );
}

test('every page of both campuses has the shortcuts: the office, news, events, contact and search of its campus', async () => {
  for (const { path, campus, page } of PAGE_ADDRESSES) {
    if (page.subject !== null) continue;
    const { text } = await request(site.url).get(path).expect(200);
    const [prefix, number] = campus === 'NEKPUR' ? ['/nekhpur', '1'] : ['', '0'];
    expect(linksOf(text, 'Shortcuts'), path).toEqual([
      `Call the office +91-5692-00000${number} > tel:+91569200000${number}`,
      `News > ${prefix}/News`,
      `Events > ${prefix}/Events`,
      `Contact > ${prefix}/Contact`,
      `Search > ${prefix}/Search`,
    ]);
  }
});

test('a page that does not exist has them too, and a campus without a telephone has no call', async () => {
  const { text } = await request(site.url).get('/nekhpur/no-such-page').expect(404);
  expect(linksOf(text, 'Shortcuts')).toContain('News > /nekhpur/News');
  const silent = await siteOfTest({
    content: ({ site: written, ...content }) => {
      const { phone: _phone, phones: _phones, ...campus } = written.campuses.NEKPUR;
      return {
        ...content,
        site: { ...written, campuses: { ...written.campuses, NEKPUR: campus } },
      };
    },
  });
  const page = await request(silent.url).get('/nekhpur/Contact').expect(200);
  const shortcuts = linksOf(page.text, 'Shortcuts').map((link) => link.split(' ')[0]);
  expect(shortcuts.join(' ')).toBe('News Events Contact Search');
  expect(linksOf(page.text, 'Nekpur campus').join()).not.toContain('tel:');
  const privacy = await request(silent.url).get('/nekhpur/Privacy').expect(200);
  expect(privacy.text).toMatch(/<address.*mailto:office\.nekpur.*<\/address>/s);
});

test.each(['/Contact', '/nekhpur/Contact'])(
  '%s has labelled numbers, hours, e-mail and map of both campuses',
  async (path) => {
    const { text } = await request(site.url).get(path).expect(200);
    const main = elementsOf(readPage(text), withTag('main'))[0];
    if (main === undefined) throw new Error('no main');
    const campuses = elementsOf(main, (element) => attribute(element, 'class') === 'contact');
    const own = path === '/Contact' ? 'Farrukhabad' : 'Nekpur';
    expect(campuses.map((campus) => attribute(campus, 'aria-label'))[0]).toBe(`${own} campus`);
    expect(campuses).toHaveLength(2);
    for (const campus of campuses) {
      const links = elementsOf(campus, withTag('a')).map((a) => attribute(a, 'href') ?? '');
      expect(links.filter((href) => href.startsWith('tel:+915692'))).toHaveLength(4);
      expect(links.filter((href) => href.startsWith('mailto:office.'))).toHaveLength(1);
      expect(links.filter((href) => href.includes('openstreetmap'))).toHaveLength(1);
      expect(textOf(campus)).toMatch(
        /Office: .*Admissions: .*Transport: .*Monday to Friday 7:30 AM to 3:00 PM .*Sunday and school holidays Closed/,
      );
    }
  },
);
