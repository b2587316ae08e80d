import type { Dispatcher } from 'undici';
import { firstValue } from './provider-call.ts';
import { ProviderError } from './provider.ts';
import { isJsonType, parseJson } from './read-body.ts';

/** What platforms write where they could have written `false`. */
const NO = new Set(['false', 'no', '0', 'fail', 'failed', 'failure', 'error', 'err', 'rejected']);
/** Words for "nothing" in a field that is about errors. */
const NOTHING = new Set(['', 'false', 'no', '0', 'null', 'none', 'nil']);
const VERDICT_FIELDS = new Set(['success', 'ok', 'status']);
const ERROR_FIELDS = new Set(['error', 'errors']);
const STATUS_FIELDS = new Set(['status', 'statuscode']);

/**
 * The JSON of a 2xx answer; null when its body is empty. An object or a list counts as JSON
 * whatever its media type says, as platforms label it text/html; of other media types nothing else does.
 * @throws ProviderError `content-type` for HTML and other text, `invalid-json` for JSON that is torn.
 */
export function parseAnswer(
  bytes: Buffer,
  { headers }: Pick<Dispatcher.ResponseData, 'headers'>,
): unknown {
  const text = new TextDecoder().decode(bytes).trim();
  if (text === '') return null;
  const isLabelled = isJsonType(firstValue(headers['content-type']));
  if (isLabelled ? text.startsWith('<') : !/^[[{]/.test(text))
    throw new ProviderError('content-type');
  return parseJson(bytes);
}

/**
 * Whether the JSON of a 2xx answer says that the POST did not work: `success`, `ok` or `status` is
 * false, or `error` (`errors`) is filled; R-181. Letter case does not matter, nor whether "false" is
 * written as a text, a zero or a word such as "failed". Only the outermost object is asked: what is
 * nested may be a record with a status of its own. Where an answer contradicts itself, failure counts:
 * a form wrongly queued can be sent again, one wrongly deleted cannot.
 */
export function saysFailure(json: unknown): boolean {
  if (json === false) return true;
  return fieldsOf(json).some(
    ([name, value]) =>
      (VERDICT_FIELDS.has(name) && isNo(value)) || (ERROR_FIELDS.has(name) && isFilled(value)),
  );
}

/** The HTTP status of an error that an answer names in its body, such as `{"status": 401}`; else null. */
export function statusInBody(json: unknown): number | null {
  for (const [name, value] of fieldsOf(json)) {
    if (!STATUS_FIELDS.has(name) || !/^[45]\d\d$/.test(String(value))) continue;
    return Number(value);
  }
  return null;
}

/**
 * @throws ProviderError `status` with the status that the body names, so that an expired token is one
 * however it is told; else `said-failure` where the body says failure.
 */
export function throwIfFailure(json: unknown, status: number): void {
  const named = statusInBody(json);
  if (named !== null) throw new ProviderError('status', { status: named });
  if (saysFailure(json)) throw new ProviderError('said-failure', { status });
}

function fieldsOf(json: unknown): [string, unknown][] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  return Object.entries(json).map(([name, value]) => [name.toLowerCase(), value]);
}

function isNo(value: unknown): boolean {
  return value === false || NO.has(wordOf(value) ?? '');
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  const word = wordOf(value);
  return word === null ? value === true : !NOTHING.has(word);
}

/** A text or a number in small letters; null for what is neither. */
function wordOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).trim().toLowerCase()
    : null;
}
