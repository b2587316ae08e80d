import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import request from 'supertest';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { SOON } from '../../support/effort.ts';
import { siteOfTest } from '../../support/site.ts';
import { focusPosition, nearestRatio } from '../../../client/parts/Picture.tsx';
import { readMetadata } from '../../../server/images/render-picture.ts';

const PHOTOGRAPHS = resolve('tests/support/fixtures/photographs');

/** Shapes in which pages show pictures, width to height. */
const SHAPES = { card: 3 / 2, portrait: 4 / 5, slide: 16 / 9, square: 1 };

type Point = { x: number; y: number };

/** Where a point of the picture, in per cent, lies in what a page shows of it, as CSS has it; 0 to 100 is in sight. */
async function seen(picture: Buffer, shape: number, point: Point): Promise<Point> {
  const metadata = await readMetadata(picture);
  const [x = NaN, y = NaN] = focusPosition(metadata).split(' ').map(Number.parseFloat);
  const ratio = metadata.width / metadata.height;
  const share = { x: Math.min(1, shape / ratio), y: Math.min(1, ratio / shape) };
  const within = (at: number, position: number, part: number) =>
    (at - position * (1 - part)) / part;
  return { x: within(point.x, x, share.x), y: within(point.y, y, share.y) };
}

/** A person in red before a grey wall. */
function drawPerson(width: number, height: number, { x, y }: Point): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#667788"/><circle cx="${x}%" cy="${y}%" r="50" fill="#ff3010"/></svg>`;
  return sharp(Buffer.from(svg)).flatten().jpeg().toBuffer();
}

function isBetween(low: number, high: number, { x, y }: Point): boolean {
  return Math.min(x, y) > low && Math.max(x, y) < high;
}

const EDGES = [6, 50, 94].flatMap((x) => [6, 50, 94].map((y) => ({ x, y })));

test.each([
  ['wide', 1200, 600],
  ['square', 800, 800],
  ['tall', 600, 1067],
  ['upright', 600, 800],
])('a subject at any edge of a picture that is %s stays in sight', async (_, width, height) => {
  for (const at of EDGES) {
    const picture = await drawPerson(width, height, at);
    for (const [name, shape] of Object.entries(SHAPES)) {
      const place = await seen(picture, shape, at);
      expect(isBetween(0, 100, place), `${name}, ${at.x}% ${at.y}%`).toBe(true);
    }
  }
});

test.each([
  // The middles of the faces.
  ['portrait.webp', { x: 50, y: 31 }],
  ['tall.webp', { x: 51, y: 25 }],
])('of the photograph %s every shape keeps the face', async (name, face) => {
  const picture = await readFile(join(PHOTOGRAPHS, name));
  for (const [shape, ratio] of Object.entries(SHAPES)) {
    const place = await seen(picture, ratio, face);
    expect(isBetween(10, 90, place), shape).toBe(true);
  }
});

test('cards say where their pictures draw the eye, and a record shows its complete picture, once that is known', async () => {
  const picture = await drawPerson(900, 450, { x: 94, y: 50 });
  const row = { _id: 'one', school: 'FARRUKHABAD', title: 'Prize day', date: '2026-03-05' };
  const galleryAll = [{ ...row, category: 'PhotoGallery', attachments: ['a'] }];
  const events = [{ ...row, images: ['a'], attachments: [] }];
  const site = await siteOfTest({
    providerHas: 'nothing',
    lists: { galleryAll, events, eventsAll: events },
    prepare: (provider) => void (provider.files = () => picture),
  });
  const imageOf = async (path: string) => {
    const { text } = await request(site.url).get(path).expect(200);
    return /<img[^>]*\/api\/image\/a\?[^>]*>/.exec(text)?.[0];
  };
  // The lists are all there after it, so that only the picture can make the pages anew.
  await request(site.url).get('/api/image/unpublished').expect(404);
  const record = '/Events/one/prize-day';
  const unknown = /width="800" height="533" alt="Prize day".*class="picture"/;
  for (let visit = 0; visit < 2; visit += 1) expect(await imageOf(record)).toMatch(unknown);
  await request(site.url).get('/api/image/a?w=320').expect(200);
  const pages = ['/Gallery?year=2026', '/Events?year=2026', '/HomeFr'];
  const images = () => Promise.all(pages.map(imageOf));
  await vi.waitUntil(async () => (await images()).every((image) => image?.includes('focus')), SOON);
  for (const image of await images()) expect(image).toContain('data-focus="100% 50%"');
  const known = / 960w".*width="900" height="450".*class="picture"/;
  await expect.poll(() => imageOf(record), SOON).toMatch(known);
});

test('a slide and the picture of the school have the focus that content/ names', async () => {
  const site = await siteOfTest({
    content: (content) => {
      const { slides, aboutPicture } = content.site.campuses.FARRUKHABAD;
      for (const slide of slides) slide.focus = '25% 100%';
      aboutPicture.focus = '100% 75%';
      return content;
    },
  });
  const { text } = await request(site.url).get('/').expect(200);
  const slides = text.match(/<img[^>]*slide-picture[^>]*>/g) ?? [];
  expect(slides).toHaveLength(3);
  for (const slide of slides) expect(slide).toContain('data-focus="25% 100%"');
  // Below the choice of the campus, and in it.
  expect(text.match(/<img[^>]*data-focus="100% 75%"/g)).toHaveLength(2);
});

test.each([
  ['of a telephone', 720, 1280, '9:16'],
  ['square', 800, 780, '1:1'],
  ['of an old camera', 1200, 900, '4:3'],
  ['wide', 1800, 900, '16:9'],
  ['of a panorama', 3000, 900, '3:1'],
])('a photo of a grid has the shape nearest to its own: %s', (_, width, height, shape) => {
  expect(nearestRatio({ width, height })).toBe(shape);
});
