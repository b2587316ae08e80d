import { createHash } from 'node:crypto';
import { deflateSync, crc32 } from 'node:zlib';

/** One file as a platform stores it: its bytes and the media type that it is served with. */
export type StoredFile = { readonly bytes: Buffer; readonly type: string };

type Colour = readonly [red: number, green: number, blue: number];

/** A colour of its own for each whole number below 2^21; neighbours differ plainly. */
export function colourOf(index: number): Colour {
  const mixed = (index * 40_503 + 9_001) % 2_097_152;
  return [(mixed & 0x7f) * 2, ((mixed >> 7) & 0x7f) * 2, ((mixed >> 14) & 0x7f) * 2];
}

/** Lower-case hexadecimal SHA-256. */
export function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body) >>> 0, body.length + 4);
  return chunk;
}

/** A PNG of one colour (RFC 2083), width and height in pixels. */
export function png(colour: Colour, width = 24, height = 16): StoredFile {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const rows = Buffer.concat(Array.from({ length: height }, () => row));
  const bytes = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
  return { bytes, type: 'image/png' };
}

/** The codes of ITU-T T.81 table K.3 for differences of 0 to 8 bits. */
const DC_CODES = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110'];

function dcBits(value: number): string {
  const size = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1;
  const code = DC_CODES[size] ?? '00';
  if (size === 0) return code;
  const bits = value > 0 ? value : value + 2 ** size - 1;
  return code + bits.toString(2).padStart(size, '0');
}

function jpegSegment(marker: number, data: readonly number[]): Buffer {
  const length = data.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...data]);
}

/** A baseline JPEG of one colour, 8 by 8 pixels (ITU-T T.81): one block in each component. */
export function jpeg([red, green, blue]: Colour): StoredFile {
  const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
  const components = [luma - 128, 0.564 * (blue - luma), 0.713 * (red - luma)];
  const bits = components.map((value) => dcBits(Math.round(value)) + '0').join('');
  const padded = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const scan = (padded.match(/.{8}/g) ?? []).flatMap((octet) => {
    const byte = Number.parseInt(octet, 2);
    return byte === 0xff ? [0xff, 0] : [byte];
  });
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, [0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    jpegSegment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    jpegSegment(0xc0, [8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    jpegSegment(
      0xc4,
      [0, 0, 1, 5, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8],
    ),
    jpegSegment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0]),
    jpegSegment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    Buffer.from(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
  return { bytes, type: 'image/jpeg' };
}

/** A PDF of one page with `text` (plain Latin letters), with a true cross-reference table. */
export function pdf(text: string): StoredFile {
  const content = `BT /F1 18 Tf 40 100 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const entries = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  const bytes = Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${entries}` +
      `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
  return { bytes, type: 'application/pdf' };
}
