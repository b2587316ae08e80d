import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EncodedBody } from './encoded-body.ts';
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts';

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
  body: EncodedBody;
  /** The encoding that the request accepts. */
  accepted: Encoding;
  headers: Readonly<Record<string, string>>;
};

/** Works out a response, which may then be sent many times. */
export function createAnswer({
  status = 200,
  body: { bodies, etags },
  accepted,
  headers,
}: AnswerOptions): Answer {
  const body = bodies[accepted];
  const encoding = body === bodies.identity ? 'identity' : accepted;
  const etag = etags[encoding];
  const common = Object.entries({ Vary: 'Accept-Encoding', ...headers, ETag: etag }).flat();
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

/** Sends a body in the encoding that the request accepts, or 304. */
export function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: Omit<AnswerOptions, 'accepted'>,
): void {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  sendAnswer(request, response, createAnswer({ ...options, accepted }));
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
