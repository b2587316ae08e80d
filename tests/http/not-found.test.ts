import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attribute, elementsOf, readPage, withTag } from '../support/read-page.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

/** The suggestions of a 404 page, and the campus of its frame. */
async function suggested(path: string): Promise<{ campus: string | null; paths: string[] }> {
  const { text } = await request(site.url).get(path).expect(404);
  const page = readPage(text);
  const [nav] = elementsOf(page, (element) => attribute(element, 'class') === 'suggestions');
  const links = nav === undefined ? [] : elementsOf(nav, withTag('a'));
  return {
    campus: attribute(page, 'data-campus'),
    paths: links.map((link) => attribute(link, 'href') ?? ''),
  };
}

test.each([
  ['/Visoin', '/Vision'],
  ['/nekhpur/Visoin', '/nekhpur/Vision'],
  ['/Nekpur/visions/', '/nekhpur/Vision'],
  ['/admisions', '/Admission'],
  ['/contact-us.html', '/Contact'],
  ['/nekhpur/contactus.php', '/nekhpur/Contact'],
  ['/upcoming-events', '/Events'],
  ['/transfer-certificate', '/Tc'],
  ['/about/mission', '/Mission'],
  ['/life_at_gis', '/LifeatGis'],
  ['/nwes', '/News'],
  ['/our-news-page', '/News'],
  // Before Mission, which is in the name too.
  ['/admission.php', '/Admission'],
  ['/Visoin.php', '/Vision'],
  ['/nekhpur/T_._C', '/nekhpur/Tc'],
  // An album has no page without its id.
  ['/sub-gallery.html', '/Gallery'],
  [`/${'vision'.padStart(79, 'x')}`, '/Vision'],
])('R-059: %s suggests %s first, in the frame of its campus', async (path, nearest) => {
  const { campus, paths } = await suggested(path);
  expect(paths[0]).toBe(nearest);
  expect(campus).toBe(nearest.startsWith('/nekhpur/') ? 'NEKPUR' : 'FARRUKHABAD');
  expect(paths.filter((other) => other.startsWith('/nekhpur/') !== (campus === 'NEKPUR'))).toEqual(
    [],
  );
});

test('R-059: a name that several pages share suggests a few of them', async () => {
  const { paths } = await suggested('/nekhpur/message');
  expect(paths).toHaveLength(4);
  expect(paths).toContain('/nekhpur/PrincipalMessage');
});

test('R-059: the nearest come first, and four are enough', async () => {
  const { paths } = await suggested('/vision/mission');
  expect(paths).toEqual(['/Vision', '/Mission', '/Admission']);
  const { paths: many } = await suggested('/vision/mission/sports/gallery/news');
  expect(many).toEqual(['/Vision', '/Mission', '/Sports', '/News']);
});

test.each([
  '/NoSuchPage',
  '/xyz',
  '/matches',
  `/${'vision'.padStart(80, 'x')}`,
  `/${'vision'.repeat(40)}`,
  '/%E0%A4%A',
  '/wp-login.php',
])('R-059: %s is similar to no page, and its 404 links only the home pages', async (path) => {
  const { text, status } = await request(site.url).get(path);
  expect([400, 404]).toContain(status);
  expect(text).not.toContain('Did you mean');
});
