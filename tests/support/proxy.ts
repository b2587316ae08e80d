import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { endServer, listening } from './listening.ts';

/** An HTTP proxy that only makes tunnels, or rejects them with another status than 200. */
export async function startProxy(atEnd: (end: () => Promise<void>) => void, status = 200) {
  const tunnels: { to: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((_request, response) => response.writeHead(405).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    tunnels.push({ to: url, headers });
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
  const port = await listening(server);
  atEnd(() => endServer(server));
  return { tunnels, port };
}
