import { CAREER } from './form-page.ts';
import { pdfBytes } from './pdf.ts';
import { openConnection, statusOf } from './raw-connection.ts';
import { MULTIPART, postHead, withCv } from './raw-form.ts';

/** Sends half of an application with a CV; `finish` sends the rest and resolves with the status. */
export function beginUpload(port: number, name: string, accept: string) {
  const body = withCv({ ...CAREER, name }, pdfBytes(600_000));
  const length = { 'Content-Length': body.length, Connection: 'close' };
  const head = postHead('/Career', { ...MULTIPART, ...length, Accept: accept });
  const { socket, response } = openConnection(port, head, body.subarray(0, 300_000));
  return {
    async finish(): Promise<number> {
      socket.write(body.subarray(300_000));
      return statusOf(await response);
    },
  };
}
