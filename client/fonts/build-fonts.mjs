import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** The fonts of client/styles/fonts.css, by the name in their `url('font:…')`, with the weights that stay. */
const FONTS = {
  fraunces: {
    source: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
    wght: { min: 400, max: 600 },
  },
  'source-sans': {
    source: '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    wght: { min: 400, max: 700 },
  },
};

/** ASCII, and what English texts from India add to it. The same as `unicode-range` in fonts.css. */
const ASCII = String.fromCodePoint(
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
);
const LETTERS = `${ASCII}\u00a0\u00a9\u00b7\u00d7\u00e9\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20b9`;

/**
 * Writes the site's fonts, cut to its letters and weights, under names that change with their content.
 * @param {string} outFolder made if it is not there
 * @returns {Promise<Record<string, string>>} address of each font by its name
 */
export async function buildFonts(outFolder) {
  await mkdir(outFolder, { recursive: true });
  const entries = Object.entries(FONTS).map(async ([name, { source, wght }]) => {
    const font = await subsetFont(await readFile(require.resolve(source)), LETTERS, {
      targetFormat: 'woff2',
      variationAxes: { wght },
    });
    const hash = createHash('sha256').update(font).digest('hex').slice(0, 8);
    const fileName = `${name}-${hash}.woff2`;
    const path = join(outFolder, fileName);
    // Renamed into place, as a server may be starting from an earlier build meanwhile.
    await writeFile(`${path}.new`, font);
    await rename(`${path}.new`, path);
    return [name, `/assets/${fileName}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}
