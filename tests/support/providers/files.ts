import { createHash } from 'node:crypto';

/** One file as a platform stores it: its bytes and the media type that it is served with. */
export type StoredFile = { readonly bytes: Buffer; readonly type: string };

/** Lower-case hexadecimal SHA-256. */
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const GREY_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABgAAAAQCAMAAAA7+k+nAAAAA1BMVEWIiIhYZW6zAAAACXBIWXMAAAPo' +
    'AAAD6AG1e1JrAAAADklEQVQYlWNgGAWDCQAAAZAAAdjzlT8AAAAASUVORK5CYII=',
  'base64',
);
const GREY_JPEG = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxl' +
    'Z2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k=',
  'base64',
);

/** A PNG of 24 by 16 pixels; the number behind its end makes it unique. */
export function png(index: number): StoredFile {
  return { bytes: Buffer.concat([GREY_PNG, Buffer.from(String(index))]), type: 'image/png' };
}

/** A baseline JPEG of 8 by 8 pixels; the same. */
export function jpeg(index: number): StoredFile {
  return { bytes: Buffer.concat([GREY_JPEG, Buffer.from(String(index))]), type: 'image/jpeg' };
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
