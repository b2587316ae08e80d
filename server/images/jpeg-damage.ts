import { checkDecoding } from './render-picture.ts';

/** Data that is compressed has no zeros so long. */
export const HOLE = Buffer.alloc(256);

/** Whether a part of it is zeros or noise, which decoders show as a grey or shifted area. */
export async function isDamagedJpeg(bytes: Buffer): Promise<boolean> {
  const { hasWrongMarker, canHaveZeros, start, end } = readJpeg(bytes);
  if (hasWrongMarker || !bytes.subarray(start, end).includes(HOLE)) return hasWrongMarker;
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
  /** Of the scans: removed metadata before them, and what some phones append, are zeros. */
  start: number;
  end: number;
};

/** The markers of a JPEG (ITU T.81, B.1.1). */
function readJpeg(jpeg: Buffer): Jpeg {
  const found: Jpeg = {
    hasWrongMarker: false,
    canHaveZeros: false,
    start: jpeg.length,
    end: jpeg.length,
  };
  let at = 2;
  let isInScan = false;
  while (at >= 0 && at + 4 <= jpeg.length) {
    const [first, marker = 0] = jpeg.subarray(at, at + 2);
    if (marker === END_OF_IMAGE) return { ...found, end: at };
    if (isInScan ? isScanData(marker) : marker === 0xff) {
      at = isInScan ? jpeg.indexOf(0xff, at + (marker === 0xff ? 1 : 2)) : at + 1;
      continue;
    }
    if (first !== 0xff || marker < START_OF_FRAME) return { ...found, hasWrongMarker: isInScan };
    const next = at + 2 + jpeg.readUInt16BE(at + 2);
    if (marker === HUFFMAN_TABLE)
      found.canHaveZeros ||= endsBlocksWithZeros(jpeg.subarray(at + 4, next));
    if (marker === START_OF_SCAN && !isInScan) {
      isInScan = true;
      found.start = next;
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
