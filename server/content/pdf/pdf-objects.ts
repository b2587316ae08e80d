/** A string of a PDF: its bytes between the delimiters, from `start` to before `end`. */
export type PdfString = { start: number; end: number; isHex: boolean };

type Value = { end: number; strings: PdfString[]; reference: string | null };

const WHITESPACE = /[\0\t\n\f\r ]*(?:%[^\n\r]*[\0\t\n\f\r ]*)*/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const REFERENCE = /(\d+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+R/y;
const OTHER = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
/** Each is searched for in the complete file. */
const MAX_REVISIONS = 50;
/** Arrays and dictionaries in one another. */
const MAX_DEPTH = 16;

/**
 * Strings of the dictionaries that `/Info` of any revision leads to, by key (ISO 32000-1, 14.3.3). What a compressed
 * object stream holds is not found.
 */
export function infoStrings(pdf: string): { key: string; value: PdfString }[] {
  const references = new Set(
    Array.from(
      pdf.matchAll(/\/Info[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+R/g),
      ([, number, generation]) => `${number} ${generation}`,
    ),
  );
  return [...references]
    .slice(0, MAX_REVISIONS)
    .flatMap((reference) =>
      objectStarts(pdf, reference).flatMap((start) => dictionaryStrings(pdf, start)),
    );
}

/** Each revision of an object. */
function objectStarts(pdf: string, reference: string): number[] {
  const [number = '', generation = ''] = reference.split(' ');
  const start = new RegExp(`(?<![0-9])${number}[\\0\\s]+${generation}[\\0\\s]+obj`, 'g');
  const matches = [...pdf.matchAll(start)].slice(0, MAX_REVISIONS);
  return Array.from(matches, ({ index, 0: match }) => index + match.length);
}

function dictionaryStrings(pdf: string, start: number): { key: string; value: PdfString }[] {
  let at = skip(pdf, start);
  if (!pdf.startsWith('<<', at)) return [];
  at = skip(pdf, at + 2);
  const found: { key: string; value: PdfString }[] = [];
  while (pdf[at] === '/') {
    const key = read(NAME, pdf, at);
    const value = readValue(pdf, skip(pdf, at + key.length), 0);
    if (value === null) return found;
    const strings =
      value.reference === null
        ? value.strings
        : objectStarts(pdf, value.reference).flatMap(
            (object) => readValue(pdf, skip(pdf, object), 0)?.strings ?? [],
          );
    found.push(...strings.map((string) => ({ key: key.slice(1), value: string })));
    at = skip(pdf, value.end);
  }
  return found;
}

function readValue(pdf: string, at: number, depth: number): Value | null {
  if (depth > MAX_DEPTH) return null;
  if (pdf.startsWith('<<', at)) return readUntil(pdf, at + 2, { close: '>>', depth });
  if (pdf[at] === '[') return readUntil(pdf, at + 1, { close: ']', depth });
  if (pdf[at] === '(') return readLiteral(pdf, at + 1);
  if (pdf[at] === '<') {
    const end = pdf.indexOf('>', at);
    return end < 0 ? null : withString({ start: at + 1, end, isHex: true });
  }
  const [, number, generation] = exec(REFERENCE, pdf, at) ?? [];
  const token = read(REFERENCE, pdf, at) || read(NAME, pdf, at) || read(OTHER, pdf, at);
  if (token === '') return null;
  const reference = number === undefined ? null : `${number} ${generation}`;
  return { end: at + token.length, strings: [], reference };
}

function readUntil(
  pdf: string,
  start: number,
  { close, depth }: { close: string; depth: number },
): Value | null {
  const strings: PdfString[] = [];
  let at = skip(pdf, start);
  while (!pdf.startsWith(close, at)) {
    const value = readValue(pdf, at, depth + 1);
    if (value === null) return null;
    strings.push(...value.strings);
    at = skip(pdf, value.end);
  }
  return { end: at + close.length, strings, reference: null };
}

function readLiteral(pdf: string, start: number): Value | null {
  let open = 1;
  for (let at = start; at < pdf.length; at += 1) {
    const sign = pdf[at];
    if (sign === '\\') at += 1;
    else if (sign === '(') open += 1;
    else if (sign === ')') open -= 1;
    if (open === 0) return withString({ start, end: at, isHex: false });
  }
  return null;
}

function withString(string: PdfString): Value {
  return { end: string.end + 1, strings: [string], reference: null };
}

function skip(pdf: string, at: number): number {
  return at + read(WHITESPACE, pdf, at).length;
}

function read(pattern: RegExp, pdf: string, at: number): string {
  return exec(pattern, pdf, at)?.[0] ?? '';
}

function exec(pattern: RegExp, pdf: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(pdf);
}
