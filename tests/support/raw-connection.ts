import { connect } from 'node:net';

/**
 * A connection to a port of this machine over which these bytes are sent as they are; `response` is all
 * bytes from the server, as Latin-1, once it is closed.
 */
export function openConnection(port: number, ...parts: readonly (string | Buffer)[]) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  // A reset is one way to close.
  socket.on('error', () => undefined);
  const response = new Promise<string>((resolve) => {
    socket.on('close', () => resolve(received));
  });
  for (const part of parts) socket.write(part, 'latin1');
  return { socket, response };
}

/** The status of the first response of a connection. */
export const statusOf = (response: string): number =>
  Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]);
