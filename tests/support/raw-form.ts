export type Headers = Readonly<Record<string, string | number | null>>;

export const BOUNDARY = 'xBOUNDARYx';
export const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
export const URLENCODED = { 'Content-Type': 'application/x-www-form-urlencoded' };
export const CHUNKED = { 'Transfer-Encoding': 'chunked' };

/** The head of a post, as the script of our own page sends it; null removes a header. */
export function postHead(path: string, headers: Headers): string {
  const all: Headers = {
    Host: 'localhost',
    Accept: 'application/json',
    'Sec-Fetch-Site': 'same-origin',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  );
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A part of a multipart body; a file has a name. */
export function part(name: string, value: string, file?: string): string {
  const type = file === undefined ? '' : `; filename="${file}"`;
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n${value}\r\n`;
}

export const END = `--${BOUNDARY}--\r\n`;

export const partsOf = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('');

/** A multipart body with a CV. */
export function withCv(fields: Readonly<Record<string, string>>, cv: Buffer): Buffer {
  const [before = '', after = ''] = part('attachments', '<cv>', 'cv.pdf').split('<cv>');
  return Buffer.concat([Buffer.from(partsOf(fields) + before), cv, Buffer.from(after + END)]);
}
