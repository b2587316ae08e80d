import sharp from 'sharp';
import { beforeAll, expect, test, vi } from 'vitest';
import { siteOfTest, type SiteOptions, type TestSite } from '../../support/site.ts';
import { SOON } from '../../support/effort.ts';
import type { Row } from '../../support/providers/test-provider.ts';

const GALLERY = '/api/gallery/All/GISNUP';
const PHONE = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
const ON = { environment: { PICTURES_AHEAD: 'on' } };

let photo: Buffer;

beforeAll(async () => {
  const create = { width: 1200, height: 800, channels: 3, background: '#208060' } as const;
  photo = await sharp({ create }).jpeg().toBuffer();
});

function album(id: string, date: string, attachments: readonly string[]): Row {
  const category = 'PhotoGallery';
  return { _id: id, school: 'NEKPUR', category, title: id, date, attachments };
}

const SPRING = album('spring', '2026-03-01', ['s1', 's2', 's3']);
const SUMMER = album('summer', '2026-06-01', ['u1', 'u2']);

/** A site whose provider has these albums and all their pictures. */
function start(albums: readonly Row[], options: SiteOptions = ON): Promise<TestSite> {
  return siteOfTest({
    providerHas: 'nothing',
    lists: { galleryAll: albums },
    prepare: (provider) => void (provider.files = () => photo),
    ...options,
  });
}

/** Resolves with the first `pictures-ahead` line. */
async function made({ lines }: TestSite) {
  const found = () => lines.find(({ event }) => event === 'pictures-ahead');
  await vi.waitUntil(() => found() !== undefined, SOON);
  return found();
}

function variants({ lines }: TestSite, requestId?: string): number {
  const all = lines.filter(({ event }) => event === 'image-variant');
  return all.filter((line) => line.requestId === (requestId ?? line.requestId)).length;
}

async function read(site: TestSite, path = GALLERY): Promise<void> {
  expect((await fetch(site.url + path)).status).toBe(200);
}

test('pictures that a list brings are made for phones before any request: covers first, then photos, from the newest', async () => {
  const site = await start([SPRING, SUMMER]);
  const { provider } = site;
  await read(site);
  expect(await made(site)).toMatchObject({ list: 'galleryAll', count: 10, failed: 0 });
  expect(provider.requestedFiles).toEqual(['u1', 's1', 'u2', 's2', 's3']);
  const ids = provider.requests.map(({ headers }) => headers['x-request-id']);
  expect(ids.slice(-5)).toEqual(Array(5).fill('ahead'));
  expect([variants(site), variants(site, 'ahead')]).toEqual([10, 10]);
  for (const address of ['u1?w=480', 'u1?w=640', 's2?w=320', 's2?w=480']) {
    const url = `${site.url}/api/image/${address}`;
    const { status, headers } = await fetch(url, { headers: PHONE });
    expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/avif']);
  }
  expect(variants(site)).toBe(10);
  expect(provider.requestedFiles).toHaveLength(5);
});

test('PICTURES_AHEAD=off makes a picture on request', async () => {
  const site = await start([SPRING], { environment: { PICTURES_AHEAD: 'off' } });
  await read(site);
  await read(site, '/api/image/s3?w=160');
  expect(site.provider.requestedFiles).toEqual(['s3']);
});
