import type { Message } from './text.ts';

const BYTES_PER_MB = 1024 * 1024;

export const MAX_CV_BYTES = 5 * BYTES_PER_MB;

/** The limit in words, for visitors. */
export const CV_LIMIT = `${MAX_CV_BYTES / BYTES_PER_MB} MB`;

/** The one file field of a form: the CV of an application. */
export const CV_FIELD = 'attachments';

/** */
export const CV_MISSING = 'Please upload CV (  PDF).';
/** */
export const CV_NOT_PDF = 'Invalid file type. Only PDF are allowed.';
export const CV_NOT_ONE = 'Please choose one file only.';
export const CV_UNREADABLE = 'This file cannot be read. Please choose it again.';

/** It stands beside a CV that is accepted. */
export const CV_ENCRYPTED =
  'This PDF is protected. If it asks for a password, the school cannot open it: please choose a copy without one.';

/** What a browser's file picker offers. Its name is not checked: Android names files "document:1000009234". */
export const CV_ACCEPT = '.pdf,application/pdf';

/** The error for a CV of `bytes`, or of an unknown size, when the file was not read to its end. */
export function cvTooLarge(bytes: number | null): Message {
  const limit = CV_LIMIT;
  if (bytes === null) {
    const text = 'This file is larger than {limit}. Please choose a smaller one.';
    return { text, values: { limit } };
  }
  // Rounded up, as 5 MB and a byte must not read as 5 MB.
  const size = `${Math.ceil((bytes / BYTES_PER_MB) * 10) / 10} MB`;
  const text = 'This file is {size}. The limit is {limit}. Please choose a smaller one.';
  return { text, values: { size, limit } };
}

/** What may stand before the header, in bytes: readers look this far (ISO 32000-1, Annex H). */
const MAX_BYTES_BEFORE_HEADER = 1_024;

/** What may stand between the parts of an object's number (ISO 32000-1 §7.2.2). */
const WHITE_SPACE = [' ', '\n', '\r', '\t', '\f', '\0'];

/** A Buffer, or a text with one character for each byte. */
type Searchable = { indexOf(text: string, from?: number): number };

export function hasPdfHeader(file: Searchable): boolean {
  const header = file.indexOf('%PDF-');
  return header >= 0 && header <= MAX_BYTES_BEFORE_HEADER;
}

/**
 * How much of a PDF a file is. It has its header within the first bytes, an object and an end marker somewhere after it
 * (ISO 32000-1 §7.5.2, §7.3.10, §7.5.5). Mail programs and scanners put a byte order mark, a line end or their own lines
 * before the header, and padding, signatures or a page's HTML after the end; every reader opens such files.
 */
export function getPdfState(file: Searchable): 'none' | 'begun' | 'complete' {
  if (!hasPdfHeader(file)) return 'none';
  const header = file.indexOf('%PDF-');
  const objects = WHITE_SPACE.map((space) => file.indexOf(`${space}obj`, header));
  const object = Math.min(...objects.filter((at) => at >= 0));
  return Number.isFinite(object) && file.indexOf('%%EOF', object) >= 0 ? 'complete' : 'begun';
}

/** Whether a PDF is encrypted; many of these open without a password all the same. */
export function isEncryptedPdf(file: Searchable): boolean {
  return file.indexOf('/Encrypt') >= 0;
}
