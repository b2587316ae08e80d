import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, type EncodedBody } from './encoded-body.ts';
import { acceptedEncoding, matchesEtag, type Encoding } from './encoding.ts';

/** A complete response to GET except its date; it can be sent many times. */
export type PreparedResponse = {
  status: number;
  etag: string;
  /** Names and values in turn: the fastest form for `writeHead`. */
  headers: string[];
  headersOf304: string[];
  body: Buffer;
};

type ResponseOptions = {
  status?: number;
  body: EncodedBody;
  accepted: Encoding;
  headers: Readonly<Record<string, string>>;
};

export function prepareResponse({
  status = 200,
  body: { bodies, etags },
  accepted,
  headers,
}: ResponseOptions): PreparedResponse {
  const body = bodies[accepted] ?? bodies.identity;
  const encoding = body === bodies.identity ? 'identity' : accepted;
  const etag = etags[encoding];
  const { 'Content-Type': type, ...others } = headers;
  const common = Object.entries({ Vary: 'Accept-Encoding', ...others, ETag: etag }).flat();
  const ofType = type === undefined ? [] : ['Content-Type', type];
  const ofBody = ['Content-Length', String(body.length)];
  const ofEncoding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  return {
    status,
    etag,
    body,
    headers: [...common, ...ofType, ...ofBody, ...ofEncoding],
    headersOf304: common,
  };
}

/** Sends a body in the encoding that the request accepts, or 304. */
export async function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: Omit<ResponseOptions, 'accepted'>,
): Promise<void> {
  const accepted = acceptedEncoding(request.headers['accept-encoding']);
  await compress(options.body, accepted);
  sendPrepared(request, response, prepareResponse({ ...options, accepted }));
}

/** Sends a response, or 304 if the client has it (RFC 9110 §15.4.5). Returns what was sent. */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  { status, etag, headers, headersOf304, body }: PreparedResponse,
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
