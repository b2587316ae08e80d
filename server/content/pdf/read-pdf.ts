import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import { hasEnd } from '../../images/file-kind.ts';
import { hasPdfHeader } from '../../../shared/forms/cv.ts';
import type { Finding } from '../problem.ts';
import { LARGE_FILE_BYTES } from '../school-pictures.ts';
import { cleanPdf, isEncrypted } from './clean-pdf.ts';
import { findDamage, type Damage } from './find-damage.ts';
import { readParts } from './pdf-objects.ts';

type PdfLimits = { seconds: number; memoryMib: number };

/** Of a PDF: for its check, and for its text. */
export const PDF_LIMITS: PdfLimits = { seconds: 30, memoryMib: 512 };
/** Changes with what is checked and removed: files of an earlier recipe are read anew. */
export const PDF_RECIPE = '2';

const factsSchema = z.object({
  /** `slow`: it takes more time or memory than the limits; it may open elsewhere. */
  problem: z.nullable(z.enum(['not-pdf', 'damaged', 'password', 'slow'])),
  /** Text of all pages; a scan has none. */
  text: z.string(),
  /** Authors of the published file and of its comments. */
  author: z.nullable(z.string()),
});

export type PdfFacts = z.infer<typeof factsSchema>;

type PdfResult = {
  text: string;
  /** Whether `cleanPdf` has removed metadata. */
  isCleaned: boolean;
  errors: Finding[];
  warnings: Finding[];
};

/** Reads and checks PDFs of the school, one after the other, within limits of time and memory. */
export function createPdfReader(limits = PDF_LIMITS) {
  let worker: Worker | null = null;
  async function open(file: Buffer): Promise<PdfFacts> {
    worker ??= startWorker(limits);
    const facts = await openPdf(worker, file, limits);
    if (facts.problem === 'slow') await close();
    return facts;
  }
  async function close(): Promise<void> {
    const ended = worker;
    worker = null;
    await ended?.terminate();
  }
  async function read(file: Buffer): Promise<PdfResult> {
    const header = headerProblem(file);
    if (header !== null) return { text: '', isCleaned: false, errors: [header], warnings: [] };
    const parts = readParts(file);
    const end = performance.now() + limits.seconds * 1_000;
    const hasTime = () => performance.now() < end;
    const damage = await findDamage(file, parts, { isEncrypted: isEncrypted(parts), hasTime });
    const { pdf: clean, keepsPlaces } = cleanPdf(file, parts);
    const facts = await open(clean);
    // What is overwritten in place never damages a file: this one was, or it is not read as others read it.
    const isWorse = facts.problem === 'damaged' && clean !== file;
    const original = isWorse ? await open(file) : facts;
    const isCleaned = clean !== file && (!isWorse || original.problem !== null);
    const isSlow = damage === 'slow';
    return {
      text: original.text,
      isCleaned,
      errors: errorsOf(original, isSlow ? null : damage),
      warnings: warningsOf(isSlow ? { ...original, problem: 'slow' } : original, {
        bytes: file.length,
        keepsPlaces: keepsPlaces || (isWorse && !isCleaned),
      }),
    };
  }
  return { read, close };
}

/** What the first and the last bytes say. */
function headerProblem(file: Buffer): Finding | null {
  if (!hasPdfHeader(file))
    return { text: 'is not a PDF (it must start with %PDF-): save or scan it again as PDF' };
  return hasEnd(file)
    ? null
    : { text: 'is a PDF that is cut or damaged, and does not open: copy it again' };
}

function errorsOf({ problem }: PdfFacts, damage: Damage | null): Finding[] {
  if (problem === 'password') return [{ text: 'asks for a password: save the PDF without one' }];
  if (typeof damage?.page === 'number')
    return [
      {
        text: 'has a hole: a part of page {page} is missing. Copy it again, or print it to PDF',
        values: { page: String(damage.page) },
      },
    ];
  if (problem === 'damaged')
    return [{ text: 'is a PDF that is cut or damaged, and does not open: copy it again' }];
  return damage === null
    ? []
    : [{ text: 'has a hole: a part of it is missing. Copy it again, or print it to PDF' }];
}

const TOO_SLOW = 'takes too long to be read: the search does not find its text';

function warningsOf(
  { problem, author }: PdfFacts,
  { bytes, keepsPlaces }: { bytes: number; keepsPlaces: boolean },
): Finding[] {
  const warnings: Finding[] = [];
  if (bytes > LARGE_FILE_BYTES)
    warnings.push({
      text: 'is {size} KB, which is slow on a phone: scan it in grey with 150 dpi, or choose "Reduce file size" in the PDF program',
      values: { size: String(Math.round(bytes / 1_000)) },
    });
  if (problem === 'slow') warnings.push({ text: TOO_SLOW });
  if (author !== null)
    warnings.push({
      text: 'tells its author: {author}; remove the name in the PDF program (File, Properties), or print it to PDF',
      values: { author },
    });
  if (keepsPlaces) warnings.push({ text: 'may tell where its photos were taken' });
  return warnings;
}

/** As on a machine that was busy then: a later publication reads the file again. */
export function wasSlow(warnings: readonly Finding[]): boolean {
  return warnings.some(({ text }) => text === TOO_SLOW);
}

const SLOW: PdfFacts = { problem: 'slow', text: '', author: null };

function startWorker({ memoryMib }: PdfLimits): Worker {
  return new Worker(new URL('./pdf-worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMib },
    // pdf.js prints what it recovers from.
    stdout: true,
    stderr: true,
  });
}

async function openPdf(worker: Worker, file: Buffer, { seconds }: PdfLimits): Promise<PdfFacts> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), seconds * 1_000);
  try {
    // A copy: the thread takes the bytes over.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    worker.postMessage(new Uint8Array(file));
    // It also ends when the thread has an error, such as no memory.
    const [message]: unknown[] = await once(worker, 'message', { signal: timeout.signal });
    return factsSchema.parse(message);
  } catch {
    return SLOW;
  } finally {
    clearTimeout(timer);
  }
}
