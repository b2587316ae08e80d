import { createHash } from 'node:crypto';
import type { RecordedRequest } from './listen.ts';

/** A CV as it arrived. */
type ReceivedFile = { field: string; name: string; type: string; bytes: Buffer; sha256: string };

/** The fields and files of a body; every value as text, whatever way it was sent. */
type Parsed = { fields: Record<string, string>; files: ReceivedFile[] };

/** One form or look-up as it arrived. */
export type Submission = Parsed &
  RecordedRequest & {
    /** Last part of the path. */
    form: string;
    idempotencyKey: string | null;
  };

/** Lower-case hexadecimal SHA-256. */
export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** @throws when the body is cut, malformed or of another type than JSON, URL-encoded and multipart. */
export async function parseBody({ headers, body }: RecordedRequest): Promise<Parsed> {
  const type = headers['content-type'] ?? '';
  const fields: Record<string, string> = {};
  const files: ReceivedFile[] = [];
  if (/^application\/json\b/i.test(type)) {
    const json = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    for (const [name, value] of Object.entries(json))
      fields[name] = typeof value === 'string' ? value : JSON.stringify(value);
    return { fields, files };
  }
  const init = { headers: { 'content-type': type } };
  for (const [field, value] of await new Response(new Uint8Array(body), init).formData()) {
    if (field in fields) throw new Error(`the field ${field} came twice`);
    if (typeof value === 'string') {
      fields[field] = value;
      continue;
    }
    const bytes = Buffer.from(await value.arrayBuffer());
    files.push({ field, name: value.name, type: value.type, bytes, sha256: sha256(bytes) });
  }
  return { fields, files };
}

/** Whether the request proves that its sender knows the token: by the Bearer scheme (RFC 6750, 2.1). */
export function isAuthorized({ headers }: RecordedRequest, token: string): boolean {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] === token;
}

/** The submission that a form request carries. */
export async function submissionOf(request: RecordedRequest): Promise<Submission> {
  const key = request.headers['idempotency-key'];
  return {
    ...request,
    form: decodeURIComponent(request.url.split('/').at(-1) ?? ''),
    ...(await parseBody(request)),
    idempotencyKey: typeof key === 'string' ? key : null,
  };
}
