import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import type { RecordedRequest } from './listen.ts';

/** Variants of one call's response. */
export type Dress = {
  /** Null sends no Content-Type at all. */
  readonly type: string | null;
  readonly wrap: (rows: readonly unknown[]) => unknown;
  readonly bom?: boolean;
  readonly gzip?: boolean;
  readonly chunked?: boolean;
  /** Closes the connection after the response. */
  readonly close?: boolean;
  /** Milliseconds before the first byte. */
  readonly waitMs?: number;
  /** Redirects (301) to the address with a trailing slash. */
  readonly slash?: boolean;
};

const bare = (rows: readonly unknown[]): unknown => rows;
const data = (rows: readonly unknown[]): unknown => ({ data: rows });
const status = (rows: readonly unknown[]): unknown => ({
  status: true,
  message: 'Fetched',
  data: rows,
});
const worded = (rows: readonly unknown[]): unknown => ({
  status: 'success',
  code: 200,
  error: null,
  data: rows,
  total: rows.length,
});

/** The dress of each call, by its path below `/api/` without the school code. */
export const DRESSES: Readonly<Record<string, Dress>> = {
  birthdays: { type: 'application/json', wrap: data, chunked: true },
  news: { type: null, wrap: status, bom: true },
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

/** The response to a form call. */
export type FormResponse = {
  readonly status: number;
  readonly type: string | null;
  readonly body: string;
};

const asJson = (body: string, code = 200): FormResponse => ({
  status: code,
  type: 'application/json',
  body,
});
const HTML = '<!doctype html><title>Maintenance</title><h1>We are back soon</h1>';

/** Responses that accept. */
export const TAKEN: Readonly<Record<string, FormResponse>> = {
  '204': { status: 204, type: null, body: '' },
  '200 and empty': { status: 200, type: 'text/html', body: '' },
  'status success': asJson('{"status":"success"}'),
  'status 1': asJson('{"status":1}'),
  'error null': asJson('{"error":null}'),
  'error empty': asJson('{"error":""}'),
  'status true with data': asJson('{"status":true,"message":"Saved","data":{"_id":"1"}}', 201),
  'JSON called HTML': { status: 200, type: 'text/html; charset=UTF-8', body: '{"success":true}' },
  'JSON after a BOM': asJson('\ufeff{"ok":true}'),
  'an object without members': asJson('{}'),
  '202 with an id': asJson('{"id":77}', 202),
};

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Set-Cookie': ['PHPSESSID=abc; path=/', 'lang=hi; HttpOnly'],
  'X-Powered-By': 'PHP/7.4.33',
  Vary: 'Accept-Encoding, Origin',
};

/** The page of a firewall or of a maintenance window, with status 200. */
export function sendHtml(response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': 'text/html' });
  response.end(HTML);
}

/** Sends `rows` in its dress, with an ETag that is honoured. */
export async function sendRows(
  request: RecordedRequest,
  response: ServerResponse,
  dress: Dress,
  rows: readonly unknown[],
): Promise<void> {
  if (dress.waitMs !== undefined) await delay(dress.waitMs);
  const text = JSON.stringify(dress.wrap(rows));
  const plain = Buffer.from(dress.bom === true ? `\ufeff${text}` : text);
  const tag = `W/"${createHash('sha1').update(plain).digest('hex')}"`;
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, { ETag: tag });
    response.end();
    return;
  }
  const bytes = dress.gzip === true ? gzipSync(plain) : plain;
  response.statusCode = 200;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  response.setHeader('ETag', tag);
  if (dress.type !== null) response.setHeader('Content-Type', dress.type);
  if (dress.gzip === true) response.setHeader('Content-Encoding', 'gzip');
  if (dress.close === true) response.setHeader('Connection', 'close');
  if (dress.chunked !== true) {
    response.setHeader('Content-Length', bytes.length);
    response.end(bytes);
    return;
  }
  // Three chunks, cut in the middle of characters.
  const third = Math.ceil(bytes.length / 3);
  response.write(bytes.subarray(0, third));
  response.write(bytes.subarray(third, 2 * third));
  response.end(bytes.subarray(2 * third));
}

/** Sends the response of a form call. */
export function sendForm(response: ServerResponse, form: FormResponse): void {
  response.statusCode = form.status;
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (form.type !== null) response.setHeader('Content-Type', form.type);
  response.end(form.body);
}
