import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attribute, readPage, select } from '../support/read-page.ts';
import { startSite, type TestSite } from '../support/site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await startSite({ sharesPictures: true });
});
afterAll(() => site.close());

test.each([
  ['/Admission', '/nekhpur/Admission'],
  ['/nekhpur/Vision', '/Vision'],
  ['/hi/Events?year=2026', '/hi/nekhpur/Events?year=2026'],
  ['/SubGallery?id=alb-f-01', '/nekhpur/Gallery'],
  ['/Notices/ntf-f-01', '/nekhpur/Notices'],
  ['/', '/Home'],
  ['/Home', '/HomeFr'],
  ['/hi/NoSuchPage', '/hi/Home'],
  ['/Admission?sent=ABC', '/nekhpur/Admission'],
])('the campus switch of %s leads to %s', async (path, twin) => {
  const { text } = await request(site.url).get(path).redirects(1);
  const links = select(readPage(text), '.strip .campus-switch a');
  const others = links.filter((link) => attribute(link, 'aria-current') === null);
  expect(others.map((link) => attribute(link, 'href'))).toEqual([twin]);
});
