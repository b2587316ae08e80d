import express from 'express';
import sharp from 'sharp';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { IMAGE_LIMITS } from '../../../../server/images/image-limits.ts';
import {
  pictureFormat,
  renditionName,
  SHARE_RENDITION,
  type Rendition,
} from '../../../../server/images/picture-format.ts';
import { makePicture, readMetadata } from '../../../../server/images/render-picture.ts';
import { setFileHeaders } from '../../../../server/images/send-file.ts';

test.each([
  ['photo.JPEG', 'photo.jpg', 'photo.jpg'],
  ['photo', 'photo.jpg', 'photo.jpg'],
  ['v1.2/final', 'v1.2_final.jpg', 'v1.2%2Ffinal.jpg'],
  ['page.longer', 'page.longer.jpg', 'page.longer.jpg'],
  ['sports  day (1).jpg', 'sports_day_1_.jpg', 'sports%20%20day%20%281%29.jpg'],
  ["it's*.jpg", 'it_s_.jpg', 'it%27s%2A.jpg'],
  ['.jpg', 'file.jpg', '.jpg'],
  ['a"\r\nb.jpg', 'a_b.jpg', 'a%22%0D%0Ab.jpg'],
  ['खेल.jpg', '_.jpg', '%E0%A4%96%E0%A5%87%E0%A4%B2.jpg'],
  [`${'x'.repeat(10)}${'y'.repeat(80)}.jpg`, `${'y'.repeat(80)}.jpg`, `${'y'.repeat(80)}.jpg`],
  ['a\ud800.jpg', 'a_.jpg', 'a%EF%BF%BD.jpg'],
])('R-238: %j has a file name that every browser can read', async (name, plain, exact) => {
  const app = express().get('/', (_req, res) => {
    setFileHeaders(res, 'jpeg', name);
    res.end();
  });
  const { 'content-disposition': disposition } = (await request(app).get('/')).headers;
  expect(disposition).toBe(`inline; filename="${plain}"; filename*=UTF-8''${exact}`);
});

describe('renditions', () => {
  test('have names with size, format and quality', () => {
    expect(renditionName(SHARE_RENDITION)).toBe('1200x630-jpeg');
    expect(renditionName({ width: 640, format: 'webp', quality: 'full' })).toBe('640-webp');
    const saving = { width: 640, format: 'avif', quality: 'save-data' } as const;
    expect(renditionName(saving)).toBe('640-avif-save-data');
  });

  test.each([
    ['image/avif,image/webp,*/*', 'avif'],
    ['IMAGE/WEBP', 'webp'],
    ['image/webp;q=0, image/avif;q=0', 'jpeg'],
    ['image/*,*/*;q=0.8', 'jpeg'],
    [undefined, 'jpeg'],
  ])('R-238: for Accept: %s the format is %s', (accept, format) => {
    expect(pictureFormat(accept)).toBe(format);
  });
});

describe('a picture', () => {
  const LIMITS = { pixels: IMAGE_LIMITS.pixels, jobMs: IMAGE_LIMITS.jobMs };

  const plain = (width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer();

  /** Left half and right half. */
  const halves = async (left: string, right: string) =>
    sharp(await plain(400, 200, left))
      .composite([{ input: await plain(200, 200, right), left: 200, top: 0 }])
      .png()
      .toBuffer();

  async function made(original: Buffer | string, rendition: Partial<Rendition> = {}) {
    const { picture } = await makePicture({
      original,
      rendition: { width: 160, format: 'jpeg', quality: 'full', ...rendition },
      withMetadata: false,
      limits: LIMITS,
    });
    return picture;
  }

  test('of one colour has that colour, and its focus in the middle', async () => {
    const opaque = await sharp(await plain(320, 160, '#208060'))
      .removeAlpha()
      .png()
      .toBuffer();
    expect(await readMetadata(opaque, LIMITS)).toEqual({
      width: 320,
      height: 160,
      colour: '#208060',
      focus: { x: 50, y: 50 },
    });
    expect((await readMetadata(await plain(8, 8, '#208060'), LIMITS)).colour).toBeNull();
  });

  test('has the mean of its colours', async () => {
    const both = await sharp(await halves('#000000', '#ffffff'))
      .removeAlpha()
      .png()
      .toBuffer();
    const { colour } = await readMetadata(both, LIMITS);
    const [, level = ''] = /^#(..)\1\1$/.exec(colour ?? '') ?? [];
    expect(Math.abs(Number.parseInt(level, 16) - 127)).toBeLessThan(4);
  });

  test('that is transparent becomes white in a format without transparency', async () => {
    const picture = await made(await plain(200, 100, '#00000000'));
    const { dominant } = await sharp(picture).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
    expect(
      await sharp(await made(await plain(200, 100, '#00000000'), { format: 'webp' })).metadata(),
    ).toMatchObject({ hasAlpha: true });
  });

  test('for messengers fills the shape when it is wide, and is not cut otherwise', async () => {
    const corner = async (width: number, height: number) => {
      const picture = await sharp(
        await made(
          await sharp(await plain(width, height, '#208060'))
            .removeAlpha()
            .png()
            .toBuffer(),
          SHARE_RENDITION,
        ),
      )
        .raw()
        .toBuffer();
      return [picture[0], picture[1], picture[2]].map((value = 0) => Math.round(value / 64));
    };
    expect(await corner(240, 200), 'just wide enough').toEqual([1, 2, 2]);
    expect(await corner(239, 200)).toEqual([4, 4, 4]);
    expect(await corner(200, 400)).toEqual([4, 4, 4]);
  });

  test('that is invalid is broken, and a missing file is a disk error', async () => {
    await expect(made(Buffer.from('GIF89a'))).rejects.toMatchObject({ kind: 'broken' });
    await expect(readMetadata(Buffer.from('GIF89a'), LIMITS)).rejects.toMatchObject({
      kind: 'broken',
    });
    await expect(made('/nowhere/a.jpg')).rejects.toMatchObject({ kind: 'disk' });
  });
});
