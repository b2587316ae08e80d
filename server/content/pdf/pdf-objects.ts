import { inflateSync } from 'node:zlib';
import {
  entry,
  innerOf,
  match,
  readValue,
  skipWhitespace,
  textOf,
  type PdfValue,
} from './pdf-values.ts';

export type PdfObject = {
  number: number;
  type: string | null;
  /** What has its value: the file, or what the object stream `container` unpacks to. */
  text: string;
  /** In `text`. */
  valueStart: number;
  container: PdfObject | null;
  stream: PdfStream | null;
  /** Of the file. */
  end: number;
};

/** Bytes of the file. */
type PdfStream = {
  start: number;
  end: number;
  /** It ends before its length says. */
  isShort: boolean;
};

export type PdfParts = {
  /** One character for each byte. */
  text: string;
  /** In the order of the file. Of one number, the last counts. */
  objects: PdfObject[];
  /** Dictionaries of trailers and of cross-reference streams. */
  trailers: (PdfValue | null)[];
  /** Whether between objects, or in a dictionary, are bytes that no program writes there. */
  hasGap: boolean;
  /** Whether it has an object stream that cannot be looked into. */
  hasUnread: boolean;
};

const OBJECT = /(\d{1,10})[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+obj/y;
const STREAM_START = /stream(?:\r?\n|\r)?/y;
const STREAM_END = /[\0\t\n\f\r ]*endstream/y;
const OBJECT_END = /(?:[\0\t\n\f\r ]*endstream)?(?:[\0\t\n\f\r ]*endobj)?/y;
const NUMBER_OBJECT =
  /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+endobj/y;
const NEXT = /(?<![0-9])\d{1,10}[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+obj|trailer/g;
/** No text: so many such bytes are no mistake of a program. */
const NOISE = /[^\0\t\n\f\r -~]/g;
const NOISE_BYTES = 16;
/** Programs write no such whitespace. */
export const ZEROS = '\0'.repeat(64);
/** An object stream that unpacks to more is not looked into. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** All objects of a PDF, by its bytes from start to end, whatever its tables say. */
export function readParts(pdf: Buffer): PdfParts {
  const text = pdf.toString('latin1');
  const files: PdfObject[] = [];
  const trailers: PdfParts['trailers'] = [];
  let hasGap = false;
  const lastTable = text.lastIndexOf('startxref');
  let at = Math.max(0, text.indexOf('%PDF-'));
  for (;;) {
    NEXT.lastIndex = at;
    const start = NEXT.exec(text)?.index ?? text.length;
    hasGap ||= isGap(text.slice(at, Math.min(start, lastTable)));
    if (start === text.length) break;
    const object = readObject(text, start);
    if (object === null) {
      const trailer = readValue(text, skipWhitespace(text, start + 'trailer'.length));
      trailers.push(trailer?.value ?? null);
      at = trailer?.end ?? start + 1;
      continue;
    }
    files.push(object);
    hasGap ||= withoutStrings(text.slice(start, object.stream?.start ?? object.end)).includes(
      ZEROS,
    );
    if (object.type === 'XRef') trailers.push(valueOf(object));
    at = object.end;
  }
  const objects = files.flatMap((object) => [object, ...packedObjects(pdf, object)]);
  const hasUnread = files.some((object) => object.type === 'ObjStm' && !isDeflated(object));
  return { text, objects, trailers, hasGap, hasUnread };
}

function isGap(between: string): boolean {
  // Comments may have any bytes, as that below the header.
  return isNoise(withoutStrings(between.replace(/%[^\n\r]{1,80}/g, '')));
}

/** Strings may have any bytes. */
export function withoutStrings(text: string): string {
  return text.replace(/\((?:\\[\s\S]|[^\\()])*\)/g, '');
}

/** Whether a text has a hole. */
export function isNoise(text: string): boolean {
  return text.includes(ZEROS) || (text.match(NOISE) ?? []).length >= NOISE_BYTES;
}

function readObject(text: string, start: number): PdfObject | null {
  const head = match(OBJECT, text, start);
  if (head === null) return null;
  const valueStart = skipWhitespace(text, start + head[0].length);
  const read = readValue(text, valueStart);
  const type = textOf(entry(read?.value, 'Type'));
  const object = { number: Number(head[1]), type, text, valueStart, container: null };
  if (read === null) return { ...object, stream: null, end: valueStart };
  const streamHead = match(STREAM_START, text, skipWhitespace(text, read.end));
  const stream =
    streamHead === null
      ? null
      : readStream(text, streamHead.index + streamHead[0].length, entry(read.value, 'Length'));
  const end = stream?.end ?? read.end;
  return { ...object, stream, end: end + (match(OBJECT_END, text, end)?.[0].length ?? 0) };
}

/** Whether an object begins there. */
export function isObjectAt(text: string, at: number): boolean {
  return match(OBJECT, text, skipWhitespace(text, at)) !== null;
}

/** Values are read when they are needed: those of a large document would fill the memory. */
export function valueOf({ text, valueStart }: PdfObject): PdfValue | null {
  return readValue(text, valueStart)?.value ?? null;
}

function readStream(text: string, start: number, length: PdfValue | null): PdfStream {
  const bytes = lengthOf(text, start, length);
  if (bytes !== null && match(STREAM_END, text, start + bytes) !== null)
    return { start, end: start + bytes, isShort: false };
  const ends = ['endstream', 'endobj'].map((word) => text.indexOf(word, start));
  const end = Math.min(...ends.filter((found) => found >= 0), text.length);
  return { start, end, isShort: bytes !== null && end < start + bytes };
}

function lengthOf(text: string, start: number, length: PdfValue | null): number | null {
  if (length?.kind === 'word' && /^\d+$/.test(length.text)) return Number(length.text);
  if (length?.kind !== 'reference') return null;
  // It stands directly behind the stream as a rule.
  const head = `${length.number} `;
  for (let at = text.indexOf(head, start); at >= 0; at = text.indexOf(head, at + 1)) {
    const found = match(NUMBER_OBJECT, text, at);
    if (found !== null && Number(found[1]) === length.number) return Number(found[2]);
  }
  return null;
}

/** The objects of an object stream (ISO 32000-1, 7.5.7). */
function packedObjects(pdf: Buffer, container: PdfObject): PdfObject[] {
  if (container.type !== 'ObjStm') return [];
  const unpacked = unpack(pdf, container);
  const first = Number(textOf(entry(valueOf(container), 'First')));
  if (unpacked === null || !Number.isInteger(first)) return [];
  const text = unpacked.toString('latin1');
  const numbers = text
    .slice(0, first)
    .trim()
    .split(/[\0\s]+/)
    .map(Number);
  return numbers.flatMap((number, at) => {
    const offset = numbers[at + 1];
    if (at % 2 === 1 || offset === undefined) return [];
    const valueStart = skipWhitespace(text, first + offset);
    const { end } = container;
    return [{ number, type: null, text, valueStart, container, stream: null, end }];
  });
}

/** In the order in which a reader applies them. */
export function filtersOf(object: PdfObject): string[] {
  const filter = object.stream && entry(valueOf(object), 'Filter');
  return [filter, ...innerOf(filter)].flatMap((each) => (each?.kind === 'name' ? [each.text] : []));
}

function isDeflated(object: PdfObject): boolean {
  const predictor = entry(entry(valueOf(object), 'DecodeParms'), 'Predictor');
  return filtersOf(object)[0] === 'FlateDecode' && (textOf(predictor) ?? '1') === '1';
}

/** What a deflated stream unpacks to; null for another one, and for one that is damaged. */
export function unpack(pdf: Buffer, object: PdfObject): Buffer | null {
  const { stream } = object;
  if (stream === null || !isDeflated(object)) return null;
  try {
    const limit = { maxOutputLength: MAX_UNPACKED_BYTES };
    return inflateSync(pdf.subarray(stream.start, stream.end), limit);
  } catch {
    return null;
  }
}
