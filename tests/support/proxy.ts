import { createServer } from 'node:http';
import { connect } from 'node:net';
import { portOfTest } from './port-of-test.ts';

/** An HTTP proxy that only makes tunnels, or rejects them with another status than 200, until its test ends. */
export async function startProxy(status = 200) {
  /** Hosts and ports. */
  const tunnels: string[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '' }, socket) => {
    tunnels.push(url);
    socket.write(`HTTP/1.1 ${status} Whatever\r\n\r\n`);
    if (status !== 200) {
      socket.end();
      return;
    }
    const upstream = connect(Number(url.split(':')[1]), 'localhost');
    upstream.pipe(socket).pipe(upstream);
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  return { tunnels, port: await portOfTest(server) };
}
