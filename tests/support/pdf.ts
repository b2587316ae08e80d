import { randomBytes } from 'node:crypto';

/** Bytes that begin and end as a PDF does; what is between them is random, so that no two are alike. */
export function pdfBytes(size: number): Buffer {
  const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n', 'latin1');
  const tail = Buffer.from('\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n');
  return Buffer.concat([head, randomBytes(Math.max(0, size - head.length - tail.length)), tail]);
}

/** An object with a stream. */
export function stream(content: string | Buffer, dictionary = ''): string {
  const bytes = Buffer.from(content).toString('latin1');
  return `<< /Length ${bytes.length} ${dictionary} >>\nstream\n${bytes}\nendstream`;
}

const TEXT = stream('BT /F1 12 Tf (Open on Monday) Tj ET');

type PdfOptions = {
  objects?: readonly string[];
  /** Entries of the page and the trailer. */
  page?: string;
  trailer?: string;
};

/** A page of text; more objects have the numbers from 5. */
export function pdf({ objects = [], page = '', trailer = '' }: PdfOptions = {}): Buffer {
  const pageObject = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${page} >>`;
  const pages = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
  return withTable([CATALOG, pages, pageObject, TEXT, ...objects], trailer);
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';

/** @param contents an object for each page: the page of the third has the number 7, its content 8 */
export function pagesOf(contents: readonly string[]): Buffer {
  const kids = contents.map((_content, index) => `${2 * index + 3} 0 R`).join(' ');
  const pages = `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`;
  const objects = contents.flatMap((content, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents ${2 * index + 4} 0 R >>`,
    content,
  ]);
  return withTable([CATALOG, pages, ...objects]);
}

function withTable(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
