import { editorHtml } from './editor-json.ts';
import { fieldsOf } from './fields-of.ts';
import { withoutData } from './pasted-data.ts';

/** What programs write for no value, where it is a whole text. */
const NO_VALUE = String.raw`(?:undefined|null|nil|none|nan(?:[:/-]nan)*(?: [ap]m)?|#?n/a|\(null\)|<null>|invalid date(?:time)?|\[object object\]|[-–—]{1,3})`;
const NOTHING = new RegExp(String.raw`^\s*${NO_VALUE}(?:[\s,]+${NO_VALUE})*\s*$`, 'i');

/** Where an object has its text, the surest first: a reference that was resolved, WordPress, several languages, MongoDB. */
const TEXT_KEYS =
  'name title label rendered text html value en english $numberInt $numberLong $numberDouble $numberDecimal'.split(
    ' ',
  );
const MAX_DEPTH = 4;
/** Most entries of a list that are read as one text. */
const MAX_ENTRIES = 100;
/** Longest text that is read as JSON, in characters. */
const MAX_JSON = 512_000;

/** A text that is JSON, encoded once or twice, perhaps cut. */
const JSON_TEXT =
  /^\s*(?:<\w{1,10}>\s*){0,4}(?:\{\s*(?:["']|&quot;|&#34;|\})|\[\s*(?:\{\s*(?:["']|&quot;|&#34;)|\])|"\s*[[{]\s*(?:\\"|\{))/;

/** Whether a text stands for no value. */
export function isNothing(text: string): boolean {
  return text.length < 1_000 && NOTHING.test(text);
}

/**
 * What a provider has written as a text, plain or in HTML, without files that are data: a text, a number, the name of
 * an object, the entries of a list, or the JSON of an editor. Empty for all else, also for JSON that is no editor's.
 */
export function sourceText(value: unknown, depth = MAX_DEPTH): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value === 'string') return textOfString(value, depth);
  if (typeof value !== 'object' || value === null || depth === 0) return '';
  const html = editorHtml(value);
  if (html !== null) return withoutData(html);
  if (Array.isArray(value))
    return value
      .slice(0, MAX_ENTRIES)
      .map((part: unknown) => sourceText(part, depth - 1))
      .filter((text) => text !== '')
      .join(', ');
  const fields = fieldsOf(value);
  const texts = TEXT_KEYS.map((key) => sourceText(fields.get(key), depth - 1));
  return texts.find((text) => text !== '') ?? '';
}

function textOfString(value: string, depth: number): string {
  const text = withoutData(value);
  if (isNothing(text.trim())) return '';
  if (!JSON_TEXT.test(text)) return text;
  if (depth === 0 || text.length > MAX_JSON) return '';
  // An editor of HTML has taken it for a paragraph.
  const inner = text.replace(/^(?:\s{0,9}<\w{1,10}>){1,4}|(?:<\/\w{1,10}>\s{0,9}){1,4}$/g, '');
  const json =
    tryJson(inner) ?? tryJson(inner.replace(/&(?:quot|#34);/g, '"').replace(/&amp;/g, '&'));
  return sourceText(json, depth - 1);
}

/** Whether a value that gives no text holds more than nothing, as an object or as JSON. */
export function isUnreadText(value: unknown): boolean {
  if (typeof value === 'string')
    return JSON_TEXT.test(value) && isUnreadText(tryJson(value) ?? { value });
  return [...fieldsOf(value).values()].some((one) => Boolean(one) || one === 0);
}

export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
