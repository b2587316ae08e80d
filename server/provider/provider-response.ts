import { decodeText } from '../content/decode-text.ts';
import { parseJson } from './json.ts';
import { ProviderError } from './provider-error.ts';

/** A complete, decoded response with a status of 2xx. */
export type ProviderResponse = {
  status: number;
  contentType: string;
  /** Whether its length or chunks have shown that it is complete; otherwise the end of the connection is all there was. */
  isComplete: boolean;
  bytes: Buffer;
};

/** Values of verdicts that report a failure. */
const NO = new Set(['false', 'no', '0', 'fail', 'failed', 'failure', 'error', 'err', 'rejected']);
/** Values of errors that report none. */
const NOTHING = new Set(['', 'false', 'no', '0', 'null', 'none', 'nil', 'ok', 'success']);
/** Names of fields in small letters, without signs between words. */
const VERDICT_FIELDS = new Set(['success', 'ok', 'status', 'succeeded', 'issuccess']);
const ERROR_FIELDS = /^(?:(?:is|has)?errors?|error(?:message|type)|exception|exc|fault)$/;
const STATUS_FIELDS = new Set(['status', 'statuscode', 'code', 'httpstatus', 'httpcode']);
/** What keeps JSON from running as a script of another site. */
const GUARD = /^(?:\)\]\}',?|(?:for\(;;\)|while\(1\));)\s*(?=\S)/;

/**
 * The JSON of a list or an album; no rows for an empty body. An envelope (an object around `data`) may report a
 * failure, also around an empty list: an expired token must not empty the list.
 * @throws ProviderError as {@link parseSubmissionResponse}, and `invalid-json` for `null`.
 */
export function parseListResponse(response: ProviderResponse): unknown {
  const json = parseBody(response);
  if (json === undefined) return [];
  if (json === null) throw new ProviderError('invalid-json', { mayBeEmpty: true });
  if (typeof json === 'object' && 'data' in json)
    throwIfFailure(json, {
      status: response.status,
      mayBeEmpty: Array.isArray(json.data) && json.data.length === 0,
    });
  return json;
}

/**
 * The JSON of an accepted submission; null for an empty body.
 * @throws ProviderError `content-type` for HTML and other text, `invalid-json` for incomplete JSON, `status`
 * for a status in the body, such as that of an expired token, else `reported-failure`.
 */
export function parseSubmissionResponse(response: ProviderResponse): unknown {
  const json = parseBody(response) ?? null;
  throwIfFailure(json, { status: response.status });
  return json;
}

/**
 * Undefined for an empty body. Objects and lists count as JSON under any media type, as platforms label them
 * text/html or not at all. Other values need a media type of JSON (RFC 6839).
 */
function parseBody({ bytes, contentType }: ProviderResponse): unknown {
  const text = withoutComments(readText(bytes, contentType).trim().replace(GUARD, ''));
  if (text === '') return undefined;
  const isLabelled = /^\s*(?:application|text)\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i.test(
    contentType,
  );
  if (isLabelled ? text.startsWith('<') : !/^[[{]/.test(text))
    throw new ProviderError('content-type');
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof ProviderError
      ? error
      : new ProviderError('invalid-json', { cause: error });
  }
}

/** Caches of WordPress sign what they keep, some in several comments. */
function withoutComments(text: string): string {
  let json = text;
  for (let comments = 0; comments < 5 && json.endsWith('-->'); comments += 1)
    json = json.slice(0, Math.max(0, json.lastIndexOf('<!--'))).trimEnd();
  return /[\]}]$/.test(json) ? json : text;
}

/** UTF-8 or UTF-16; else in the charset of the media type. */
function readText(bytes: Buffer, contentType: string): string {
  const { text, encoding } = decodeText(bytes);
  if (encoding !== 'other') return text;
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return text;
  }
}

function throwIfFailure(
  json: unknown,
  { status, mayBeEmpty = false }: { status: number; mayBeEmpty?: boolean },
): void {
  const named = plainFields(json).find(
    ([name, value]) => STATUS_FIELDS.has(name) && /^[45]\d\d$/.test(String(value)),
  );
  if (named !== undefined) throw new ProviderError('status', { status: Number(named[1]) });
  if (reportsFailure(json)) throw new ProviderError('reported-failure', { status, mayBeEmpty });
}

/**
 * Whether the JSON of a 2xx reports a failure: `success`, `ok` or `status` is false, or `error` (AWS Lambda:
 * `errorMessage`) is filled, in any letter case, also as a text, a zero or a word such as "failed". Only the
 * outermost object counts: a nested one may be a record with its own status. A contradiction counts as failure: a
 * form that was wrongly queued can be sent again, one that was wrongly deleted cannot.
 */
export function reportsFailure(json: unknown): boolean {
  if (json === false) return true;
  return plainFields(json).some(
    ([name, value]) =>
      (VERDICT_FIELDS.has(name) && NO.has(toWord(value))) ||
      (ERROR_FIELDS.test(name) && isFilled(value)),
  );
}

function plainFields(json: unknown): [string, unknown][] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  const fields = Object.entries(json);
  return fields.map(([name, value]) => [name.toLowerCase().replace(/[_-]/g, ''), value]);
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return !NOTHING.has(toWord(value));
}

/** A text, a number or a truth value in small letters; empty for all else. */
function toWord(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim().toLowerCase()
    : '';
}
