import request from 'supertest';
import { afterEach, describe, expect, test } from 'vitest';
import { allOf, openComplete, select } from '../support/read-page.ts';
import { startSite, type TestSite } from '../support/site.ts';

const PHOTOS = ['drawings/classroom-1.webp', 'drawings/classroom-2.webp', 'drawings/adult-11.webp'];

type Row = Record<string, unknown>;

function album(more: Row = {}): Row {
  const texts = { title: 'Annual Day', description: 'Songs, dances\nand a play', url: '' };
  const rest = { school: 'FARRUKHABAD', category: 'PhotoGallery', date: '2026-03-05' };
  return { _id: 'annual', ...texts, ...rest, attachments: PHOTOS, ...more };
}

const sites: TestSite[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** A site whose provider knows one album, under every id. */
async function start(row: Row | null): Promise<TestSite> {
  const site = await startSite({
    prepare: ({ setList }) => setList('subGallery', row === null ? [] : [row]),
  });
  sites.push(site);
  return site;
}

const open = ({ url }: TestSite, path: string) => openComplete(url + path);

test('R-022 R-123 R-124 R-125 R-126 R-127 R-128 R-129: an album shows its title, way back, dates, texts and photos', async () => {
  const site = await start(album({ url: 'https://photos.example.org/annual.zip' }));
  const page = await open(site, '/SubGallery?id=annual');
  expect(allOf(page, 'h1')).toEqual(['Annual Day']);
  expect(allOf(page, '.back-link', 'href')).toEqual(['/Gallery']);
  expect(allOf(page, '.album-facts')).toEqual([
    'Event Date 05/03/2026 Updated On 05/03/2026 Total Photos 3',
  ]);
  expect(allOf(page, 'main')[0]).toContain('Songs, dances');
  expect(allOf(page, 'main a', 'href')).toContain('https://photos.example.org/annual.zip');
  expect(allOf(page, '.photos a', 'href')).toEqual(PHOTOS.map((photo) => `/api/image/${photo}`));
  expect(select(page, '.photos img')).toHaveLength(3);
});

test('R-124 R-128: a Nekpur album leads back to the Nekpur gallery, and has no download without an address', async () => {
  const site = await start(album({ school: 'NEKPUR', url: 'javascript:alert(1)' }));
  const page = await open(site, '/nekhpur/SubGallery?id=annual');
  expect(allOf(page, '.back-link', 'href')).toEqual(['/nekhpur/Gallery']);
  expect(allOf(page, 'main')[0]).not.toContain('Download Photos');
  await request(site.url).get('/SubGallery?id=annual').expect(404);
});

test.each([0, 1_000])('R-126 R-129: an album of %d photos is shown', async (count) => {
  const site = await start(album({ attachments: Array.from({ length: count }, () => PHOTOS[0]) }));
  const page = await open(site, '/SubGallery?id=annual');
  expect(allOf(page, '.album-facts')[0]).toMatch(new RegExp(`Total Photos ${count}$`));
  expect(select(page, '.photos img')).toHaveLength(count);
});

test('R-125: an album without a date shows no dates', async () => {
  const other = await start(album({ date: null }));
  const { text: html } = await request(other.url).get('/SubGallery?id=annual').expect(200);
  expect(html).not.toContain('Event Date');
  expect(html).toContain('Total Photos');
});

test.each(['a/b', 'a"b\'c', 'वार्षिक उत्सव', '../../etc', 'a&b=c#d'])(
  'R-022: the id %s reaches the provider as it is',
  async (id) => {
    const other = await start(album({ _id: id }));
    await request(other.url)
      .get(`/SubGallery?id=${encodeURIComponent(id)}`)
      .expect(200);
    const call = other.provider.requests.find(({ url }) => url.startsWith('/api/subGallery'));
    expect(new URL(call?.url ?? '', 'http://provider').searchParams.get('id')).toBe(id);
  },
);

test.each([
  '/SubGallery',
  '/SubGallery?id=',
  '/SubGallery?id=unknown',
  '/nekhpur/SubGallery?id=unknown',
])('R-022: %s is not found, and leads back to the gallery', async (path) => {
  const other = await start(null);
  const { text: html } = await request(other.url).get(path).expect(404);
  expect(html.match(/<h1/g)).toHaveLength(1);
  const prefix = path.startsWith('/nekhpur') ? '/nekhpur' : '';
  expect(html).toContain(`<a class="back-link" href="${prefix}/Gallery">`);
});

describe('an album whose own response is not available', () => {
  const LISTED = album({ url: 'https://photos.example.org/annual.zip' });

  /** A site that holds every list, with an album that was never opened. */
  async function startWithLists(rows: readonly Row[] = [LISTED]): Promise<TestSite> {
    const listed = await startSite({
      prepare: ({ setList }) => {
        setList('galleryAll', rows);
        setList('gallery', rows);
      },
    });
    sites.push(listed);
    await request(listed.url).get('/Gallery');
    return listed;
  }

  test('R-022 R-123 R-126 R-127 R-128 R-129: is shown from its row in the gallery until its own response arrives', async () => {
    const listed = await startWithLists();
    await listed.provider.fail(/subGallery/, { status: 500 });
    const { text: html } = await request(listed.url)
      .get('/SubGallery?id=annual')
      .expect(200)
      .expect('cache-control', 'no-store');
    expect(html).toContain('Annual Day');
    expect(html).toContain('05/03/2026');
    expect(html).toContain('and a play');
    expect(html).toContain('https://photos.example.org/annual.zip');
    for (const photo of PHOTOS) expect(html).toContain(`href="/api/image/${photo}"`);

    listed.provider.setList('subGallery', [album({ title: 'Its own title' })]);
    await listed.provider.heal();
    await expect
      .poll(async () => (await request(listed.url).get('/SubGallery?id=annual')).text)
      .toContain('Its own title');
  });

  test('R-022: is 503 if no list or only the other campus has it, and 404 once its own response is empty', async () => {
    const listed = await startWithLists([album({ school: 'NEKPUR' })]);
    await listed.provider.fail(/subGallery/, { status: 500 });
    const statusOf = async (path: string) => (await request(listed.url).get(path)).status;
    expect(await statusOf('/SubGallery?id=unlisted')).toBe(503);
    expect(await statusOf('/SubGallery?id=annual')).toBe(503);
    expect(await statusOf('/nekhpur/SubGallery?id=annual')).toBe(200);
    listed.provider.setList('subGallery', []);
    await listed.provider.heal();
    await expect.poll(() => statusOf('/nekhpur/SubGallery?id=annual')).toBe(404);
  });
});
