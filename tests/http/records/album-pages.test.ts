import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { PNG } from '../../support/png.ts';
import { allOf, openComplete, select } from '../../support/read-page.ts';
import { siteOfTest, type Lists, type TestSite } from '../../support/site.ts';
import { RETRY_AFTER_MS } from '../../../server/provider/list-cache.ts';

const PHOTOS = ['drawings/classroom-1.webp', 'drawings/classroom-2.webp', 'drawings/adult-11.webp'];
const OWN = '/SubGallery?id=annual';

type Row = Record<string, unknown>;

function album(more: Row = {}): Row {
  const texts = { title: 'Annual Day', description: 'Songs, dances\nand a play', url: '' };
  const rest = { school: 'FARRUKHABAD', category: 'PhotoGallery', date: '2026-03-05' };
  return { _id: 'annual', ...texts, ...rest, attachments: PHOTOS, ...more };
}

/** How far the sites' clock is ahead. */
let skippedMs = 0;

/** A site whose provider responds with the rows of `subGallery` for every id, or fails for each without them. */
function start(lists: Lists): Promise<TestSite> {
  return siteOfTest({
    now: () => new Date(Date.now() + skippedMs),
    providerHas: 'nothing',
    lists,
    async prepare(provider) {
      if (lists.subGallery === undefined) await provider.fail(/subGallery/, { status: 500 });
    },
  });
}

const open = ({ url }: TestSite, path: string) => openComplete(url + path);
const startWithAlbum = (more: Row) => start({ subGallery: [album(more)] });

test('R-022 R-123 R-124 R-125 R-126 R-127 R-128 R-129: an album shows its title, way back, dates, texts and photos', async () => {
  const site = await startWithAlbum({ url: 'https://photos.example.org/annual.zip' });
  const page = await open(site, OWN);
  expect(allOf(page, 'h1')).toEqual(['Annual Day']);
  expect(allOf(page, '.back-link', 'href')).toEqual(['/Gallery']);
  expect(allOf(page, '.album-facts')).toEqual([
    'Event Date 05/03/2026 Updated On 05/03/2026 Total Photos 3',
  ]);
  expect(allOf(page, '.record-text p')).toEqual(['Songs, dances and a play']);
  expect(allOf(page, '.share', 'data-title')).toEqual(['Annual Day']);
  expect(allOf(page, 'main a', 'href')).toContain('https://photos.example.org/annual.zip');
  expect(allOf(page, '.photos[data-when=now] a', 'href')).toEqual(
    PHOTOS.map((photo) => `/api/image/${photo}`),
  );
  expect(select(page, '.photos img')).toHaveLength(3);
});

test('R-124 R-128: a Nekpur album leads back to the Nekpur gallery, and has no download without an address', async () => {
  const site = await startWithAlbum({ school: 'NEKPUR', url: 'javascript:alert(1)' });
  const page = await open(site, `/nekhpur${OWN}`);
  expect(allOf(page, '.back-link', 'href')).toEqual(['/nekhpur/Gallery']);
  expect(allOf(page, 'main')[0]).not.toContain('Download Photos');
  await request(site.url).get(OWN).expect(404);
});

test('R-129: another instance serves the photos of an album that the gallery names, others once it has the album', async () => {
  const listed = album({ attachments: ['inside/1.jpg'] });
  const site = await start({
    galleryAll: [listed],
    subGallery: [album({ attachments: ['inside/1.jpg', 'inside/2.jpg'] })],
  });
  site.provider.files = () => PNG;
  const statusOf = async (file: string) =>
    (await request(site.url).get(`/api/image/${file}`)).status;
  expect([await statusOf('inside/1.jpg'), await statusOf('inside/2.jpg')]).toEqual([200, 404]);
  await openComplete(site.url + OWN);
  expect([await statusOf('inside/2.jpg'), await statusOf('pupils/asha.png')]).toEqual([200, 404]);
});

test.each([0, 1_000])('R-125 R-126 R-129: an undated album of %d photos', async (count) => {
  const attachments = Array.from({ length: count }, () => PHOTOS[0]);
  const page = await open(await startWithAlbum({ attachments, date: null }), OWN);
  expect(allOf(page, '.album-facts')).toEqual([`Total Photos ${count}`]);
  expect(select(page, '.photos img')).toHaveLength(count);
  expect(select(page, 'main .empty')).toHaveLength(count === 0 ? 1 : 0);
});

test('R-022: an id reaches the provider as it is', async () => {
  const ids = ['a b/c?d=1&e#f+%41', 'a"b\'c', 'वार्षिक उत्सव', '../../etc'];
  const { url, provider } = await start({ subGallery: ids.map((_id) => album({ _id })) });
  for (const id of ids) await openComplete(`${url}/SubGallery?id=${encodeURIComponent(id)}`);
  const calls = provider.requests.filter((one) => one.url.startsWith('/api/subGallery'));
  const asked = calls.map((call) => new URL(call.url, 'http://provider').searchParams.get('id'));
  expect(asked).toEqual(ids);
});

test('the neighbours of an undated album are those of the gallery, which has it last', async () => {
  const [undated, dated] = [album({ date: '' }), album({ _id: 'fair', title: 'Fair' })];
  const site = await start({ galleryAll: [undated, dated], subGallery: [undated] });
  const page = await open(site, '/Gallery/annual/annual-day');
  expect(allOf(page, '.neighbours a', 'rel')).toEqual(['prev']);
});

test('R-022: an album without an id, or with an unknown one, is not found, and leads back to the gallery', async () => {
  const site = await start({ subGallery: [] });
  for (const path of ['/SubGallery', '/SubGallery?id=', '/nekhpur/SubGallery?id=unknown']) {
    const page = await openComplete(site.url + path, 404);
    const asked = site.provider.requests.map(({ url }) => url).filter((url) => /subG/.test(url));
    expect(asked).toEqual(path.endsWith('unknown') ? ['/api/subGallery?id=unknown'] : []);
    expect(select(page, 'h1')).toHaveLength(1);
    const prefix = path.startsWith('/nekhpur') ? '/nekhpur' : '';
    expect(allOf(page, '.back-link', 'href')).toEqual([`${prefix}/Gallery`]);
  }
});

describe('R-022: an album without its own response', () => {
  const OTHER_CAMPUS = album({ school: 'NEKPUR', title: 'Of Nekpur' });

  /** A site that holds both lists of albums. */
  async function startWithLists(lists: Lists): Promise<TestSite> {
    const site = await start(lists);
    for (const path of ['/api/gallery/GISNUP', '/api/gallery/All/GISNUP'])
      await request(site.url).get(path).expect(200);
    return site;
  }

  test.each<[string, Lists]>([
    [
      'of the longer list, which counts',
      { galleryAll: [album({ _id: 'fair' }), album()], gallery: [album({ title: 'Old name' })] },
    ],
    ['of the shorter list', { gallery: [album()] }],
    ['of this campus', { galleryAll: [OTHER_CAMPUS], gallery: [album()] }],
  ])('R-123 R-126 R-127 R-129: is shown from its row %s', async (_which, lists) => {
    const { url } = await startWithLists(lists);
    for (const path of [OWN, '/Gallery/annual/annual-day']) {
      const { text } = await request(url).get(path).expect(200).expect('cache-control', 'no-store');
      for (const part of ['<h1>Annual Day</h1>', '05/03/2026', 'and a play', ...PHOTOS])
        expect(text).toContain(part);
    }
  });

  test.each<[string, Lists]>([
    ['neither list has it', { galleryAll: [album({ _id: 'fair' })] }],
    ['only the other campus has it', { galleryAll: [OTHER_CAMPUS] }],
  ])('is 503 where %s, and 404 once its response is empty', async (_why, lists) => {
    const { url, provider } = await startWithLists(lists);
    const { status, headers } = await request(url).get(OWN);
    expect([status, headers['cache-control']]).toEqual([503, 'no-store']);
    provider.setList('subGallery', []);
    await provider.heal();
    skippedMs += RETRY_AFTER_MS;
    await expect.poll(async () => (await request(url).get(OWN)).status).toBe(404);
  });

  test('is 503 while the lists are unknown, and requests none', async () => {
    const { url, provider } = await start({ galleryAll: [album()] });
    await request(url).get(OWN).expect(503);
    expect(provider.requests.filter((one) => one.url.includes('/api/gallery/'))).toEqual([]);
  });

  test('is shown from its row before a call that hangs ends, then from its response', async () => {
    const site = await startWithLists({ galleryAll: [album()] });
    const { url, provider, lines } = site;
    await provider.fail(/subGallery/, 'hang');
    const { text } = await request(url).get(OWN).expect(200).expect('cache-control', 'no-store');
    expect(text).toContain('<h1>Annual Day</h1>');
    expect(lines.filter(({ event }) => event === 'list-failed')).toEqual([]);
    provider.setList('subGallery', [album({ title: 'Its own title' })]);
    await provider.heal();
    await site.settled();
    skippedMs += RETRY_AFTER_MS;
    await expect
      .poll(async () => (await request(url).get(OWN)).text)
      .toContain('<h1>Its own title</h1>');
  });
});
