import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';

/** Variants of one call's response. */
export type Dress = {
  /** Undefined sends no Content-Type at all. */
  type?: string;
  wrap: (rows: readonly unknown[]) => unknown;
  bom?: true;
  gzip?: true;
};

const bare: Dress['wrap'] = (rows) => rows;
const data: Dress['wrap'] = (rows) => ({ data: rows });
const worded: Dress['wrap'] = (rows) => ({
  status: 'success',
  code: 200,
  error: null,
  data: rows,
  total: rows.length,
});

/** The dress of each call, by its path below `/api/` without the school code. */
export const DRESSES: Readonly<Record<string, Dress>> = {
  birthdays: { type: 'application/json', wrap: data },
  news: { wrap: worded, bom: true },
  'news/all': { type: 'application/json; charset=iso-8859-1', wrap: bare },
  events: { type: 'text/json', wrap: worded },
  'events/All': { type: 'application/json', wrap: data, gzip: true },
  gallery: { type: 'application/json; charset=UTF8', wrap: data },
  'gallery/All': { type: 'text/html; charset=UTF-8', wrap: worded, bom: true },
  notification: { type: 'text/plain', wrap: data, gzip: true },
  onlineRegistration: { type: 'APPLICATION/JSON;CHARSET=utf-8', wrap: worded },
  principalMessage: { type: 'application/vnd.api+json', wrap: data },
  highlight: { type: 'application/json', wrap: bare, bom: true },
};

/** Responses that accept a form: status, media type, body. */
export const TAKEN: readonly (readonly [status: number, type: string | null, body: string])[] = [
  [204, null, ''],
  [200, 'text/html; charset=UTF-8', '\ufeff{"success":true,"error":null}'],
  [201, 'application/json', '{"status":true,"message":"Saved","data":{"_id":"1"}}'],
];

/** Sends `rows` in its dress. */
export function sendRows(
  response: ServerResponse,
  { type, wrap, bom, gzip }: Dress,
  rows: readonly unknown[],
): void {
  const plain = Buffer.from((bom ? '\ufeff' : '') + JSON.stringify(wrap(rows)));
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  send(response, 200, type ?? null, gzip ? gzipSync(plain) : plain);
}

export function send(
  response: ServerResponse,
  code: number,
  type: string | null,
  body: string | Buffer,
): void {
  response.setHeader('Set-Cookie', ['PHPSESSID=abc; path=/', 'lang=hi; HttpOnly']);
  if (type !== null) response.setHeader('Content-Type', type);
  response.writeHead(code).end(body);
}
