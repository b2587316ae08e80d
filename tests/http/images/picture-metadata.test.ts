import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startImages } from '../../support/image-site.ts';

const PLANTED = 'Planted Name';
const POSITION = { GPSLatitudeRef: 'N', GPSLatitude: '27/1 23/1 0/1' };
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${PLANTED}"/></rdf:RDF></x:xmpmeta>`;
/** What a link opens, what pages show in each format, what messengers get. */
const REQUESTS = [
  ['', '*/*'],
  ['?w=160', '*/*'],
  ['?w=160', 'image/webp'],
  ['?w=160', 'image/avif'],
  ['?size=1200x630', '*/*'],
] as const;

/** Red and blue; blue is above once it is turned as a phone's EXIF says. */
let photo: Sharp;

beforeAll(async () => {
  const red = { width: 120, height: 80, channels: 3, background: '#ff0000' } as const;
  const blue = { ...red, width: 60, background: '#0000ff' };
  const both = sharp({ create: red }).composite([{ input: { create: blue }, left: 60, top: 0 }]);
  photo = sharp(await both.png().toBuffer());
});

/** With a name and a position, as the formats hold them. */
function planted(picture: Sharp, orientation = 8): Sharp {
  return picture
    .clone()
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Artist: PLANTED }, IFD3: POSITION })
    .withXmp(XMP);
}

/** Behind the header: a comment (GIF), Photoshop's block with IPTC and a comment (JPEG). */
function withBlock(file: Buffer, at: number, block: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, at), block, file.subarray(at)]);
}

const jpegSegment = (marker: number, text: string) =>
  Buffer.from([0xff, marker, 0, text.length + 2, ...Buffer.from(text, 'latin1')]);

describe('W3: no response has a position or other metadata', () => {
  const files = {
    jpeg: async () =>
      withBlock(
        await planted(photo).jpeg({ quality: 100 }).toBuffer(),
        2,
        Buffer.concat([
          jpegSegment(
            0xed,
            `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x11\x1c\x02\x50\0\x0c${PLANTED}\0`,
          ),
          jpegSegment(0xfe, PLANTED),
        ]),
      ),
    png: () => planted(photo).png().toBuffer(),
    webp: () => planted(photo).webp({ lossless: true }).toBuffer(),
    avif: () => planted(photo, 1).avif({ lossless: true }).toBuffer(),
    gif: async () => {
      const gif = await photo.clone().gif().toBuffer();
      const comment = Buffer.from(
        `!\xfe${String.fromCharCode(PLANTED.length)}${PLANTED}\0`,
        'latin1',
      );
      return Buffer.concat([gif.subarray(0, -1), comment, Buffer.from(';')]);
    },
  };

  test.each(Object.entries(files))('%s', async (format, make) => {
    const original = await make();
    expect(original.includes(PLANTED), 'the original').toBe(true);
    const { site } = await startImages({ a: original });
    for (const [query, accept] of REQUESTS) {
      const { status, headers, body } = await site.get(`/api/image/a${query}`, { accept });
      const holds = [body.includes(PLANTED), body.includes('Exif')];
      expect([query, accept, status, ...holds]).toEqual([query, accept, 200, false, false]);
      const { exif, xmp, iptc, orientation, width, height } = await sharp(body).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual(Array(4).fill(undefined));
      if (query !== '') continue;
      expect(headers['content-type']).toBe(`image/${format}`);
      const isTurned = !['avif', 'gif'].includes(format);
      expect([width, height]).toEqual(isTurned ? [80, 120] : [120, 80]);
      const { data, info } = await sharp(body)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const [red = 0, , blue = 0] = data.subarray(-info.channels);
      expect(isTurned ? red - blue : blue - red, 'upright').toBeGreaterThan(200);
    }
  });
});

test('colours of a wide gamut are right without their profile', async () => {
  const create = { width: 64, height: 64, channels: 3, background: '#ff0000' } as const;
  const p3 = await sharp({ create }).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
  const stored = await sharp(p3, { ignoreIcc: true }).raw().toBuffer();
  expect(stored[0], 'what the profile says is pure red').toBeLessThan(240);
  const { site } = await startImages({ p3 });
  const { body } = await site.get('/api/image/p3');
  expect((await sharp(body).metadata()).icc).toBeUndefined();
  const [red = 0, green = 0, blue = 0] = await sharp(body, { ignoreIcc: true }).raw().toBuffer();
  expect([red > 250, green < 8, blue < 8]).toEqual([true, true, true]);
});

test('an animation moves when it is opened, and is a still picture on a page', async () => {
  const frame = (background: string) => ({
    create: { width: 8, height: 8, channels: 3, background } as const,
  });
  const pictures = ['#ff0000', '#00ff00', '#0000ff'].map((colour) =>
    sharp(frame(colour)).png().toBuffer(),
  );
  const moving = sharp(await Promise.all(pictures), { join: { animated: true } });
  const { site } = await startImages({
    gif: await moving.clone().gif().toBuffer(),
    webp: await moving.clone().webp().toBuffer(),
    turned: await moving.clone().withMetadata({ orientation: 6 }).webp().toBuffer(),
  });
  for (const [path, pages] of [
    ['gif', 3],
    ['webp', 3],
    ['gif?w=160', undefined],
    ['turned', undefined],
  ] as const) {
    const { body } = await site.get(`/api/image/${path}`);
    expect([path, (await sharp(body).metadata()).pages]).toEqual([path, pages]);
  }
});

test('photos of 108 and 200 megapixels are scaled down, in the memory of one of 50', async () => {
  // sharp takes seconds to write one. Of one colour, each block of 16 by 16 pixels after the first row is 12 bits, all zero.
  const flat = async (width: number, height: number) => {
    const create = { width, height: 16, channels: 3, background: 'teal' } as const;
    const row = await sharp({ create }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    row.writeUInt16BE(height, row.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    const bytes = ((width / 16) * (Math.ceil(height / 16) - 1) * 12) / 8;
    return withBlock(row, row.length - 8, Buffer.alloc(bytes));
  };
  const { site } = await startImages({
    mp108: await flat(12_000, 9_000),
    mp200: await flat(16_320, 12_240),
  });
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 10);
  onTestFinished(() => clearInterval(timer));
  for (const name of ['mp108', 'mp200']) {
    for (const [query, width, height] of [
      ['?w=160', 160, 213],
      ['?size=1200x630', 1200, 630],
      ['', 2560, 3413],
    ] as const) {
      const { status, body } = await site.get(`/api/image/${name}${query}`);
      expect([name, query, status]).toEqual([name, query, 200]);
      expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', width, height });
    }
  }
  const addedMiB = (peak - before) / 2 ** 20;
  expect(addedMiB, 'decoded in full they take 600 MB').toBeLessThan(300);
});

test('a truncated photo shows what can be decoded', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 400, height: 300, channels: 3, background: 'teal', noise } as const;
  const whole = await sharp({ create }).png().toBuffer();
  const half = (file: Buffer) => file.subarray(0, file.length / 2);
  const { site } = await startImages({
    jpeg: half(await sharp(whole).jpeg().toBuffer()),
    png: half(whole),
    gif: half(await sharp(whole).gif().toBuffer()),
  });
  for (const name of ['jpeg', 'png', 'gif']) {
    for (const [query, accept] of REQUESTS) {
      const { status, headers, body } = await site.get(`/api/image/${name}${query}`, { accept });
      expect([name, query, accept, status]).toEqual([name, query, accept, 200]);
      expect(headers['cache-control']).toContain('public');
      const { data, info } = await sharp(body)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const top = data.subarray(info.width * 20, info.width * 40);
      expect(new Set(top).size, 'the part above').toBeGreaterThan(5);
    }
  }
});
