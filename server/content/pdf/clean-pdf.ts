import { deflateSync } from 'node:zlib';
import { filtersOf, readParts, unpack, type PdfObject, type PdfParts } from './pdf-objects.ts';
import { personStrings } from './person-strings.ts';
import { xmpRanges } from './xmp-ranges.ts';

type Edit = { start: number; end: number; fill: string };

/** The file, or what a stream of it unpacks to. */
type Part = { stream: PdfObject['stream']; bytes: Buffer; edits: Edit[]; hasPlace: boolean };

type CleanedPdf = {
  /** The same buffer if nothing is removed. */
  pdf: Buffer;
  /** Whether photos in it may tell where they were taken. */
  keepsPlaces: boolean;
};

/**
 * The same PDF without the names of people and without the metadata of its photos. They are overwritten in place, so
 * that nothing else changes. A signed or encrypted PDF stays as it is, as does a stream that would become longer.
 */
export function cleanPdf(pdf: Buffer, parts = readParts(pdf)): CleanedPdf {
  if (isEncrypted(parts)) return { pdf, keepsPlaces: parts.objects.some(isPhoto) };
  const edited = editedParts(pdf, parts);
  // A changed byte breaks a signature.
  const isSigned = /\/ByteRange[\0\s]*\[/.test(parts.text);
  const clean = isSigned || edited.length === 0 ? pdf : Buffer.from(pdf);
  const kept = edited.filter((part) => isSigned || !overwrite(clean, part));
  return { pdf: clean, keepsPlaces: kept.some(({ hasPlace }) => hasPlace) };
}

/** Its strings and streams are not read. */
export function isEncrypted({ text }: PdfParts): boolean {
  return /\/Encrypt[\0\s]*(?:<<|\d+[\0\s]+\d+[\0\s]+R)/.test(text);
}

function isPhoto(object: PdfObject): boolean {
  return filtersOf(object).includes('DCTDecode');
}

/** @returns false for a stream that would become longer */
function overwrite(clean: Buffer, { stream, bytes, edits }: Part): boolean {
  const target = stream === null ? clean : Buffer.from(bytes);
  for (const { start, end, fill } of edits) target.fill(fill, start, end, 'latin1');
  if (stream === null) return true;
  const packed = deflateSync(target, { level: 9 });
  if (packed.length > stream.end - stream.start) return false;
  // Readers stop at the end of the deflated data.
  clean.fill(0, stream.start, stream.end);
  packed.copy(clean, stream.start);
  return true;
}

/** Those that have something to overwrite. */
function editedParts(pdf: Buffer, parts: PdfParts): Part[] {
  const strings = new Map<PdfObject | null, Edit[]>();
  for (const { object, string } of personStrings(parts)) {
    const edits = strings.get(object.container) ?? [];
    strings.set(object.container, edits);
    edits.push({ start: string.start, end: string.end, fill: string.isHex ? '20' : ' ' });
  }
  const found = [toPart(pdf, null, strings.get(null))];
  for (const object of parts.objects) {
    const isRead = object.type === 'ObjStm' || object.type === 'Metadata' || isPhoto(object);
    const bytes = isRead ? unpack(pdf, object) : null;
    if (bytes !== null) found.push(toPart(bytes, object.stream, strings.get(object)));
  }
  return found.filter(({ edits }) => edits.length > 0);
}

function toPart(bytes: Buffer, stream: PdfObject['stream'], strings: Edit[] = []): Part {
  const text = bytes.toString('latin1');
  const photos = photoEdits(bytes);
  const all = [...strings, ...xmpRanges(text).map((range) => ({ ...range, fill: ' ' })), ...photos];
  const edits = all.filter(({ start, end, fill }) =>
    bytes.subarray(start, end).some((byte) => !fill.includes(String.fromCharCode(byte))),
  );
  const hasPlace = edits.some((edit) => photos.includes(edit)) || text.includes('exif:GPS');
  return { stream, bytes, edits, hasPlace };
}

/** Segments of a JPEG that hold EXIF, XMP and IPTC, by how they begin. */
const PHOTO_SEGMENTS = ['Exif\0', 'http://ns.adobe.com/', 'Photoshop 3.0\0'];
const START_OF_SCAN = 0xda;

function photoEdits(pdf: Buffer): Edit[] {
  const edits: Edit[] = [];
  for (let at = pdf.indexOf('\xff\xd8\xff', 0, 'latin1'); at >= 0;) {
    let segment = at + 2;
    while (
      segment + 4 < pdf.length &&
      pdf[segment] === 0xff &&
      pdf[segment + 1] !== START_OF_SCAN
    ) {
      const start = segment + 4;
      const end = segment + 2 + pdf.readUInt16BE(segment + 2);
      const head = pdf.toString('latin1', start, start + 24);
      if (PHOTO_SEGMENTS.some((name) => head.startsWith(name)))
        edits.push({ start, end: Math.min(end, pdf.length), fill: '\0' });
      segment = Math.max(end, segment + 2);
    }
    at = pdf.indexOf('\xff\xd8\xff', segment, 'latin1');
  }
  return edits;
}
