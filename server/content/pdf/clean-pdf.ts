import { infoStrings } from './pdf-objects.ts';

/** What a document says of itself; other entries name people, companies and disks. */
const KEPT_ENTRIES: ReadonlySet<string> = new Set(
  'Title Subject Keywords Creator Producer CreationDate ModDate Trapped'.split(' '),
);
/** The same of XMP, and the marks of archives (PDF/A) and of accessibility (PDF/UA). */
const KEPT_PROPERTIES =
  /^(?:dc:(?:title|description|format|language|subject)|xmp:(?:CreateDate|ModifyDate|MetadataDate|CreatorTool)|pdf:(?:Producer|Keywords|PDFVersion|Trapped)|xmpMM:(?:DocumentID|InstanceID)|pdf(?:aid|uaid|a\w+|xid):\w+)$/;

type Range = { start: number; end: number; fill: string };

/**
 * The same PDF without the names of people and without the metadata of its photos. They are overwritten in place, so
 * that nothing else changes; a signed or encrypted PDF stays as it is, as does what a compressed object stream holds.
 */
export function cleanPdf(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1');
  if (isLocked(text)) return pdf;
  const ranges = [...infoRanges(text), ...xmpRanges(text), ...photoRanges(pdf)];
  if (ranges.length === 0) return pdf;
  const clean = Buffer.from(pdf);
  for (const { start, end, fill } of ranges) clean.fill(fill, start, end, 'latin1');
  return clean;
}

/** Whether photos in it may tell where they were taken. */
export function hasPhotoMetadata(pdf: Buffer): boolean {
  return photoRanges(pdf).some(({ start, end }) =>
    pdf.subarray(start, end).some((byte) => byte !== 0),
  );
}

/** A changed byte breaks a signature; strings of an encrypted file are not text. */
function isLocked(text: string): boolean {
  return (
    /\/ByteRange[\0\s]*\[/.test(text) || /\/Encrypt[\0\s]*(?:<<|\d+[\0\s]+\d+[\0\s]+R)/.test(text)
  );
}

function infoRanges(text: string): Range[] {
  return infoStrings(text)
    .filter(({ key }) => !KEPT_ENTRIES.has(key))
    .map(({ value: { start, end, isHex } }) => ({ start, end, fill: isHex ? '20' : ' ' }));
}

const XMP = { start: '<rdf:RDF', end: '</rdf:RDF>' } as const;
/** A tag with its attributes, and the text behind it. */
const XML_TAG = /<(\/?)([\w-]+:[\w-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>([^<]*)/g;
const XML_ATTRIBUTE = /\s([\w-]+:[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function xmpRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let start = text.indexOf(XMP.start);
  while (start >= 0) {
    const end = text.indexOf(XMP.end, start);
    if (end < 0) break;
    for (const range of packetRanges(text.slice(start, end)))
      ranges.push({ start: start + range.start, end: start + range.end, fill: ' ' });
    start = text.indexOf(XMP.start, end);
  }
  return ranges;
}

function packetRanges(packet: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  /** The property that is read, and how deep in it. */
  let property = '';
  let depth = 0;
  for (const {
    index,
    0: all,
    1: close,
    2: name = '',
    3: attributes = '',
    4: empty,
    5: words = '',
  } of packet.matchAll(XML_TAG)) {
    if (close === '') {
      if (depth > 0) depth += 1;
      else if (!name.startsWith('rdf:')) {
        property = name;
        depth = 1;
      }
      const isDropped = depth > 0 && !KEPT_PROPERTIES.test(property);
      for (const attribute of attributes.matchAll(XML_ATTRIBUTE)) {
        const [whole, key = '', double, single] = attribute;
        const isSyntax = /^(?:rdf|xml|xmlns):/.test(key);
        if (isSyntax || !(isDropped || !KEPT_PROPERTIES.test(key))) continue;
        const end = index + 1 + name.length + attribute.index + whole.length - 1;
        ranges.push({ start: end - (double ?? single ?? '').length, end });
      }
    }
    if (close !== '' || empty !== '') depth = Math.max(0, depth - 1);
    const end = index + all.length;
    if (depth > 0 && !KEPT_PROPERTIES.test(property) && words.trim() !== '')
      ranges.push({ start: end - words.length, end });
  }
  return ranges;
}

/** Segments of a JPEG that hold EXIF, XMP and IPTC, by how they begin. */
const PHOTO_SEGMENTS = ['Exif\0', 'http://ns.adobe.com/', 'Photoshop 3.0\0'];
const START_OF_SCAN = 0xda;

function photoRanges(pdf: Buffer): Range[] {
  const ranges: Range[] = [];
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
        ranges.push({ start, end: Math.min(end, pdf.length), fill: '\0' });
      segment = Math.max(end, segment + 2);
    }
    at = pdf.indexOf('\xff\xd8\xff', segment, 'latin1');
  }
  return ranges;
}
