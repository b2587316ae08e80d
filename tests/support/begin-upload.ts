import { once } from 'node:events';
import http from 'node:http';
import { CAREER } from './form-page.ts';
import { pdfBytes } from './pdf.ts';
import { CHUNKED, MULTIPART, withCv } from './raw-form.ts';

/** Sends half of an application with a CV; `finish` sends the rest and resolves with the status. */
export function beginUpload(port: number, name: string, accept: string) {
  const body = withCv({ ...CAREER, name }, pdfBytes(600_000));
  const upload = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/Career',
    headers: { ...MULTIPART, ...CHUNKED, Accept: accept, 'Sec-Fetch-Site': 'same-origin' },
  });
  const responded = once(upload, 'response');
  upload.write(body.subarray(0, 300_000));
  return {
    async finish(): Promise<number | undefined> {
      upload.end(body.subarray(300_000));
      const [response] = (await responded) as [http.IncomingMessage];
      response.resume();
      return response.statusCode;
    },
  };
}
