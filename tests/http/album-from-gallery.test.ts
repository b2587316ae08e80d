import request from 'supertest';
import { afterEach, expect, test } from 'vitest';
import { startSite, type SiteOptions, type TestSite } from '../support/site.ts';

type Row = Readonly<Record<string, unknown>>;

const OWN = '/SubGallery?id=annual';

function album(title: string, more: Row = {}): Row {
  return { _id: 'annual', school: 'FARRUKHABAD', category: 'PhotoGallery', title, ...more };
}

const sites: TestSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** A site whose gallery lists have these rows, and whose provider fails for one album. */
async function startWith(
  { galleryAll = [], gallery = [] }: { galleryAll?: Row[]; gallery?: Row[] },
  options: SiteOptions = {},
): Promise<TestSite> {
  const site = await startSite({
    ...options,
    async prepare(provider) {
      provider.setList('galleryAll', galleryAll);
      provider.setList('gallery', gallery);
      await provider.fail(/subGallery/, { status: 500 });
    },
  });
  sites.push(site);
  return site;
}

/** Loads both lists into the cache of the site. */
async function loadLists(site: TestSite): Promise<void> {
  for (const path of ['/api/gallery/GISNUP', '/api/gallery/All/GISNUP'])
    await request(site.url).get(path).expect(200);
}

test.each([
  ['only the longer list has it', { galleryAll: [album('Annual Day')] }],
  ['only the shorter list has it', { gallery: [album('Annual Day')] }],
  [
    'both have it, of which the longer counts',
    { galleryAll: [album('Annual Day')], gallery: [album('Old name')] },
  ],
  ['others are beside it', { galleryAll: [album('Fair', { _id: 'fair' }), album('Annual Day')] }],
  [
    'the longer list has one of the other campus',
    { galleryAll: [album('Of Nekpur', { school: 'NEKPUR' })], gallery: [album('Annual Day')] },
  ],
])('R-022: an unavailable album is shown from its row where %s', async (_which, lists) => {
  const site = await startWith(lists);
  await loadLists(site);
  for (const path of [OWN, '/Gallery/annual/annual-day']) {
    const { text } = await request(site.url)
      .get(path)
      .expect(200)
      .expect('cache-control', 'no-store');
    expect(text).toContain('<h1>Annual Day</h1>');
  }
});

test.each([
  ['neither list has it', { galleryAll: [album('Fair', { _id: 'fair' })] }],
  ['only the other campus does', { galleryAll: [album('Of Nekpur', { school: 'NEKPUR' })] }],
])('R-022: it is 503 where %s', async (_why, lists) => {
  const site = await startWith(lists);
  await loadLists(site);
  const { status, headers } = await request(site.url).get(OWN);
  expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
});

test('R-022: it is 503 while the lists are unknown, and it requests none', async () => {
  const site = await startWith({ galleryAll: [album('Annual Day')] });
  await request(site.url).get(OWN).expect(503);
  const calls = site.provider.requests.filter(({ url }) => url.includes('/api/gallery/'));
  expect(calls).toEqual([]);
});

test('R-022: an album that does not arrive is shown from its row before the deadline of the call', async () => {
  const site = await startWith({ galleryAll: [album('Annual Day')] });
  await loadLists(site);
  await site.provider.fail(/subGallery/, 'hang');
  const { text } = await request(site.url).get(OWN).expect(200).expect('cache-control', 'no-store');
  expect(text).toContain('<h1>Annual Day</h1>');
  expect(site.lines.filter(({ event }) => event === 'list-failed')).toEqual([]);
});
