/** What a document says of itself, and the marks of archives (PDF/A) and of accessibility (PDF/UA). */
const KEPT_PROPERTIES =
  /^(?:dc:(?:title|description|format|language|subject)|xmp:(?:CreateDate|ModifyDate|MetadataDate|CreatorTool)|pdf:(?:Producer|Keywords|PDFVersion|Trapped)|xmpMM:(?:DocumentID|InstanceID)|pdf(?:aid|uaid|a\w+|xid):\w+)$/;

type Range = { start: number; end: number };

const XMP = { start: '<rdf:RDF', end: '</rdf:RDF>' } as const;
/** A tag with its attributes, and the text behind it. */
const XML_TAG = /<(\/?)([\w-]+:[\w-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>([^<]*)/g;
const XML_ATTRIBUTE = /\s([\w-]+:[\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Where XMP packets of a file name people, companies, disks and places; to be overwritten with spaces. */
export function xmpRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let start = text.indexOf(XMP.start);
  while (start >= 0) {
    const end = text.indexOf(XMP.end, start);
    if (end < 0) break;
    for (const range of packetRanges(text.slice(start, end)))
      ranges.push({ start: start + range.start, end: start + range.end });
    start = text.indexOf(XMP.start, end);
  }
  return ranges;
}

function packetRanges(packet: string): Range[] {
  const ranges: Range[] = [];
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
