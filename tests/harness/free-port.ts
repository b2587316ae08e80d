import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';

/** A port that nothing listens on; to be taken soon, as the system gives it to whoever asks next. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Below what Linux gives to connections and to whoever asks for any port (ip_local_port_range). */
const LASTING = { from: 20_000, to: 32_000 };

/** A port that nothing listens on, for one who listens later, or again after a while. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const server = createServer();
    const port = randomInt(LASTING.from, LASTING.to);
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false));
      server.listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
}
