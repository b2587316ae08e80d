import type { Sliced } from '../slices.ts';
import { readJson } from './json.ts';
import { ProviderError } from './provider.ts';

/** Bytes at the beginning of an answer that say whether it may be JSON: some are indented. */
const MAX_START = 1_024;

/** An answer with a status of 2xx, complete and without its content coding. */
export type ProviderAnswer = { status: number; contentType: string; bytes: Buffer };

/** What platforms write where they could have written `false`. */
const NO = new Set(['false', 'no', '0', 'fail', 'failed', 'failure', 'error', 'err', 'rejected']);
/** Words for "nothing" in a field that is about errors. */
const NOTHING = new Set(['', 'false', 'no', '0', 'null', 'none', 'nil']);
const VERDICT_FIELDS = new Set(['success', 'ok', 'status']);
const ERROR_FIELDS = new Set(['error', 'errors']);
const STATUS_FIELDS = new Set(['status', 'statuscode']);

/**
 * The JSON of a list or an album. An envelope (an object around `data`) that says failure is one, also
 * around an empty list: what the school has published must not vanish because a token has expired.
 * @throws ProviderError as {@link parsePostAnswer}, and `invalid-json` for an empty body.
 */
export function* parseListAnswer(answer: ProviderAnswer, capacityBytes?: number): Sliced<unknown> {
  const json = yield* parseJson(answer, capacityBytes);
  if (json === null) throw new ProviderError('invalid-json');
  if (typeof json === 'object' && 'data' in json) throwIfFailure(json, answer.status);
  return json;
}

/**
 * The JSON of the answer to a submission that worked; null when its body is empty.
 * @throws ProviderError `content-type` for HTML and other text, `invalid-json` for JSON that is torn,
 * `status` with the status that the body names, so that an expired token is recognised in status and body, else
 * `reported-failure` where the body says failure.
 */
export function* parsePostAnswer(answer: ProviderAnswer): Sliced<unknown> {
  const json = yield* parseJson(answer);
  throwIfFailure(json, answer.status);
  return json;
}

/**
 * An object or a list counts as JSON whatever its media type says, as platforms label it text/html or not
 * at all; of media types other than JSON's (RFC 6839) nothing else does, and HTML never.
 */
function* parseJson(
  { bytes, contentType }: ProviderAnswer,
  capacityBytes?: number,
): Sliced<unknown> {
  // TextDecoder drops a byte order mark, which JSON.parse would refuse.
  const start = new TextDecoder().decode(bytes.subarray(0, MAX_START)).trim();
  if (start === '') return null;
  const isLabelled = /^\s*application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(contentType);
  if (isLabelled ? start.startsWith('<') : !/^[[{]/.test(start))
    throw new ProviderError('content-type');
  try {
    return yield* readJson(bytes, capacityBytes);
  } catch (error) {
    throw error instanceof ProviderError
      ? error
      : new ProviderError('invalid-json', { cause: error });
  }
}

function throwIfFailure(json: unknown, status: number): void {
  const named = fieldsOf(json).find(
    ([name, value]) => STATUS_FIELDS.has(name) && /^[45]\d\d$/.test(String(value)),
  );
  if (named !== undefined) throw new ProviderError('status', { status: Number(named[1]) });
  if (saysFailure(json)) throw new ProviderError('reported-failure', { status });
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
