import type { IncomingHttpHeaders } from 'node:http';
import { sha256 } from './files.ts';
import type { RecordedRequest } from './listen.ts';

/** A CV as it arrived. */
type ReceivedFile = {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly sha256: string;
};

/** One form or look-up as it arrived; every value as text, whatever way it was sent. */
export type Submission = {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly schoolCode: string;
  /** Last part of the path; null for a look-up. */
  readonly form: string | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly ReceivedFile[];
  readonly idempotencyKey: string | null;
  readonly token: string | null;
};

type Parsed = { readonly fields: Record<string, string>; readonly files: ReceivedFile[] };

function part(bytes: Buffer, into: Parsed): void {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('a part of the multipart body has no header end');
  const header = bytes.subarray(0, end).toString('utf8');
  const content = bytes.subarray(end + 4);
  const field = /\bname="([^"]*)"/.exec(header)?.[1];
  if (field === undefined) throw new Error('a part of the multipart body has no name');
  const file = /\bfilename="([^"]*)"/.exec(header)?.[1];
  if (file === undefined) {
    if (field in into.fields) throw new Error(`the field ${field} came twice`);
    into.fields[field] = content.toString('utf8');
    return;
  }
  into.files.push({
    field,
    name: file,
    type: /^content-type:\s*(.+)$/im.exec(header)?.[1]?.trim() ?? '',
    bytes: content,
    sha256: sha256(content),
  });
}

function multipart(body: Buffer, boundary: string): Parsed {
  const into: Parsed = { fields: {}, files: [] };
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break of its own before it (RFC 2046, 5.1.1).
  const content = Buffer.concat([Buffer.from('\r\n'), body]);
  let from = content.indexOf(delimiter);
  if (from < 0) throw new Error('the multipart body has no boundary');
  for (;;) {
    const start = from + delimiter.length;
    if (content.subarray(start, start + 2).toString('latin1') === '--') return into;
    const next = content.indexOf(delimiter, start);
    if (next < 0) throw new Error('the multipart body is cut');
    part(content.subarray(content.indexOf('\r\n', start) + 2, next), into);
    from = next;
  }
}

function object(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('the JSON body is not an object');
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      typeof entry === 'string' ? entry : JSON.stringify(entry),
    ]),
  );
}

/**
 * The fields and files of a request body: JSON, URL-encoded or multipart (RFC 7578).
 *
 * @throws when the body is cut, malformed or of another type.
 */
export function parseBody(request: RecordedRequest): Parsed {
  const type = request.headers['content-type'] ?? '';
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) return multipart(request.body, boundary);
  if (/^application\/json\b/i.test(type)) {
    return { fields: object(JSON.parse(request.body.toString('utf8'))), files: [] };
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return {
      fields: Object.fromEntries(new URLSearchParams(request.body.toString('utf8'))),
      files: [],
    };
  }
  throw new Error(`no parser for a body of type "${type}"`);
}

/** What the Bearer scheme of the request carries (RFC 6750, 2.1), or null. */
export function bearer(request: RecordedRequest): string | null {
  return /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The submission that a form request carries. */
export function submissionOf(request: RecordedRequest): Submission {
  const { url, headers } = request;
  const [schoolCode = '', form = null] = decodeURIComponent(url)
    .replace(/^.*?\/api\/(?:form|tc)\//i, '')
    .split('/');
  const key = headers['idempotency-key'];
  return {
    url,
    headers,
    schoolCode,
    form,
    ...parseBody(request),
    idempotencyKey: typeof key === 'string' ? key : null,
    token: bearer(request),
  };
}
