import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { checkDecoding } from '../../images/render-picture.ts';
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

/** Data that is compressed has no zeros so long. */
const HOLE = Buffer.alloc(256);
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

async function isDamagedJpeg(bytes: Buffer): Promise<boolean> {
  const { hasWrongMarker, canHaveZeros, scanStart } = readJpeg(bytes);
  if (hasWrongMarker || !bytes.includes(HOLE, scanStart)) return hasWrongMarker;
  return !canHaveZeros || !(await decodes(bytes));
}

async function decodes(jpeg: Buffer): Promise<boolean> {
  try {
    await checkDecoding(jpeg, 'warning');
    return true;
  } catch {
    return false;
  }
}

const START_OF_FRAME = 0xc0;
const HUFFMAN_TABLE = 0xc4;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

type Jpeg = {
  /** Whether a byte 0xff within the data of a scan begins what is not allowed there. */
  hasWrongMarker: boolean;
  /** Whether an area of one colour may be coded as zeros. */
  canHaveZeros: boolean;
  /** Segments before may be zeros, as removed metadata is. */
  scanStart: number;
};

/** The markers of a JPEG (ITU T.81, B.1.1). */
function readJpeg(jpeg: Buffer): Jpeg {
  const found: Jpeg = { hasWrongMarker: false, canHaveZeros: false, scanStart: jpeg.length };
  let at = 2;
  let isInScan = false;
  while (at >= 0 && at + 4 <= jpeg.length) {
    const [start, marker = 0] = jpeg.subarray(at, at + 2);
    if (marker === END_OF_IMAGE) break;
    if (isInScan ? isScanData(marker) : marker === 0xff) {
      at = isInScan ? jpeg.indexOf(0xff, at + (marker === 0xff ? 1 : 2)) : at + 1;
      continue;
    }
    if (start !== 0xff || marker < START_OF_FRAME) return { ...found, hasWrongMarker: isInScan };
    const next = at + 2 + jpeg.readUInt16BE(at + 2);
    if (marker === HUFFMAN_TABLE)
      found.canHaveZeros ||= endsBlocksWithZeros(jpeg.subarray(at + 4, next));
    if (marker === START_OF_SCAN && !isInScan) {
      isInScan = true;
      found.scanStart = next;
    }
    at = isInScan ? jpeg.indexOf(0xff, next) : next;
  }
  return found;
}

/** A byte 0xff of the data, a restart, or a byte that fills. */
function isScanData(marker: number): boolean {
  return marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd7);
}

/** Whether the code of zeros, the first of a table for coefficients, is an end of a block (ITU T.81, C). */
function endsBlocksWithZeros(tables: Buffer): boolean {
  for (let at = 0; at + 17 < tables.length;) {
    const isOfCoefficients = (tables[at] ?? 0) >> 4 === 1;
    const symbols = tables.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    if (isOfCoefficients && ((tables[at + 17] ?? 0) & 0x0f) === 0) return true;
    at += 17 + symbols;
  }
  return false;
}
