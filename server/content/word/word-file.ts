import { decodeText } from '../decode-text.ts';
import type { Finding } from '../problem.ts';
import { readZip, ZipError } from '../zip.ts';

/** Of a document; without its pictures a page of text has less than a hundredth. */
const LIMITS = { entries: 2_000, bytes: 150 * 1024 * 1024 } as const;
/** Of one part: mammoth takes some twenty times as much memory. */
const MAX_XML_BYTES = 8 * 1024 * 1024;

/** The parts of a document (ECMA-376 part 2), by their names. */
export type WordParts = ReadonlyMap<string, Buffer>;

const PART =
  /^\[Content_Types\]\.xml$|^mimetype$|^_rels\/|^word\/(?!embeddings\/|fonts\/)|^xl\/workbook\.xml$/;
const XML_PART = /\.(?:xml|rels)$/;

/** The document's parts, or what the file is instead. */
export function readWordFile(file: Buffer): WordParts | Finding {
  const other = otherFormat(file);
  if (other !== null) return other;
  try {
    const parts = readZip(file, { limits: LIMITS, isWanted: (name) => PART.test(name) });
    return partsProblem(parts) ?? parts;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    if (error.kind === 'encrypted') return { text: PROTECTED };
    return { text: error.kind === 'too-large' ? TOO_LARGE : DAMAGED };
  }
}

const PROTECTED =
  'is protected with a password: in Word choose File, Info, Protect Document, Encrypt with Password, and empty the field';
const DAMAGED = 'is not a complete Word document: open it in Word, and save it again';
const TOO_LARGE = 'is too large to be read: remove pictures, or make two pages of it';

function otherFormat(file: Buffer): Finding | null {
  const start = file.toString('latin1', 0, 512).trimStart();
  if (start.startsWith('PK')) return null;
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    return file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? { text: PROTECTED }
      : inFormat('Word 97-2003 (.doc)');
  if (start.startsWith('{\\rtf')) return inFormat('Rich Text (.rtf)');
  if (start.startsWith('%PDF')) return inFormat('PDF');
  if (/^(?:\xef\xbb\xbf)?</.test(start)) return inFormat('HTML');
  return { text: DAMAGED };
}

function inFormat(format: string): Finding {
  return {
    text: 'is {format}: open it in Word, choose "Save As" and "Word Document (.docx)"',
    values: { format },
  };
}

function partsProblem(parts: WordParts): Finding | null {
  const types = parts.get('[Content_Types].xml')?.toString() ?? '';
  if (parts.get('mimetype')?.toString().includes('opendocument'))
    return inFormat('OpenDocument (.odt)');
  if (parts.has('xl/workbook.xml')) return inFormat('Excel (.xlsx)');
  if (types.includes('macroEnabled') || parts.has('word/vbaProject.bin'))
    return inFormat('a document with macros (.docm)');
  if (!parts.has('word/document.xml')) return { text: DAMAGED };
  const xml = [...parts].filter(([name]) => XML_PART.test(name));
  if (xml.some(([, part]) => part.length > MAX_XML_BYTES)) return { text: TOO_LARGE };
  // Word writes none; entities may unpack to any size, or name other files.
  return xml.some(([, part]) => decodeText(part).text.includes('<!')) ? { text: DAMAGED } : null;
}
