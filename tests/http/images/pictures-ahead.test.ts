import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { siteOfTest, type TestSite } from '../../support/site.ts';
import { SOON } from '../../support/effort.ts';

const PHONE = { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' };
const CREATE = { width: 1200, height: 800, channels: 3, background: '#208060' } as const;
const ALBUM = { _id: 'spring', school: 'NEKPUR', category: 'PhotoGallery', title: 'Spring' };

/** A site that has been sent an album of three pictures by its provider. */
async function startWithAlbum(PICTURES_AHEAD: string): Promise<TestSite> {
  const photo = await sharp({ create: CREATE }).jpeg().toBuffer();
  const site = await siteOfTest({
    environment: { PICTURES_AHEAD },
    providerHas: 'nothing',
    lists: { galleryAll: [{ ...ALBUM, attachments: ['cover', 'photo', 'last'] }] },
    prepare: (provider) => void (provider.files = () => photo),
  });
  expect((await fetch(`${site.url}/api/gallery/All/GISNUP`)).status).toBe(200);
  return site;
}

test('pictures that a list brings are made for phones before any request', async () => {
  const { url, provider, lines } = await startWithAlbum('on');
  const linesOf = (name: string) => lines.filter(({ event }) => event === name);
  await vi.waitUntil(() => linesOf('pictures-ahead').length > 0, SOON);
  const ids = provider.requests.map(({ headers }) => headers['x-request-id']);
  expect(ids.slice(-3)).toEqual(Array(3).fill('ahead'));
  const variants = () => linesOf('image-variant').map(({ requestId }) => requestId);
  expect(variants()).toEqual(Array(6).fill('ahead'));
  for (const address of ['cover?w=480', 'cover?w=640', 'photo?w=320', 'photo?w=480']) {
    const { status, headers } = await fetch(`${url}/api/image/${address}`, { headers: PHONE });
    expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/avif']);
  }
  expect([variants().length, provider.requestedFiles]).toEqual([6, ['cover', 'photo', 'last']]);
});

test('PICTURES_AHEAD=off makes a picture on request', async () => {
  const { url, provider } = await startWithAlbum('off');
  expect((await fetch(`${url}/api/image/last?w=160`)).status).toBe(200);
  expect(provider.requestedFiles).toEqual(['last']);
});
