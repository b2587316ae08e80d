import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { renderSchoolPicture } from '../../../../server/content/render-school-picture.ts';
import { hasMetadata } from '../../../../server/images/render-picture.ts';

const NOISE = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const PLACE = {
  IFD0: { Artist: 'A. Sharma' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' },
};

function photo(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#fff', noise: NOISE } });
}

async function filesOf(picture: Buffer) {
  const { fallback, avif, ...size } = await renderSchoolPicture(picture);
  const files = [fallback, ...avif];
  const read = await Promise.all(files.map(({ bytes }) => sharp(bytes).metadata()));
  return { fallback, avif, size, files, read };
}

test('a turned photo of a phone is published upright in three widths of AVIF and as JPEG', async () => {
  const upright = sharp({
    create: { width: 2_400, height: 1_800, channels: 3, background: '#208060' },
  })
    .withExif(PLACE)
    .withMetadata({ orientation: 6 });
  const { size, files, read } = await filesOf(await upright.jpeg().toBuffer());
  expect(size).toEqual({ width: 1_600, height: 2_133 });
  expect(files.map(({ extension, width }) => `${width}.${extension}`)).toEqual([
    '1200.jpg',
    '480.avif',
    '960.avif',
    '1600.avif',
  ]);
  expect(files.filter(({ bytes }) => hasMetadata(bytes))).toEqual([]);
  expect(read.map(({ orientation, exif, xmp, icc }) => [orientation, exif, xmp, icc])).toEqual(
    files.map(() => [undefined, undefined, undefined, undefined]),
  );
});

describe('what other programs and scanners save is shown in sRGB with eight bits', () => {
  const cases: [name: string, make: () => Sharp, extension: string][] = [
    ['a CMYK JPEG', () => photo(300, 200).toColourspace('cmyk').jpeg(), 'jpg'],
    ['a PNG of 16 bits', () => photo(300, 200).toColourspace('rgb16').png(), 'jpg'],
    ['a JPEG in Display P3', () => photo(300, 200).withIccProfile('p3').jpeg(), 'jpg'],
    ['a grey JPEG', () => photo(300, 200).greyscale().jpeg(), 'jpg'],
    ['a WebP with a transparent ground', () => photo(300, 200).ensureAlpha(0.5).webp(), 'webp'],
  ];
  test.each(cases)('%s', async (_name, make, extension) => {
    const { fallback, read } = await filesOf(await make().toBuffer());
    expect(fallback.extension).toBe(extension);
    for (const { space, depth, icc } of read) {
      expect(space).toMatch(/^(srgb|b-w)$/);
      expect([depth, icc]).toEqual(['uchar', undefined]);
    }
  });
});

test('a picture is never enlarged, and a small PNG stays one', async () => {
  const small = await filesOf(await photo(120, 80).jpeg().toBuffer());
  expect(small.avif.map(({ width }) => width)).toEqual([120]);
  const create = { width: 200, height: 80, channels: 4, background: '#20608080' } as const;
  const logo = await filesOf(await sharp({ create }).png().toBuffer());
  expect([logo.fallback.extension, logo.avif, logo.size]).toEqual([
    'png',
    [],
    { width: 200, height: 80 },
  ]);
});

test('of an animation the first picture is shown', async () => {
  const frames = await sharp(
    [await photo(40, 30).png().toBuffer(), await photo(40, 30).png().toBuffer()],
    {
      join: { animated: true },
    },
  )
    .webp()
    .toBuffer();
  const { size, read } = await filesOf(frames);
  expect([size, read.map(({ pages = 1 }) => pages)]).toEqual([{ width: 40, height: 30 }, [1, 1]]);
});
