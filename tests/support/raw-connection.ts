import { connect, type Socket } from 'node:net';

export type RawConnection = {
  socket: Socket;
  /** All bytes from the server, as Latin-1, once the connection is closed. */
  response: Promise<string>;
};

/** A connection to a port of this machine over which these bytes are sent as they are. */
export function openConnection(
  port: number,
  ...parts: readonly (string | Buffer)[]
): RawConnection {
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
