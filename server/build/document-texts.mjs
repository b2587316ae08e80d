import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../client/build/bundles.mjs';

/** Writes `document-texts.json` of a build: `{ file: { hash, text } }`. A scan has an empty text. */
export async function readDocumentTexts({ dist }) {
  const path = join(dist, 'document-texts.json');
  const known = existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {};
  const folder = join(ROOT, 'content/files');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.pdf'));
  const texts = {};
  for (const file of files) {
    const bytes = await readFile(join(folder, file));
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
    texts[file] =
      known[file]?.hash === hash ? known[file] : { hash, text: await textOf(file, bytes) };
  }
  await writeFile(path, JSON.stringify(texts));
  return texts;
}

async function textOf(file, bytes) {
  // Loaded lazily: most builds find nothing new.
  const { extractText } = await import('unpdf');
  try {
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    return text;
  } catch (error) {
    console.warn(`content/files/${file}: its text is not in the search: ${error.message}`);
    return '';
  }
}
