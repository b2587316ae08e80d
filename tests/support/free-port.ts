import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that Linux assigns itself (ip_local_port_range). */
const FIRST = 20_000;
/** Each worker of each run on this machine has ports of its own, and reuses none before all were used. */
const PER_WORKER = 500;
const WORKERS = 24;

let range: Promise<number> | null = null;
let next = randomInt(PER_WORKER);

/**
 * A port that nothing listens on, reserved for this test until the worker has used all others: no other
 * test takes it, as it could take one that Linux assigns.
 */
export async function freePort(): Promise<number> {
  range ??= takeRange();
  const first = await range;
  for (;;) {
    const port = first + next;
    next = (next + 1) % PER_WORKER;
    if (await isFree(port)) return port;
  }
}

/** Its first port is in use for as long as the worker lives: workers of other runs see that the range is taken. */
async function takeRange(): Promise<number> {
  for (let worker = 0; worker < WORKERS; worker += 1) {
    const first = FIRST + worker * PER_WORKER;
    if ((await listenAt(first)) !== null) return first;
  }
  throw new Error('too many runs of tests on this machine: all ranges of ports are taken');
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenAt(port);
  if (server === null) return false;
  await new Promise((done) => server.close(done));
  return true;
}

/** Null if another one listens there. */
async function listenAt(port: number) {
  const server = createServer().unref();
  const listens = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => done(true));
  });
  return listens ? server : null;
}
