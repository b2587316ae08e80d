import express from 'express';
import sharp from 'sharp';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import {
  pictureFormat,
  renditionName,
  SHARE_RENDITION,
  type Rendition,
} from '../../../../server/images/picture-format.ts';
import { readMetadata, renderPicture } from '../../../../server/images/render-picture.ts';
import { setFileHeaders } from '../../../../server/images/send-file.ts';

/** Files, and the names that they are sent with: for every browser, and for those that read UTF-8. */
const NAMES = [
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
] as const;

test('R-238: a file has a name that every browser can read', async () => {
  for (const [name, plain, exact] of NAMES) {
    const app = express().get('/', (_req, res) => {
      setFileHeaders(res, 'jpeg', name);
      res.end();
    });
    const { 'content-disposition': disposition } = (await request(app).get('/')).headers;
    expect(disposition).toBe(`inline; filename="${plain}"; filename*=UTF-8''${exact}`);
  }
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

/** The colour beside a picture that is not cut, in steps of 8. */
const PAPER = [31, 31, 30];

describe('a picture', () => {
  const plain = (width: number, height: number, background: string, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background } }).png().toBuffer();

  /** With another colour from a place to the right. */
  const withRight = async (right: string, left: number, width = 400) =>
    sharp(await plain(width, 200, '#000000'))
      .composite([{ input: await plain(width - left, 200, right), left, top: 0 }])
      .removeAlpha()
      .png()
      .toBuffer();

  const made = (original: Buffer, rendition: Partial<Rendition> = {}) =>
    renderPicture(original, { width: 160, format: 'jpeg', quality: 'full', ...rendition });

  test('of one colour has that colour, and no focus', async () => {
    expect(await readMetadata(await plain(320, 160, '#208060'))).toEqual({
      width: 320,
      height: 160,
      colour: '#208060',
      focus: { x: 0, y: 0 },
    });
    expect((await readMetadata(await plain(8, 8, '#208060', 4))).colour).toBeNull();
    const flat = sharp(await plain(8, 8, '#606060'));
    const grey = await flat.toColourspace('b-w').png().toBuffer();
    expect((await readMetadata(grey)).colour).toBe('#606060');
  });

  test('has the mean of its colours', async () => {
    const { colour } = await readMetadata(await withRight('#ffffff', 200));
    const [, level = ''] = /^#(..)\1\1$/.exec(colour ?? '') ?? [];
    expect(Math.abs(Number.parseInt(level, 16) - 127)).toBeLessThan(4);
  });

  test('that is transparent becomes white in a format without transparency', async () => {
    const original = await plain(200, 100, '#00000000', 4);
    const { dominant } = await sharp(await made(original)).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
    for (const format of ['webp', 'avif'] as const) {
      const { hasAlpha } = await sharp(await made(original, { format })).metadata();
      expect([format, hasAlpha]).toEqual([format, true]);
    }
  });

  test('for messengers fills the shape when it is wide, and is not cut otherwise', async () => {
    const corner = async (width: number, height: number, orientation = 1) => {
      const upright = sharp(await plain(width, height, '#208060'));
      const original = await upright.withMetadata({ orientation }).toBuffer();
      const picture = sharp(await made(original, SHARE_RENDITION)).raw();
      return [...(await picture.toBuffer()).subarray(0, 3)].map((value) => Math.round(value / 8));
    };
    expect(await corner(240, 200), 'just wide enough').toEqual([4, 16, 12]);
    expect(await corner(239, 200)).toEqual(PAPER);
    expect(await corner(200, 400)).toEqual(PAPER);
    expect(await corner(400, 200, 6), 'turned by a phone').toEqual(PAPER);
  });

  test('for messengers keeps what draws the eye', async () => {
    const original = await withRight('#ff3010', 880, 960);
    const { channels } = await sharp(await made(original, SHARE_RENDITION)).stats();
    expect(channels[0]?.max).toBeGreaterThan(200);
  });

  test('that is very tall has at most eight times its width', async () => {
    const picture = await made(await plain(100, 2_000, '#208060'));
    expect(await sharp(picture).metadata()).toMatchObject({ width: 64, height: 1_280 });
  });

  test('with a harmless deviation, as phones write, is made', async () => {
    const photo = await made(await plain(64, 64, '#208060'));
    const deviating = Buffer.concat([photo.subarray(0, 20), Buffer.alloc(2), photo.subarray(20)]);
    expect(await sharp(await made(deviating)).metadata()).toMatchObject({ width: 64, height: 64 });
  });

  test.each(['avif', 'webp', 'jpeg'] as const)(
    'as %s has fewer bytes the denser the screen, and the fewest for Save-Data',
    async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
      const create = { width: 960, height: 120, channels: 3, background: 'black', noise } as const;
      const original = await sharp({ create }).png().toBuffer();
      for (const width of [640, 960]) {
        const full = await made(original, { width: width - 1, format });
        const dense = await made(original, { width, format });
        const saving = await made(original, { width, format, quality: 'save-data' });
        expect(dense.length).toBeLessThan(0.97 * full.length);
        expect(saving.length).toBeLessThan(0.9 * dense.length);
      }
    },
  );

  test('that is invalid is broken', async () => {
    const torn = Buffer.from('GIF89a');
    await expect(made(torn)).rejects.toMatchObject({ kind: 'broken' });
    await expect(readMetadata(torn)).rejects.toMatchObject({ kind: 'broken' });
  });
});
