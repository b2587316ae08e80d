import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux assigns itself (ip_local_port_range). */
const FIRST = 20_000;
/** Each worker of a run has ports of its own, and reuses none before all were used. */
const PER_WORKER = 1_000;
const WORKERS = 12;

const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % WORKERS;
let next = randomInt(PER_WORKER);

/**
 * A port that nothing listens on, reserved for this test until the worker has used all others: no other
 * test takes it, as it could take one that Linux assigns.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + worker * PER_WORKER + next;
    next = (next + 1) % PER_WORKER;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listens = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => done(true));
  });
  if (listens) await new Promise((done) => server.close(done));
  return listens;
}
