import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The status for an error of Node's parser; any other is 400. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

type AnyResponse = ServerResponse & { readonly req: IncomingMessage };
type Exchanges = { current: AnyResponse; previous: AnyResponse | undefined };

/**
 * Responds to what is not HTTP, after the responses to the requests before it on the same connection
 * (docs/promises.md#p4), and closes the connection. The returned function is called first with each request.
 */
export function respondToClientErrors(
  server: Server,
  headers: Readonly<Record<string, string>>,
): (request: IncomingMessage, response: AnyResponse) => void {
  // Responses are sent in order: the latest two are enough.
  const exchanges = new WeakMap<Duplex, Exchanges>();
  const failed = new WeakSet<Duplex>();
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

  function reject(socket: Duplex, status: number): void {
    if (!socket.writable) socket.destroy();
    else
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields.join('')}Connection: close\r\nContent-Length: 0\r\n\r\n`,
        () => socket.destroy(),
      );
  }

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Each further byte is an error too.
    if (failed.has(socket)) return;
    failed.add(socket);
    const status = STATUS_OF_ERROR[error.code ?? ''] ?? 400;
    const { current, previous } = exchanges.get(socket) ?? {};
    if (current !== undefined && isPending(current) && isRequestValid(current)) {
      // Node closes the connection after it.
      current.shouldKeepAlive = false;
      current.once('finish', () => socket.end());
    } else if (previous !== undefined && isPending(previous)) {
      previous.once('finish', () => reject(socket, status));
    } else {
      reject(socket, status);
    }
  });

  return ({ socket }, response) => {
    exchanges.set(socket, { current: response, previous: exchanges.get(socket)?.current });
  };
}

function isPending({ writableFinished, destroyed }: ServerResponse): boolean {
  return !writableFinished && !destroyed;
}

/** The error is behind this request: its body is complete, or its response has begun. */
function isRequestValid({ req, headersSent }: AnyResponse): boolean {
  return req.complete || headersSent;
}
