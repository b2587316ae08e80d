import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';

/** Variants of one call's response. */
export type Dress = {
  /** Undefined sends no Content-Type at all. */
  type?: string;
  wrap: (rows: readonly unknown[]) => unknown;
  bom?: true;
  gzip?: true;
  chunked?: true;
  /** Closes the connection after the response. */
  close?: true;
  /** Milliseconds before the first byte. */
  waitMs?: number;
  /** Redirects (301) to the address with a trailing slash. */
  slash?: true;
};

const bare: Dress['wrap'] = (rows) => rows;
const data: Dress['wrap'] = (rows) => ({ data: rows });
const status: Dress['wrap'] = (rows) => ({ status: true, message: 'Fetched', data: rows });
const worded: Dress['wrap'] = (rows) => ({
  status: 'success',
  code: 200,
  error: null,
  data: rows,
  total: rows.length,
});

/** The dress of each call, by its path below `/api/` without the school code. */
export const DRESSES: Readonly<Record<string, Dress>> = {
  birthdays: { type: 'application/json', wrap: data, chunked: true },
  news: { wrap: status, bom: true },
  'news/all': { type: 'application/json; charset=iso-8859-1', wrap: bare, chunked: true },
  events: { type: 'text/json', wrap: worded, close: true },
  'events/All': { type: 'application/json', wrap: data, gzip: true, slash: true },
  gallery: { type: 'application/json; charset=UTF8', wrap: status, waitMs: 400 },
  'gallery/All': { type: 'text/html; charset=UTF-8', wrap: worded, bom: true, close: true },
  notification: { type: 'text/plain', wrap: data, gzip: true, close: true },
  onlineRegistration: { type: 'APPLICATION/JSON;CHARSET=utf-8', wrap: worded },
  principalMessage: { type: 'application/vnd.api+json', wrap: status, chunked: true },
  highlight: { type: 'application/json', wrap: bare, bom: true, slash: true },
};

/** Responses that accept a form: status, media type, body. */
export const TAKEN: readonly (readonly [status: number, type: string | null, body: string])[] = [
  [204, null, ''],
  [200, 'text/html', ''],
  [200, 'application/json', '{"status":"success"}'],
  [200, 'application/json', '{"status":1}'],
  [200, 'application/json', '{"error":null}'],
  [200, 'application/json', '{"error":""}'],
  [201, 'application/json', '{"status":true,"message":"Saved","data":{"_id":"1"}}'],
  [200, 'text/html; charset=UTF-8', '{"success":true}'],
  [200, 'application/json', '\ufeff{"ok":true}'],
  [200, 'application/json', '{}'],
  [202, 'application/json', '{"id":77}'],
];

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Set-Cookie': ['PHPSESSID=abc; path=/', 'lang=hi; HttpOnly'],
  'X-Powered-By': 'PHP/7.4.33',
  Vary: 'Accept-Encoding, Origin',
};

/** Sends `rows` in its dress, with an ETag that is honoured. */
export async function sendRows(
  response: ServerResponse,
  { type, wrap, bom, gzip, chunked, close, waitMs }: Dress,
  rows: readonly unknown[],
): Promise<void> {
  if (waitMs !== undefined) await delay(waitMs);
  const plain = Buffer.from((bom ? '\ufeff' : '') + JSON.stringify(wrap(rows)));
  const tag = `W/"${createHash('sha1').update(plain).digest('hex')}"`;
  response.setHeader('ETag', tag);
  if (response.req.headers['if-none-match'] === tag) return void response.writeHead(304).end();
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (type !== undefined) response.setHeader('Content-Type', type);
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  if (close) response.setHeader('Connection', 'close');
  const bytes = gzip ? gzipSync(plain) : plain;
  if (!chunked) return void response.setHeader('Content-Length', bytes.length).end(bytes);
  // Three chunks, cut in the middle of characters.
  const third = Math.ceil(bytes.length / 3);
  response.write(bytes.subarray(0, third));
  response.write(bytes.subarray(third, 2 * third));
  response.end(bytes.subarray(2 * third));
}

/** Sends a response that is no list. */
export function send(
  response: ServerResponse,
  code: number,
  type: string | null,
  body: string,
): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (type !== null) response.setHeader('Content-Type', type);
  response.writeHead(code).end(body);
}
