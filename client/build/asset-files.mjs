import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import { BROWSERS, ROOT } from './bundles.mjs';

const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json']);

/** Writes an asset under a name that changes with its bytes; returns its address. */
export async function writeHashed(dist, name, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const file = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  await writeFile(join(dist, 'assets', file), bytes);
  return `/assets/${file}`;
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
