import { fileExtension } from '../../shared/documents.ts';
import { hasPdfHeader } from '../../shared/forms/cv.ts';

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/** What `/api/image` serves (docs/promises.md#s8), with the extension of a saved file. */
export const FILE_KINDS = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  avif: { contentType: 'image/avif', extension: 'avif' },
  gif: { contentType: 'image/gif', extension: 'gif' },
  pdf: { contentType: 'application/pdf', extension: 'pdf' },
  docx: { contentType: `${OPEN_XML}.wordprocessingml.document`, extension: 'docx' },
  xlsx: { contentType: `${OPEN_XML}.spreadsheetml.sheet`, extension: 'xlsx' },
  pptx: { contentType: `${OPEN_XML}.presentationml.presentation`, extension: 'pptx' },
  odt: { contentType: `${OPEN_DOCUMENT}.text`, extension: 'odt' },
  ods: { contentType: `${OPEN_DOCUMENT}.spreadsheet`, extension: 'ods' },
  odp: { contentType: `${OPEN_DOCUMENT}.presentation`, extension: 'odp' },
  doc: { contentType: 'application/msword', extension: 'doc' },
  xls: { contentType: 'application/vnd.ms-excel', extension: 'xls' },
  ppt: { contentType: 'application/vnd.ms-powerpoint', extension: 'ppt' },
  rtf: { contentType: 'application/rtf', extension: 'rtf' },
  txt: { contentType: 'text/plain', extension: 'txt' },
  csv: { contentType: 'text/csv', extension: 'csv' },
} as const;

export type FileKind = keyof typeof FILE_KINDS;

const PICTURE_KINDS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;

export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Zip files, and what is in them. */
const ZIP_KINDS = [
  ['docx', 'word/document.xml'],
  ['xlsx', 'xl/workbook.xml'],
  ['pptx', 'ppt/presentation.xml'],
  ['odt', `${OPEN_DOCUMENT}.text`],
  ['ods', `${OPEN_DOCUMENT}.spreadsheet`],
  ['odp', `${OPEN_DOCUMENT}.presentation`],
] as const;
const OLE_KINDS = ['doc', 'xls', 'ppt'] as const;
const TEXT_KINDS = ['txt', 'csv'] as const;

const MAGIC_BYTES = 64;

export function isFileKind(text: string): text is FileKind {
  return Object.hasOwn(FILE_KINDS, text);
}

export function isPictureKind(kind: string): kind is PictureKind {
  return PICTURE_KINDS.some((known) => known === kind);
}

/**
 * The first bytes decide, not the declared type. The name distinguishes kinds that begin alike.
 * @param name id or path of the file.
 */
export function fileKind(content: Buffer, name = ''): FileKind | null {
  const text = content.toString('latin1', 0, MAGIC_BYTES);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  if (isAvif(content, text)) return 'avif';
  if (hasPdfHeader(content)) return 'pdf';
  return downloadKind(content, { text, extension: fileExtension(name) });
}

type Hints = { text: string; extension: string };

function downloadKind(content: Buffer, { text, extension }: Hints): FileKind | null {
  const named = (kinds: readonly FileKind[]) => kinds.find((kind) => kind === extension) ?? null;
  if (text.startsWith('PK\x03\x04')) {
    const byName = named(ZIP_KINDS.map(([kind]) => kind));
    return byName ?? ZIP_KINDS.find(([, part]) => content.includes(part))?.[0] ?? null;
  }
  if (text.startsWith('\xd0\xcf\x11\xe0')) return named(OLE_KINDS);
  if (text.startsWith('{\\rtf')) return 'rtf';
  // A login page or an error that a provider sends in place of a text.
  return /^(?:\xef\xbb\xbf)?\s*[<{]/.test(text) ? null : named(TEXT_KINDS);
}

/** ISO/IEC 14496-12: box size, `ftyp`, major brand, version, compatible brands. */
function isAvif(head: Buffer, text: string): boolean {
  if (head.length < 16 || !text.startsWith('ftyp', 4)) return false;
  const compatible = text.slice(16, head.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  return [text.slice(8, 12), ...compatible].some((brand) => brand === 'avif' || brand === 'avis');
}

/** Some programs append a few bytes to a complete file. */
const TAIL_BYTES = 1_024;

type EndCheck = (tail: string, file: Buffer) => boolean;

const HAS_END: Readonly<Partial<Record<FileKind, EndCheck>>> = {
  jpeg: (tail) => tail.includes('\xff\xd9'),
  png: (tail) => tail.includes('IEND\xae\x42\x60\x82'),
  webp: (_tail, file) => file.length >= file.readUInt32LE(4) + 8,
  avif: (_tail, file) => hasAllBoxes(file),
  gif: (tail) => /;\0*$/.test(tail),
  pdf: (tail) => tail.includes('%%EOF'),
};

/** Whether a picture or a PDF is complete by its format; other files are. */
export function hasEnd(file: Buffer): boolean {
  const kind = fileKind(file);
  const tail = file.toString('latin1', Math.max(0, file.length - TAIL_BYTES));
  return kind === null || (HAS_END[kind]?.(tail, file) ?? true);
}

function hasAllBoxes(file: Buffer): boolean {
  let end = 0;
  // A box of size 0 reaches to the end of the file, wherever that is.
  for (let size = 1; size > 0 && end + 8 <= file.length; end += size) size = file.readUInt32BE(end);
  return end === file.length;
}
