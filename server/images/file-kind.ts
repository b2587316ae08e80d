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
