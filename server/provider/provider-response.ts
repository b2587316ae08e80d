import { decodeText } from '../content/decode-text.ts';
import { fieldsOf } from '../../shared/fields-of.ts';
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

/** Values of verdicts that report a failure, also as one word of several: `validation_failed`, `BAD_REQUEST`. */
const NO =
  /^(?:no?|f|0|-1|nok|ko)$|^(?!no[\W_])(?:.{0,40}[\W_])?(?:false|fail(?:ed|ure|s)?|err(?:or)?|invalid|rejected|denied|bad|unauthori[sz]ed|unauthenticated|forbidden|not[\W_](?:found|ok|allowed)|unsuccessful|unavailable|unprocessable|expired|missing|aborted|spam)(?:$|[\W_])/;
/** Values of errors that report none. */
const NOTHING =
  /^(?:|false|no|0+|2\d\d|null|none|nil|n\/a|undefined|ok|success(?:ful)?|no[\W_]errors?)$/;
/** Names of fields in small letters, without signs between words. Zero is a result without errors. */
const VERDICT_FIELDS =
  /^(?:is|was)?(?:ok|status|success(?:ful)?|succeeded|valid|accepted|acknowledged|saved|result)$/;
const ERROR_FIELDS =
  /^(?:is|has|validation)?(?:err(?:or)?s?(?:message|msg|type|code|no|description|detail)?s?|failed|failures?)$|^exc(?:eption)?(?:message|type)?$|^fault(?:string|code)?$/;
const STATUS_FIELDS = /^(?:http|response|err|error)?(?:status|code|statuscode)$/;
const MESSAGE_FIELDS = /^(?:message|msg|detail|reason|error(?:message|description)?)$/;
/** What a message beside 200 says when PROVIDER_TOKEN has expired. */
const UNAUTHENTICATED =
  /\bjwt\b|\b(?:un|not )(?:authori[sz]ed|authenticated)\b|\b(?:token|credentials)(?: \w{1,10}){0,2} (?:expired|invalid|not)\b|\bsession(?: \w{1,10}){0,2} (?:expired|invalid)\b|\btoken (?:is )?(?:missing|required)\b|\b(?:invalid|expired|missing|no) (?:\w{1,20} )?(?:token|credentials)\b/;
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

/** Caches of WordPress sign what they keep, some in several comments; its `die(0)` ends what was written before. */
function withoutComments(text: string): string {
  let json = text;
  for (let comments = 0; comments < 5 && json.endsWith('-->'); comments += 1)
    json = json.slice(0, Math.max(0, json.lastIndexOf('<!--'))).trimEnd();
  json = json.replace(/([\]}])\s{0,9}-?[01]$/, '$1');
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
  const named = findStatus(json);
  if (named !== null) throw new ProviderError('status', { status: named });
  if (reportsFailure(json)) throw new ProviderError('reported-failure', { status, mayBeEmpty });
}

/**
 * Whether the JSON of a 2xx reports a failure: `success`, `ok` or `status` is false, or `error` (AWS Lambda:
 * `errorMessage`) is filled, in any letter case, also as a text, a zero or a word such as "failed". Only the
 * outermost object counts: a nested one may be a record with its own status. A contradiction counts as failure: a
 * form that was wrongly queued can be sent again, one that was wrongly deleted cannot.
 */
export function reportsFailure(json: unknown): boolean {
  const fields = plainFields(json);
  const hasError = fields.some(([name, value]) => ERROR_FIELDS.test(name) && isFilled(value));
  return hasError || fields.some(isFailedVerdict) || NO.test(toWord(json));
}

function isFailedVerdict([name, value]: [string, unknown]): boolean {
  return VERDICT_FIELDS.test(name) && NO.test(toWord(value)) && (name !== 'result' || value !== 0);
}

/** The status that JSON names in itself, or 401 where its words say so; null without one. */
function findStatus(json: unknown): number | null {
  const fields = plainFields(json);
  // `{ "error": { "code": 401 } }`
  const inner = fields.filter(([name]) => /^(?:errors?|status|meta)$/.test(name));
  const all = [...fields, ...inner.flatMap(([, value]) => plainFields([value].flat()[0]))];
  const named = all.find(
    ([name, value]) => STATUS_FIELDS.test(name) && /^[45]\d\d(?:$|\s)/.test(toWord(value)),
  );
  if (named !== undefined) return Number.parseInt(toWord(named[1]), 10);
  // A stored form has the visitor's own message.
  if (fields.some(([name]) => name === 'id' || name === 'phone')) return null;
  const verdicts = fields.filter(([name, value]) => VERDICT_FIELDS.test(name) && isFilled(value));
  const isToken = all.some(
    ([name, value]) => MESSAGE_FIELDS.test(name) && UNAUTHENTICATED.test(toWord(value)),
  );
  return isToken && verdicts.every(isFailedVerdict) ? 401 : null;
}

function plainFields(json: unknown): [string, unknown][] {
  const fields = [...fieldsOf(json)];
  return fields.map(([name, value]) => [name.toLowerCase().replace(/[^a-z\d]/g, ''), value]);
}

function isFilled(value: unknown): boolean {
  return fieldsOf(value).size > 0 || !NOTHING.test(toWord(value));
}

/** A text, a number or a truth value in small letters; empty for all else. */
function toWord(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim().toLowerCase()
    : '';
}
