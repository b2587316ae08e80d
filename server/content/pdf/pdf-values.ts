/** A string: its bytes between the delimiters, from `start` to before `end`. */
export type PdfString = { kind: 'string'; start: number; end: number; isHex: boolean };

type PdfDictionary = { kind: 'dictionary'; entries: [key: string, value: PdfValue][] };

/** ISO 32000-1, 7.3. `word` is a number, `true`, `false` or `null`. */
export type PdfValue =
  | PdfString
  | PdfDictionary
  | { kind: 'array'; items: PdfValue[] }
  | { kind: 'name' | 'word'; text: string }
  | { kind: 'reference'; number: number };

type Read<Value> = { value: Value; end: number };

/** With comments. An object may stand directly behind the mark of the end of a revision. */
const WHITESPACE = /[\0\t\n\f\r ]*(?:%(?:%EOF|[^\n\r]*)[\0\t\n\f\r ]*)*/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,10}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
/** Arrays and dictionaries in one another. */
const MAX_DEPTH = 64;
/** In one object: a document that unpacks to more would fill the memory. */
const MAX_VALUES = 200_000;

type Budget = { depth: number; values: number };

/** @returns null for what is no value, and for one that is too large */
export function readValue(
  pdf: string,
  at: number,
  budget: Budget = { depth: MAX_DEPTH, values: MAX_VALUES },
): Read<PdfValue> | null {
  if (budget.depth === 0 || budget.values === 0) return null;
  budget.values -= 1;
  budget.depth -= 1;
  const read = readAny(pdf, at, budget);
  budget.depth += 1;
  return read;
}

function readAny(pdf: string, at: number, budget: Budget): Read<PdfValue> | null {
  if (pdf.startsWith('<<', at)) return readDictionary(pdf, at + 2, budget);
  if (pdf[at] === '[') return readArray(pdf, at + 1, budget);
  if (pdf[at] === '(') return readLiteral(pdf, at + 1);
  if (pdf[at] === '<') {
    const end = pdf.indexOf('>', at);
    return end < 0
      ? null
      : { value: { kind: 'string', start: at + 1, end, isHex: true }, end: end + 1 };
  }
  const reference = match(REFERENCE, pdf, at);
  if (reference !== null)
    return {
      value: { kind: 'reference', number: Number(reference[1]) },
      end: at + reference[0].length,
    };
  const name = match(NAME, pdf, at);
  if (name !== null)
    return { value: { kind: 'name', text: name[1] ?? '' }, end: at + name[0].length };
  const word = match(WORD, pdf, at);
  return word && { value: { kind: 'word', text: word[0] }, end: at + word[0].length };
}

function readDictionary(pdf: string, start: number, budget: Budget): Read<PdfValue> | null {
  const entries: PdfDictionary['entries'] = [];
  let at = skipWhitespace(pdf, start);
  while (!pdf.startsWith('>>', at)) {
    const key = match(NAME, pdf, at) ?? match(WORD, pdf, at);
    if (key === null) return null;
    at = skipWhitespace(pdf, at + key[0].length);
    // Readers skip words between entries, and take a key without a value at the end.
    if (key[1] === undefined || pdf.startsWith('>>', at)) continue;
    const value = readValue(pdf, at, budget);
    if (value === null) return null;
    entries.push([key[1], value.value]);
    at = skipWhitespace(pdf, value.end);
  }
  return { value: { kind: 'dictionary', entries }, end: at + 2 };
}

function readArray(pdf: string, start: number, budget: Budget): Read<PdfValue> | null {
  const items: PdfValue[] = [];
  let at = skipWhitespace(pdf, start);
  while (pdf[at] !== ']') {
    const item = readValue(pdf, at, budget);
    if (item === null) return null;
    items.push(item.value);
    at = skipWhitespace(pdf, item.end);
  }
  return { value: { kind: 'array', items }, end: at + 1 };
}

const LITERAL_SIGN = /[\\()]/g;

function readLiteral(pdf: string, start: number): Read<PdfString> | null {
  let open = 1;
  LITERAL_SIGN.lastIndex = start;
  for (let found = LITERAL_SIGN.exec(pdf); found !== null; found = LITERAL_SIGN.exec(pdf)) {
    if (found[0] === '\\') LITERAL_SIGN.lastIndex += 1;
    else open += found[0] === '(' ? 1 : -1;
    if (open === 0)
      return {
        value: { kind: 'string', start, end: found.index, isHex: false },
        end: found.index + 1,
      };
  }
  return null;
}

export function skipWhitespace(pdf: string, at: number): number {
  return at + (match(WHITESPACE, pdf, at)?.[0].length ?? 0);
}

/** @param pattern is sticky */
export function match(pattern: RegExp, pdf: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(pdf);
}

/** The value of a key; null for what is no dictionary, or lacks it. */
export function entry(value: PdfValue | null | undefined, key: string): PdfValue | null {
  if (value?.kind !== 'dictionary') return null;
  return value.entries.find(([name]) => name === key)?.[1] ?? null;
}

/** Of a name or word, or of the first in an array: a filter, a type, a length. */
export function textOf(value: PdfValue | null): string | null {
  if (value?.kind === 'array') return textOf(value.items[0] ?? null);
  return value?.kind === 'name' || value?.kind === 'word' ? value.text : null;
}

/** Items of an array, values of a dictionary. */
export function innerOf(value: PdfValue | null): PdfValue[] {
  if (value?.kind === 'array') return value.items;
  return value?.kind === 'dictionary' ? value.entries.map(([, inner]) => inner) : [];
}
