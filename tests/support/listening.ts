import { once } from 'node:events';
import type http from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of 127.0.0.1, and resolves with it. */
export async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes the port and all connections of a server. */
export async function endServer(server: http.Server): Promise<void> {
  const closed = new Promise((done) => server.close(done));
  server.closeAllConnections();
  await closed;
}
