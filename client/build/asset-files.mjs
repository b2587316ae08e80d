import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import pLimit from 'p-limit';
import sharp from 'sharp';
import { BROWSERS, ROOT } from './bundles.mjs';

/** Sides of the icons under which phones and computers show an installed site, in pixels. */
const ICON_SIDES = [192, 512];
/** Share of an icon that the logo fills: systems cut icons to circles (W3C App Manifest, safe zone). */
const LOGO_SHARE = 0.62;

/** Bounds the memory of a build: a photo of a phone takes 150 MB while it is decoded. */
const PICTURES_AT_ONCE = 2;

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json']);

/** Writes an asset under a name that changes with its bytes; returns its address. */
export async function writeHashed(dist, name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  await writeFile(join(dist, 'assets', file), bytes);
  return `/assets/${file}`;
}
/**
 * The school's pictures as the site shows them, under hashed names. One that `previous`, the pictures of an earlier
 * manifest in the same folder, has from the same bytes is not rendered again.
 * @returns `{ key: { source, src, width, height, bytes, avif: [{ src, width }] } }`
 */
export async function publishPictures({ dist }, { pictures, render, recipe, previous }) {
  const limit = pLimit(PICTURES_AT_ONCE);
  const published = await Promise.all(
    [...pictures].map(([key, read]) =>
      limit(async () => {
        const bytes = await read();
        const source = createHash('sha256').update(recipe).update(bytes).digest('base64url');
        const known = previous[key];
        if (known?.source === source && hasFiles(dist, known)) return [key, known];
        const { width, height, fallback, avif } = await render(bytes);
        const name = assetName(key);
        const sources = avif.map(async (file) => ({
          src: await writeHashed(dist, `${name}-${file.width}.avif`, file.bytes),
          width: file.width,
        }));
        const src = await writeHashed(dist, `${name}.${fallback.extension}`, fallback.bytes);
        const largest = Math.max(...[fallback, ...avif].map((file) => file.bytes.length));
        const sizes = { width, height, bytes: largest };
        return [key, { source, src, ...sizes, avif: await Promise.all(sources) }];
      }),
    ),
  );
  return Object.fromEntries(published);
}

function hasFiles(dist, { src, avif }) {
  return [src, ...avif.map((file) => file.src)].every((path) => existsSync(join(dist, path)));
}

/** Letters of other scripts are left out: the hash distinguishes the files. */
function assetName(key) {
  const name = basename(key, extname(key)).replace(/[^a-z0-9]+/g, '-');
  return name.replace(/^-|-$/g, '') || 'picture';
}

/** The school's logo on `colour`, as `icon-192.png` and `icon-512.png`. `{ name: { src, width, height } }` */
export async function publishIcons({ dist }, { logo, colour }) {
  const icons = ICON_SIDES.map(async (side) => {
    const size = Math.round(side * LOGO_SHARE);
    const drawn = await sharp(logo, { density: 300 })
      .resize(size, size, { fit: 'inside' })
      .png()
      .toBuffer();
    const ground = { width: side, height: side, channels: 3, background: colour };
    const bytes = await sharp({ create: ground })
      .composite([{ input: drawn }])
      .png({ palette: true })
      .toBuffer();
    const name = `icon-${side}.png`;
    return [name, { src: await writeHashed(dist, name, bytes), width: side, height: side }];
  });
  return Object.fromEntries(await Promise.all(icons));
}
export async function removeOthers(folder, kept) {
  const wanted = new Set(kept);
  const others = (await readdir(folder)).filter((file) => !wanted.has(file));
  // Two builds may run at once: a test's and a check's.
  await Promise.all(others.map((file) => rm(join(folder, file), { force: true })));
}
export async function compress(folder, files) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  for (const file of files.filter(
    (name) => COMPRESSIBLE.has(extname(name)) && !existsSync(join(folder, `${name}.br`)),
  )) {
    const bytes = await readFile(join(folder, file));
    await writeFile(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }));
    await writeFile(join(folder, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}

/** A stylesheet of client/styles; `url(asset:id)` becomes the asset's address. */
export async function bundleStyles(target, file, addresses = {}) {
  const result = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [`client/styles/${file}`],
    bundle: true,
    external: ['asset:*'],
    minify: !target.isDevelopment,
    target: BROWSERS,
    write: false,
    logLevel: 'warning',
  });
  return result.outputFiles[0].text.replace(
    /url\("?asset:([\w-]+)"?\)/g,
    (_match, id) => `url(${addresses[id]})`,
  );
}

export function assetUrl(file) {
  return `/assets/${basename(file)}`;
}

/** The files of all addresses in a manifest. */
export function filesOf(manifest) {
  const addresses = JSON.stringify(manifest).matchAll(/"\/assets\/([^"]+)"/g);
  return [...new Set(Array.from(addresses, ([, file]) => file))];
}
