import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from '../build/bundles.mjs';

const require = createRequire(import.meta.url);

/**
 * Writes the site's fonts, cut to its letters and weights, under names that change with their content.
 * @param {string} outFolder made if it is not there
 * @param {import('../styles/brand-styles.ts').BrandStyles} brand
 * @returns {Promise<Record<string, string>>} address of each font by its id
 * @throws Error that names a file which is no font
 */
export async function buildFonts(outFolder, { fonts }) {
  await mkdir(outFolder, { recursive: true });
  const entries = Object.entries(fonts).map(async ([id, source]) => {
    const path =
      source.file === undefined
        ? require.resolve(source.package)
        : join(ROOT, 'content/fonts', source.file);
    const original = await readFile(path);
    const options = {
      targetFormat: 'woff2',
      ...(source.wght === undefined ? {} : { variationAxes: { wght: source.wght } }),
    };
    const hash = createHash('sha256')
      .update(JSON.stringify([source.letters, options]))
      .update(original)
      .digest('hex')
      .slice(0, 8);
    const fileName = `${id}-${hash}.woff2`;
    if (!existsSync(join(outFolder, fileName))) {
      const font = await subsetFont(original, source.letters, options).catch((error) => {
        throw new Error(`${path}: cannot be read as a font: ${error.message}`, { cause: error });
      });
      // Renamed into place, as a server may be starting from an earlier build meanwhile.
      await writeFile(join(outFolder, `${fileName}.new`), font);
      await rename(join(outFolder, `${fileName}.new`), join(outFolder, fileName));
    }
    return [id, `/assets/${fileName}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}
