import { PassThrough, type Readable } from 'node:stream';
import type FormData from 'form-data';

/** What a POST sends, and the headers that describe it. */
export type RequestBody = {
  body: string | Readable;
  headers: Readonly<Record<string, string>>;
};

export function jsonBody(json: unknown): RequestBody {
  return { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } };
}

/** `length` is what keeps the body from being sent chunked, which some platforms refuse for files. */
export function formBody(form: FormData, length: number): RequestBody {
  const body = new PassThrough();
  body.on('error', () => {});
  form.on('error', (error) => body.destroy(error));
  // A form left half read would keep its file open; what is left of it goes nowhere.
  body.once('close', () => form.resume());
  form.pipe(body);
  return {
    body,
    headers: {
      'content-type': `multipart/form-data; boundary=${form.getBoundary()}`,
      'content-length': String(length),
    },
  };
}
