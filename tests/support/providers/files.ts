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

const GREY_JPEG = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxl' +
    'Z2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k=',
  'base64',
);

/** A baseline JPEG of 8 by 8 pixels whose comment makes it unique. */
export function jpeg(colour: Colour): StoredFile {
  const comment = Buffer.from([0xff, 0xfe, 0, 5, ...colour]);
  const bytes = Buffer.concat([GREY_JPEG.subarray(0, 2), comment, GREY_JPEG.subarray(2)]);
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
