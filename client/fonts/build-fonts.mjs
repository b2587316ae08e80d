import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { ROOT } from '../build/bundles.mjs';

const require = createRequire(import.meta.url);

const FACES = /@font-face\s*\{[^}]*asset:([\w-]+)[^}]*unicode-range:([^;}]+)/g;

/** By the ids of client/styles/font-files.css. */
const SOURCES = {
  fraunces: { family: 'fraunces', subset: 'latin', wght: { min: 400, max: 600 } },
  'source-sans': { family: 'source-sans-3', subset: 'latin', wght: { min: 400, max: 700 } },
  devanagari: {
    family: 'noto-sans-devanagari',
    subset: 'devanagari',
    wght: { min: 400, max: 700 },
  },
};

const WOFF2 = { targetFormat: 'woff2' };
/** Only Adobe's own versions may be named "Source": its licence, 3. Texts of the same length keep the font's offsets. */
const RENAMED = { 'Source Sans': 'School Sans', SourceSans: 'SchoolSans' };

/**
 * Writes the site's fonts, cut to its letters and weights, under names that change with their content.
 * @param {string} outFolder made if it is not there
 * @returns {Promise<Record<string, string>>} address of each font by its id
 */
export async function buildFonts(outFolder) {
  await mkdir(outFolder, { recursive: true });
  const css = await readFile(join(ROOT, 'client/styles/font-files.css'), 'utf8');
  const ranges = new Map(Array.from(css.matchAll(FACES), ([, id, range]) => [id, range]));
  const entries = Array.from(ranges, async ([id, range]) => {
    const { family, subset, wght } = SOURCES[id];
    const original = await readFile(
      require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`),
    );
    const letters = lettersOf(range);
    const options = { variationAxes: { wght } };
    const hash = createHash('sha256')
      .update(JSON.stringify([letters, options, WOFF2, RENAMED]))
      .update(original)
      .digest('hex')
      .slice(0, 8);
    const fileName = `${id}-${hash}.woff2`;
    if (!existsSync(join(outFolder, fileName))) {
      const font = await subsetFont(original, letters, { ...options, targetFormat: 'truetype' });
      const renamed = withoutReservedName(font);
      // Renamed into place, as a server may be starting from an earlier build meanwhile.
      await writeFile(
        join(outFolder, `${fileName}.new`),
        await subsetFont(renamed, letters, WOFF2),
      );
      await rename(join(outFolder, `${fileName}.new`), join(outFolder, fileName));
    }
    return [id, `/assets/${fileName}`];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The font's name table has its texts in UTF-16, its copyright without "Sans". */
function withoutReservedName(font) {
  let bytes = font.toString('latin1');
  for (const [reserved, name] of Object.entries(RENAMED))
    bytes = bytes.replaceAll(bigEndian(reserved), bigEndian(name));
  return Buffer.from(bytes, 'latin1');
}

function bigEndian(text) {
  return Buffer.from(text, 'utf16le').swap16().toString('latin1');
}

/** @param {string} unicodeRange the CSS descriptor */
function lettersOf(unicodeRange) {
  return unicodeRange
    .split(',')
    .map((range) => {
      const [first, last = first] = range
        .trim()
        .slice(2)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return String.fromCodePoint(
        ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
    })
    .join('');
}
