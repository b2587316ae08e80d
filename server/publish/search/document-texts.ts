import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** As server/build/document-texts.mjs writes it. */
const documentTextsSchema = z.record(z.string(), z.object({ text: z.string() }));

/** The text of each PDF of content/files as the build read it, by its name. @throws Error when the build is missing. */
export function loadDocumentTexts(distFolder: string): ReadonlyMap<string, string> {
  const json: unknown = JSON.parse(readFileSync(join(distFolder, 'document-texts.json'), 'utf8'));
  const documents = documentTextsSchema.parse(json);
  return new Map(Object.entries(documents).map(([file, { text }]) => [file, text]));
}
