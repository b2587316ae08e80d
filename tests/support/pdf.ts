import { randomBytes } from 'node:crypto';

/** Bytes that begin and end as a PDF does; what is between them is random, so that no two are alike. */
export function pdfBytes(size: number): Buffer {
  const head = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< >>\nendobj\n', 'latin1');
  const tail = Buffer.from('\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n');
  return Buffer.concat([head, randomBytes(Math.max(0, size - head.length - tail.length)), tail]);
}
