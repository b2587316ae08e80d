import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  ['/Campus', '/Home'],
  ['/Home', '/HomeFr'],
  ['/hi/NoSuchPage', '/hi/Home'],
  ['/Admission?sent=ABC', '/nekhpur/Admission'],
])('the campus switch of %s leads to %s', async (path, twin) => {
  const { text } = await request(site.url).get(path).redirects(1);
  const [, own, other] =
    /<p class="campus-switch">(<a .*?<\/a>)(<a .*?<\/a>)<\/p>/.exec(text) ?? [];
  const link = [own, other].find((each) => each?.includes('aria-current') === false);
  expect(/href="([^"]*)"/.exec(link ?? '')?.[1]).toBe(twin);
});
