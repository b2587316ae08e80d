import { yieldToRequests } from '../event-loop.ts';
import { ProviderError } from './provider-error.ts';

/**
 * Commas, colons and opening brackets outside texts: 12,000 rows of ten fields. A few kilobytes of gzip can hold
 * millions, which block the process for seconds (docs/promises.md#c15).
 */
export const MAX_JSON_MARKS = 250_000;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const MARKS = new Set([0x2c, 0x3a, 0x5b, 0x7b]);

/** An integer that may be above 2^53, and the same or a text. */
const LONG_ID = /[:,[]\s*\d{16,40}\s*[,\]}]/;
const TEXT_OR_LONG_ID = /"(?:[^"\\]|\\.)*"|(?<=[:,[]\s*)\d{16,40}(?=\s*[,\]}])/g;

/** @throws SyntaxError for invalid JSON, ProviderError `too-large` past the limit. */
export function parseJson(text: string): unknown {
  if (countMarks(text) > MAX_JSON_MARKS) throw new ProviderError('too-large');
  const json: unknown = JSON.parse(text);
  // JSON.parse has shown that each text ends.
  return LONG_ID.test(text) ? JSON.parse(text.replace(TEXT_OR_LONG_ID, quoteUnsafe)) : json;
}

/** Long ids become texts: as numbers they would lose their last digits. Node 20 has no `context.source` for a reviver. */
function quoteUnsafe(value: string): string {
  return value.startsWith('"') || Number.isSafeInteger(Number(value)) ? value : `"${value}"`;
}

function countMarks(text: string): number {
  let marks = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText && code === BACKSLASH) at += 1;
    else if (!isInText && MARKS.has(code)) marks += 1;
  }
  return marks;
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
