import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { HOLE, isDamagedJpeg } from '../../images/jpeg-damage.ts';
import { readPages } from './pdf-pages.ts';
import {
  filtersOf,
  isNoise,
  isObjectAt,
  valueOf,
  withoutStrings,
  ZEROS,
  type PdfObject,
  type PdfParts,
} from './pdf-objects.ts';
import { entry, match, textOf } from './pdf-values.ts';

/** The page, from 1, that has a hole; null where it is in none. */
export type Damage = { page: number | null };

type Options = { isEncrypted: boolean; hasTime: () => boolean };

/**
 * A hole of zeros or noise, or a part that is missing: readers show an empty or a grey page, and say nothing.
 * @returns null for a PDF without one; `slow` when the time is over
 */
export async function findDamage(
  pdf: Buffer,
  parts: PdfParts,
  { isEncrypted, hasTime }: Options,
): Promise<Damage | 'slow' | null> {
  const { pageOf, contents, incomplete } = readPages(parts);
  const { isShifted, lacksObject } = readTable(parts);
  const damaged: (number | null)[] = parts.hasGap || lacksObject ? [null] : [];
  for (const object of parts.objects) {
    if (!hasTime()) return 'slow';
    const isDrawn = contents.has(object.number);
    const isCut = isShifted && object.stream?.isShort === true;
    if (isCut || (await isDamaged(pdf, object, { isEncrypted, isDrawn })))
      damaged.push(pageOf.get(object.number) ?? null);
  }
  // Where all objects can be read, those that a page needs exist.
  if (!isEncrypted && !parts.hasUnread) damaged.push(...incomplete);
  if (damaged.length === 0) return null;
  return { page: damaged.find((page) => page !== null) ?? null };
}

type Table = {
  /** It has another place for an object, as when bytes before that are missing. */
  isShifted: boolean;
  /** It names an object that the file does not have. */
  lacksObject: boolean;
};

const TABLE_SECTION = /[\0\s]*(?:xref\s*)?(\d+)\s+(\d+)\s+((?:\d{10}\s\d{5}\s[nf]\s*)*)/y;

/** The last cross-reference table (ISO 32000-1, 7.5.4). */
function readTable({ text, objects }: PdfParts): Table {
  const start = Math.max(0, text.indexOf('%PDF-'));
  const last = /startxref[\0\s]*(\d+)/.exec(text.slice(text.lastIndexOf('startxref')))?.[1];
  let at = start + Number(last ?? text.length);
  const table: Table = { isShifted: false, lacksObject: false };
  if (!/^[\0\s]*xref/.test(text.slice(at, at + 24)))
    return { ...table, isShifted: !isObjectAt(text, at) };
  const numbers = new Set(objects.map(({ number }) => number));
  for (
    let section = match(TABLE_SECTION, text, at);
    section !== null;
    section = match(TABLE_SECTION, text, at)
  ) {
    const [all, first, , entries = ''] = section;
    at += all.length;
    for (const [index, [, offset, use]] of [
      ...entries.matchAll(/(\d{10})\s\d{5}\s([nf])/g),
    ].entries()) {
      if (use === 'f' || isObjectAt(text, start + Number(offset))) continue;
      table.isShifted = true;
      table.lacksObject ||= !numbers.has(Number(first) + index);
    }
  }
  return table;
}

type StreamOptions = { isEncrypted: boolean; isDrawn: boolean };

async function isDamaged(
  pdf: Buffer,
  object: PdfObject,
  { isEncrypted, isDrawn }: StreamOptions,
): Promise<boolean> {
  if (object.stream === null) return false;
  const bytes = pdf.subarray(object.stream.start, object.stream.end);
  if (isEncrypted) return object.type !== 'XRef' && bytes.includes(ZEROS);
  switch (filtersOf(object)[0]) {
    case 'FlateDecode':
      return !(await inflates(bytes));
    case 'DCTDecode':
      return isDamagedJpeg(bytes);
    case 'ASCII85Decode':
    case 'ASCIIHexDecode':
      return isNoise(bytes.toString('latin1'));
    case 'CCITTFaxDecode':
    case 'JBIG2Decode':
    case 'LZWDecode':
      return bytes.includes(HOLE);
    case undefined:
      return isTextWithHole(bytes.toString('latin1'), object, isDrawn);
    default:
      return false;
  }
}

/** Of streams that are not compressed, fonts and pictures may have any bytes. */
function isTextWithHole(text: string, object: PdfObject, isDrawn: boolean): boolean {
  // In UTF-8.
  if (object.type === 'Metadata') return isNoise(text.replace(/[\x80-\xff]/g, ''));
  const isForm = textOf(entry(valueOf(object), 'Subtype')) === 'Form';
  const hasPicture = /\bBI\s+\//.test(text);
  if (!isDrawn && !isForm) return false;
  return text.includes(ZEROS) || (!hasPicture && isNoise(withoutStrings(text)));
}

/** zlib's sync flush: Acrobat ends streams with it. */
const FLUSH = Buffer.from('0000ffff', 'hex');

/** In constant memory, whatever it unpacks to. */
async function inflates(bytes: Buffer): Promise<boolean> {
  const end = bytes
    .subarray(-16)
    .toString('latin1')
    .replace(/[\r\n]+$/, '');
  if (bytes.length === 0 || end.endsWith(FLUSH.toString('latin1'))) return true;
  try {
    for await (const chunk of Readable.from([bytes]).pipe(createInflate())) void chunk;
    return true;
  } catch {
    return false;
  }
}
