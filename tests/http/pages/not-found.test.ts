import request from 'supertest';
import { expect, test } from 'vitest';
import { allOf, attribute, openComplete, readPage, select } from '../../support/read-page.ts';
import { sharedSite } from '../../support/site.ts';

const site = sharedSite();

/** The suggestions of a 404 page, and the campus of its frame. */
async function suggested(path: string) {
  const page = await openComplete(site.url + path, 404);
  const links = '[aria-labelledby=suggestions-title] a';
  const [paths, names] = [allOf(page, links, 'href'), allOf(page, links)];
  expect(select(page, 'main [fetchpriority=high]')).toHaveLength(1);
  return { campus: attribute(page, 'data-campus'), paths, names };
}

test.each([
  ['/Visoin', '/Vision'],
  ['/Nekpur/visions/', '/nekhpur/Vision'],
  ['/admisions', '/Admission'],
  ['/contact-us.html', '/Contact'],
  ['/transfer-certificate', '/Tc'],
  ['/about/mission', '/Mission'],
  ['/%56isoin.aspx', '/Vision'],
  ['/life_at_gis', '/LifeatGis'],
  ['/our-news-page', '/News'],
  // Before Mission, which is in the name too.
  ['/admission.php', '/Admission'],
  ['/nekhpur/T_._C', '/nekhpur/Tc'],
  // An album has no page without its id.
  ['/sub-gallery.html', '/Gallery'],
])('R-059: %s suggests %s first, in the frame of its campus', async (path, nearest) => {
  const { campus, paths } = await suggested(path);
  expect(paths[0]).toBe(nearest);
  expect(campus).toBe(nearest.startsWith('/nekhpur/') ? 'NEKPUR' : 'FARRUKHABAD');
  for (const other of paths)
    expect(other?.startsWith('/nekhpur/')).toBe(nearest.startsWith('/nekhpur/'));
});

test('R-059: a path of 80 characters is compared with the pages, a longer one is not', async () => {
  expect((await suggested(`/${'vision'.padStart(79, 'x')}`)).paths[0]).toBe('/Vision');
  expect((await suggested(`/${'vision'.padStart(80, 'x')}`)).paths).toEqual([]);
});

test('R-059: the nearest come first, and four are enough', async () => {
  const { paths, names } = await suggested('/vision/mission/sports/gallery/news');
  expect(paths).toEqual(['/Vision', '/Mission', '/Sports', '/News']);
  expect(names).toEqual(['Vision', 'Mission', 'Sports', 'Latest News']);
  const hindi = await suggested('/hi/vision/mission/sports/gallery/news');
  expect(hindi.paths).toEqual(paths.map((path) => `/hi${path}`));
  expect(hindi.names.join(' ')).not.toMatch(/[a-z]/i);
});

test.each(['/NoSuchPage', '/matches', '/campuss', '/%E0%A4%A', '/wp-login.php'])(
  'R-059: %s is similar to no page, and its 404 links only the home pages',
  async (path) => {
    const { text, status } = await request(site.url).get(path);
    expect([400, 404]).toContain(status);
    expect(text).not.toContain('Did you mean');
    const { FARRUKHABAD, NEKPUR } = site.content.site.campuses;
    expect(allOf(readPage(text), 'main a')).toEqual(
      [FARRUKHABAD, NEKPUR].map(({ label }) => `${label} campus`),
    );
  },
);
