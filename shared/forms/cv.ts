/** RELIABILITY U1, in bytes. */
export const MAX_CV_BYTES = 5 * 1024 * 1024;

export const CV_MISSING = 'Please upload CV (  PDF).';
export const CV_NOT_PDF = 'Invalid file type. Only PDF are allowed.';

/** What a browser's file picker offers. */
export const CV_ACCEPT = '.pdf,application/pdf';

/** "%PDF-", ISO 32000 §7.5.2; a file with anything before it is refused. */
const HEADER = [0x25, 0x50, 0x44, 0x46, 0x2d];
export const CV_HEADER_BYTES = HEADER.length;

export function startsLikePdf(bytes: Uint8Array): boolean {
  return bytes.length >= HEADER.length && HEADER.every((byte, index) => bytes[index] === byte);
}

export function isPdfName(name: string): boolean {
  return name.toLowerCase().endsWith('.pdf');
}
