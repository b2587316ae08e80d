import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { linkOrCopy } from './write-files.ts';
import { fileNames } from '../content/file-names.ts';
import { cleanPdf } from '../content/pdf/clean-pdf.ts';
import { createPdfReader, PDF_RECIPE, wasSlow } from '../content/pdf/read-pdf.ts';
import { inFile, isProblemText, type Problem, type ProblemText } from '../content/problem.ts';
import { unlessMissing } from '../system-errors.ts';

/** Of a publication, by file name. A scan has an empty text. */
export const DOCUMENT_TEXTS = 'document-texts.json';

const schema = z.record(
  z.string(),
  z.object({
    hash: z.string(),
    text: z.string(),
    /** It is published without the names of people. Publications of earlier releases lack it. */
    isCleaned: z.optional(z.boolean()),
    warnings: z.optional(
      z.array(
        z.object({
          text: z.custom<ProblemText>((text) => typeof text === 'string' && isProblemText(text)),
          values: z.optional(z.record(z.string(), z.string())),
        }),
      ),
    ),
  }),
);

type DocumentTexts = z.infer<typeof schema>;

/**
 * The text of each PDF, and what is wrong with it.
 * @param previous folder of the publication before: what has not changed is not read again
 */
export async function documentTexts(
  folder: string,
  previous: string | null,
): Promise<{ texts: DocumentTexts; problems: Problem[] }> {
  const known = previous === null ? {} : await readDocumentTexts(previous);
  const names = await fileNames(join(folder, 'files'));
  const texts: DocumentTexts = {};
  const problems: Problem[] = [];
  const reader = createPdfReader();
  for (const file of names.filter((name) => name.endsWith('.pdf'))) {
    const bytes = await readFile(join(folder, 'files', file));
    const hash = createHash('sha256')
      .update(PDF_RECIPE)
      .update(bytes)
      .digest('base64url')
      .slice(0, 16);
    const before = known[file];
    const isKnown =
      before?.hash === hash && before.warnings !== undefined && !wasSlow(before.warnings);
    const { errors, ...read } = isKnown ? { ...before, errors: [] } : await reader.read(bytes);
    texts[file] = { hash, ...read };
    problems.push(
      ...inFile(`files/${file}`, errors),
      ...inFile(`files/${file}`, read.warnings ?? [], 'warning'),
    );
  }
  await reader.close();
  return { texts, problems };
}

/** Copies the PDFs, without the names of people where that is possible. */
export async function publishDocuments(
  folder: string,
  { target, texts }: { target: string; texts: DocumentTexts },
): Promise<void> {
  await mkdir(join(target, 'files'), { recursive: true });
  for (const [file, { isCleaned }] of Object.entries(texts)) {
    const from = join(folder, 'files', file);
    const to = join(target, 'files', file);
    if (isCleaned) await writeFile(to, cleanPdf(await readFile(from)).pdf);
    else await linkOrCopy(from, to);
  }
}

async function readDocumentTexts(folder: string): Promise<DocumentTexts> {
  const json = await unlessMissing(readFile(join(folder, DOCUMENT_TEXTS), 'utf8'));
  const parsed = schema.safeParse(json === null ? {} : JSON.parse(json));
  return parsed.success ? parsed.data : {};
}

/** By file name. @throws Error when the publication is incomplete */
export function loadDocumentTexts(folder: string): ReadonlyMap<string, string> {
  const texts = schema.parse(JSON.parse(readFileSync(join(folder, DOCUMENT_TEXTS), 'utf8')));
  return new Map(Object.entries(texts).map(([file, { text }]) => [file, text]));
}
