import { yieldToRequests } from '../event-loop.ts';
import { ProviderError } from './provider-error.ts';

/**
 * Commas, colons and opening brackets outside texts: 12,000 rows of ten fields. A few kilobytes of gzip can hold
 * millions, which block the process for seconds (docs/promises.md#c15).
 */
export const MAX_JSON_MARKS = 250_000;

/** All integers of so many digits are below 2^53. */
const SAFE_DIGITS = 15;
/** Longest id, in digits. */
const MAX_ID = 40;
/** In a response; those after them are numbers. */
const MAX_LONG_INTEGERS = 20_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const MARKS = new Set([0x2c, 0x3a, 0x5b, 0x7b]);

/** Offsets of an integer. */
type Span = { start: number; end: number };

/** @throws SyntaxError for invalid JSON, ProviderError `too-large` past the limit. */
export function parseJson(bytes: Buffer): unknown {
  const { marks, longIntegers } = scan(bytes);
  if (marks > MAX_JSON_MARKS) throw new ProviderError('too-large');
  // Without a byte order mark, which JSON.parse rejects.
  return JSON.parse(withTexts(bytes, longIntegers).trim());
}

function scan(bytes: Buffer): { marks: number; longIntegers: Span[] } {
  const longIntegers: Span[] = [];
  let marks = 0;
  let isInText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) isInText = !isInText;
    else if (isInText && byte === BACKSLASH) at += 1;
    else if (!isInText && MARKS.has(byte)) marks += 1;
    else if (!isInText && isInNumber(byte)) {
      const start = at;
      while (isInNumber(bytes[at + 1])) at += 1;
      const isLong = at - start >= SAFE_DIGITS;
      if (isLong && longIntegers.length < MAX_LONG_INTEGERS)
        longIntegers.push({ start, end: at + 1 });
    }
  }
  return { marks, longIntegers };
}

/** Digits, signs, dots and exponents. */
function isInNumber(byte = 0): boolean {
  return (byte >= 0x30 && byte <= 0x39) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].includes(byte);
}

/** Long ids as texts: as numbers they would lose their last digits. Node 20 has no `context.source` for a reviver. */
function withTexts(bytes: Buffer, numbers: readonly Span[]): string {
  let from = 0;
  const parts = numbers.map(({ start, end }) => {
    const before = bytes.toString('utf8', from, start);
    const digits = bytes.toString('latin1', start, end);
    from = end;
    const isId = end - start <= MAX_ID && /^\d+$/.test(digits);
    return before + (isId && !Number.isSafeInteger(Number(digits)) ? `"${digits}"` : digits);
  });
  return parts.join('') + bytes.toString('utf8', from);
}

/** `JSON.stringify` of many rows. */
export async function writeJson(rows: readonly object[]): Promise<string> {
  const texts: string[] = [];
  for (const row of rows) {
    texts.push(JSON.stringify(row));
    await yieldToRequests();
  }
  return `[${texts.join(',')}]`;
}
