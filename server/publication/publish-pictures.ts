import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { linkOrCopy } from './write-files.ts';
import { PICTURE_RECIPE, renderSchoolPicture } from '../content/render-school-picture.ts';
import type { Manifest } from '../http/assets.ts';

/** Sides of the icons under which phones and computers show an installed site, in pixels. */
const ICON_SIDES = [192, 512] as const;
/** Share of an icon that the logo fills: systems cut icons to circles (W3C App Manifest, safe zone). */
const LOGO_SHARE = 0.62;
/** Bounds the memory: a photo of a phone takes 150 MB while it is decoded. */
const PICTURES_AT_ONCE = 2;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Pictures = Manifest['pictures'];

type PublishPicturesOptions = {
  /** Folder of the publication. */
  target: string;
  /** Of the publication before: pictures that have not changed are not rendered again. */
  previous: { folder: string; pictures: Pictures } | null;
};

/** The school's pictures as the site shows them, below `assets/` and under hashed names. */
export async function publishPictures(
  pictures: ReadonlyMap<string, () => Promise<Buffer>>,
  { target, previous }: PublishPicturesOptions,
): Promise<Pictures> {
  await mkdir(join(target, 'assets'), { recursive: true });
  const limit = pLimit(PICTURES_AT_ONCE);
  async function publish(key: string, read: () => Promise<Buffer>): Promise<Pictures[string]> {
    const bytes = await read();
    const source = createHash('sha256').update(PICTURE_RECIPE).update(bytes).digest('base64url');
    const known = previous?.pictures[key];
    if (previous !== null && known?.source === source) {
      for (const file of filesOf(known))
        await linkOrCopy(join(previous.folder, file), join(target, file));
      return known;
    }
    const { width, height, fallback, avif } = await renderSchoolPicture(bytes);
    const name = assetName(key);
    const wide = [];
    for (const file of avif)
      wide.push({
        src: await writeHashed(target, `${name}-${file.width}.avif`, file.bytes),
        width: file.width,
      });
    const src = await writeHashed(target, `${name}.${fallback.extension}`, fallback.bytes);
    const largest = Math.max(...[fallback, ...avif].map((file) => file.bytes.length));
    return { source, src, width, height, bytes: largest, avif: wide };
  }
  const published = [...pictures].map(([key, read]) =>
    limit(async () => [key, await publish(key, read)] as const),
  );
  return Object.fromEntries(await Promise.all(published));

  function filesOf({ src, avif }: Pictures[string]): string[] {
    const paths = [src, ...avif.map((file) => file.src)].map((path) => path.slice(1));
    return paths.flatMap((path) =>
      [path, `${path}.br`, `${path}.gz`].filter(
        (file) => previous !== null && existsSync(join(previous.folder, file)),
      ),
    );
  }
}

/** Letters of other scripts are left out: the hash distinguishes the files. */
function assetName(key: string): string {
  const name = basename(key, extname(key)).replace(/[^a-z0-9]+/g, '-');
  return name.replace(/^-|-$/g, '') || 'picture';
}

/** Writes an asset under a name that changes with its bytes; a drawing also compressed. @returns its address */
async function writeHashed(target: string, name: string, bytes: Buffer): Promise<string> {
  const end = extname(name);
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const path = `assets/${basename(name, end)}-${hash}${end}`;
  await writeFile(join(target, path), bytes);
  if (end === '.svg') {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    await writeFile(join(target, `${path}.br`), await compressBrotli(bytes, { params }));
    await writeFile(join(target, `${path}.gz`), await compressGzip(bytes, { level: 9 }));
  }
  return `/${path}`;
}

/** The school's logo on `colour`, as `icon-192.png` and `icon-512.png`. */
export async function publishIcons(
  target: string,
  { logo, colour }: { logo: Buffer; colour: string },
): Promise<Manifest['icons']> {
  const icons = ICON_SIDES.map(async (side) => {
    const size = Math.round(side * LOGO_SHARE);
    const drawn = await sharp(logo, { density: 300 })
      .resize(size, size, { fit: 'inside' })
      .png()
      .toBuffer();
    const create = { width: side, height: side, channels: 3, background: colour } as const;
    const bytes = await sharp({ create })
      .composite([{ input: drawn }])
      .png({ palette: true })
      .toBuffer();
    const name = `icon-${side}.png`;
    return [name, { src: await writeHashed(target, name, bytes), width: side, height: side }];
  });
  return Object.fromEntries(await Promise.all(icons)) as Manifest['icons'];
}
