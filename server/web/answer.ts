import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag, type Encoding } from './encoding.ts';

/** All of an answer to GET but its date. */
export type Answer = {
  status: number;
  etag: string;
  /** Names and values in turn, as `writeHead` takes them fastest. */
  headers: string[];
  headersOf304: string[];
  body: Buffer;
};

type AnswerOptions = {
  status?: number;
  body: Buffer;
  etag: string;
  /** How the body is encoded. */
  encoding: Encoding;
  headers: Readonly<Record<string, string>>;
};

/** Works out an answer, which may then be sent many times. */
export function createAnswer({
  status = 200,
  body,
  etag,
  encoding,
  headers,
}: AnswerOptions): Answer {
  const common = Object.entries({ ...headers, ETag: etag }).flat();
  const ofBody = ['Content-Length', String(body.length)];
  const ofEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    status,
    etag,
    body,
    headers: [...common, ...ofBody, ...ofEncoding],
    headersOf304: common,
  };
}

/** Sends an answer, or 304 to a client that has it already (RFC 9110 §15.4.5). Tells what was sent. */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, etag, headers, headersOf304, body }: Answer,
): { status: number; bytes: number } {
  if (status === 200 && matchesEtag(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headersOf304).end();
    return { status: 304, bytes: 0 };
  }
  response.writeHead(status, headers);
  if (request.method === 'HEAD') response.end();
  else response.end(body);
  return { status, bytes: body.length };
}
