import { isSoundFile } from './target-url.ts';
import { fileExtension, fileType } from '../../shared/documents.ts';
import { fieldsOf } from '../../shared/fields-of.ts';
import { fileUrl, isExternal, recordLink, type FileId } from '../../shared/links.ts';
import { parseLine } from '../../shared/provider-text.ts';
import { holdsData } from '../../shared/pasted-data.ts';
import { percentDecoded } from '../../shared/percent-decoded.ts';
import { tryJson } from '../../shared/provider-values.ts';
import { textRuns, withoutEnd } from '../../shared/text-links.ts';

/** Most files of one field: an album may have thousands of photos. */
const MAX_FILES = 10_000;
/** How deep an object may hide its file, as in `{ "file": { "path": … } }`, and how deep lists may be nested. */
const MAX_DEPTH = 3;
/** Longest text that is read as a file, and longest address, in characters. */
const MAX_LENGTH = 2_048;
/** Fewer numbers are a date or a time of Java. */
const MIN_BYTES = 10;

/** Where platforms say which file it is, the surest first. */
const FILE_KEYS =
  'path url src href secure_url location key file image data _id id $oid filename fileName'.split(
    ' ',
  );

/** Addresses that are no file of a server. Anything else before a colon is part of a name. */
const NO_FILE =
  /^(?:javascript|vbscript|data|blob|file|filesystem|ftp|mailto|tel|about|content|[a-z]):/i;
/** The provider's call for files; some platforms write it into their records. */
const FILE_CALL = /^\/*api\/image\//i;

/** Several names of files in one text. */
const NAMES = /^[^,]+\.\w{2,5}(?:,[^,]+\.\w{2,5})+$/;

/** What may each name a file, for `readFile`: a text, a number or an object, or a list of these, also as JSON. */
export function fileEntries(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flat(MAX_DEPTH).slice(0, MAX_FILES);
  if (typeof value !== 'string' || value.length > MAX_FILES * MAX_LENGTH) return [value];
  if (NAMES.test(value) && !/^\w+:/.test(value)) return value.split(',').slice(0, MAX_FILES);
  const json = /^\s*[[{]/.test(value) ? tryJson(value) : undefined;
  return json === undefined ? [value] : fileEntries(json);
}

/** Whether a value holds the bytes of a file, which is not shown then: as a text, or as MongoDB's buffer. */
export function holdsFile(value: unknown, depth = 2 * MAX_DEPTH): boolean {
  if (typeof value === 'string') return holdsData(value);
  if (Array.isArray(value) && typeof value[0] === 'number') return value.length >= MIN_BYTES;
  return depth > 0 && [...fieldsOf(value).values()].some((one) => holdsFile(one, depth - 1));
}

/**
 * The file that a text or an object names:
 * - one of the provider's, by the id or path that follows `/api/image/`: not encoded, without slashes
 *   at its ends. An address of the provider is one, whether with http or https;
 * - else an absolute address elsewhere (`isExternal`);
 * - else null: `data:`, a path that leaves its folder, nothing at all.
 */
export function readFile(value: unknown, base: string): FileId | null {
  let elsewhere: FileId | null = null;
  for (const name of namesIn(value, MAX_DEPTH)) {
    const file = parseFileId(name, base);
    if (file === null) continue;
    if (!isExternal(file)) return file;
    elsewhere ??= file;
  }
  return elsewhere;
}

/** The texts of a value that may name a file or a record. */
export function namesIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return value > 0 ? [String(value)] : [];
  if (depth === 0) return [];
  const fields = fieldsOf(value);
  return FILE_KEYS.flatMap((key) => (fields.has(key) ? namesIn(fields.get(key), depth - 1) : []));
}

function parseFileId(name: string, base: string): FileId | null {
  if (name.length > 2 * MAX_LENGTH) return null;
  const text = name
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '')
    .trim()
    .replaceAll('\\', '/');
  if (text === '' || text.length > MAX_LENGTH || NO_FILE.test(text) || holdsData(text)) return null;
  if (!/^https?:/i.test(text)) return ownFile(text, base);
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  if (url.host === new URL(base).host) return ownFile(url.pathname, base);
  return url.href.length > MAX_LENGTH ? null : url.href;
}

/** The file id behind a path of the provider. */
function ownFile(path: string, base: string): FileId | null {
  const prefix = new URL(base).pathname.replace(/(?<!\/)\/+$/, '');
  const below = prefix !== '' && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
  const isCall = FILE_CALL.test(below);
  const named = isCall ? below.replace(FILE_CALL, '').replace(/[?#].*$/, '') : below;
  // Platforms send paths as they are, and as addresses.
  const parts = (percentDecoded(named) ?? named)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const id = parts.join('/');
  if (!isSoundFile(id)) return null;
  // Rows are stored as they were read, and read again after a start: that must be the same file.
  return id === path ? id : parseFileId(id, base);
}

/** A name of a host, with whatever may follow it. */
const HOST_NAME = /^(?:[\p{L}\p{M}\p{N}_-]+\.)+[\p{L}\p{M}]{2,}(?::\d{1,5})?(?=[/?#]|$)/u;
/** Ends of names of files, besides those of `fileType`. A host could have such a name too. */
const TEXT_ENDS = new Set(['txt', 'html', 'htm', 'php']);
/** A path that may be the provider's, as it is none of this site. */
const PROVIDER_PATH = /^(?!\/?(?:files|assets)\/|\/\/)[^?#:]*\/[^/?#:]+$/i;
/** The provider's call for files, as a path of it or of its own host. */
const FILE_ADDRESS = /^(?:\/*|https?:\/\/[^/]+(?:\/[^?#]*)?\/)api\/image\//i;

/**
 * Where the link of a record leads, as it was meant: typed without its scheme (`forms.gle/x`, `www.…`) or behind
 * another one, with backslashes or blanks, or to a file of the provider, which is one of ours then. Null when
 * that is nowhere, or nowhere safe (docs/promises.md#s4).
 * @param base origin and path prefix of the provider.
 */
export function readLink(value: unknown, base: string): string | null {
  const line = parseLine(value).replace(/\p{Cf}/gu, '');
  const text = line.replaceAll('\\', '/').replace(/^https?:\/*(?=https?:\/\/)/i, '');
  const isHost = HOST_NAME.test(text);
  const isFile = fileType(text) !== null || fileExtension(text) === 'zip';
  const isPath = isFile && PROVIDER_PATH.test(text) && !isHost;
  const file = isPath || FILE_ADDRESS.test(text) ? readFile(text, base) : null;
  if (file !== null && !isExternal(file)) return fileUrl(file);
  const [run, ...others] = textRuns(withoutEnd(text.replace(/^<(.*)>$/, '$1'), ',;. '));
  if (others.length === 0 && run?.href?.match(/^(?:tel|mailto):/)) return run.href;
  const isName = !/[/?#]/.test(text) && (isFile || TEXT_ENDS.has(fileExtension(text)));
  const address = isHost && !isName ? `https://${text}` : text;
  return recordLink(address.replaceAll(' ', /^tel:/i.test(address) ? '' : '%20'));
}
