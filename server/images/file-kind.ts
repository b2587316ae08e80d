/** What `/api/image` serves (docs/promises.md#s8), with the extension of a saved file. */
export const FILE_KINDS = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  avif: { contentType: 'image/avif', extension: 'avif' },
  gif: { contentType: 'image/gif', extension: 'gif' },
  pdf: { contentType: 'application/pdf', extension: 'pdf' },
} as const;

export type FileKind = keyof typeof FILE_KINDS;

const MAGIC_BYTES = 64;

export function isFileKind(text: string): text is FileKind {
  return Object.hasOwn(FILE_KINDS, text);
}

/** By the first bytes, whatever the name and the declared type. */
export function fileKind(head: Buffer): FileKind | null {
  const text = head.toString('latin1', 0, MAGIC_BYTES);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (text.startsWith('%PDF-')) return 'pdf';
  return isAvif(head, text) ? 'avif' : null;
}

/** ISO/IEC 14496-12: box size, `ftyp`, major brand, version, compatible brands. */
function isAvif(head: Buffer, text: string): boolean {
  if (head.length < 16 || !text.startsWith('ftyp', 4)) return false;
  const compatible = text.slice(16, head.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  return [text.slice(8, 12), ...compatible].some((brand) => brand === 'avif' || brand === 'avis');
}

/** Some programs append a few bytes to a complete file. */
const TAIL_BYTES = 1_024;

const HAS_END: Readonly<Record<FileKind, (tail: string, file: Buffer) => boolean>> = {
  jpeg: (tail) => tail.includes('\xff\xd9'),
  png: (tail) => tail.includes('IEND\xae\x42\x60\x82'),
  webp: (_tail, file) => file.length >= file.readUInt32LE(4) + 8,
  avif: (_tail, file) => hasAllBoxes(file),
  gif: (tail) => /;\0*$/.test(tail),
  pdf: (tail) => tail.includes('%%EOF'),
};

/** Whether a file is complete by its format; what is of no known one is. */
export function hasEnd(file: Buffer): boolean {
  const kind = fileKind(file);
  const tail = file.toString('latin1', Math.max(0, file.length - TAIL_BYTES));
  return kind === null || HAS_END[kind](tail, file);
}

function hasAllBoxes(file: Buffer): boolean {
  let end = 0;
  // A box of size 0 reaches to the end of the file, wherever that is.
  for (let size = 1; size > 0 && end + 8 <= file.length; end += size) size = file.readUInt32BE(end);
  return end === file.length;
}
