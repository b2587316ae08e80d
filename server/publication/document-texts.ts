import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { unlessMissing } from '../system-errors.ts';

/** Of a publication: `{ file: { hash, text } }`. A scan has an empty text. */
export const DOCUMENT_TEXTS = 'document-texts.json';

const schema = z.record(z.string(), z.object({ hash: z.string(), text: z.string() }));

export type DocumentTexts = z.infer<typeof schema>;

/** The text of each PDF. @param previous folder of the publication before: what has not changed is not read again */
export async function documentTexts(
  folder: string,
  previous: string | null,
): Promise<DocumentTexts> {
  const known = previous === null ? {} : await readDocumentTexts(previous);
  const names = await readdir(join(folder, 'files')).catch(() => []);
  const texts: DocumentTexts = {};
  for (const file of names.filter((name) => name.endsWith('.pdf'))) {
    const bytes = await readFile(join(folder, 'files', file));
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 16);
    const before = known[file];
    texts[file] = before?.hash === hash ? before : { hash, text: await textOf(bytes) };
  }
  return texts;
}

export async function readDocumentTexts(folder: string): Promise<DocumentTexts> {
  const json = await unlessMissing(readFile(join(folder, DOCUMENT_TEXTS), 'utf8'));
  const parsed = schema.safeParse(json === null ? {} : JSON.parse(json));
  return parsed.success ? parsed.data : {};
}

/** By file name. @throws Error when the publication is incomplete */
export function loadDocumentTexts(folder: string): ReadonlyMap<string, string> {
  const texts = schema.parse(JSON.parse(readFileSync(join(folder, DOCUMENT_TEXTS), 'utf8')));
  return new Map(Object.entries(texts).map(([file, { text }]) => [file, text]));
}

/** Empty for one that cannot be read. */
async function textOf(bytes: Buffer): Promise<string> {
  // Loaded lazily: most publications have no new PDF.
  const { extractText } = await import('unpdf');
  try {
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    return text;
  } catch {
    return '';
  }
}
