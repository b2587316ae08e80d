// A slow mobile network between a browser and a site, as a TCP proxy: pages, pictures and service workers alike.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Round trip in milliseconds, bytes per second each way: 3G, as WebPageTest has it. */
export const THIRD_GENERATION = { roundTripMs: 300, down: 1_600_000 / 8, up: 768_000 / 8 };

/** What is handed on at once; a browser sees bytes as they come, not a file when it is there. */
const PIECE_BYTES = 4_096;

/**
 * Leads to a port of this machine. All connections share the bandwidth. The first connection of a
 * visitor takes one round trip to open, further ones none, as over one connection of HTTP/2.
 */
export async function startSlowNetwork(port, { roundTripMs, down, up }) {
  const sockets = new Set();
  let isCut = false;
  /** When a direction is free again, in milliseconds of `performance.now()`. */
  const free = { down: 0, up: 0 };
  const rate = { down: down / 1_000, up: up / 1_000 };
  let openAt = 0;
  let isWide = false;

  /** Hands on what one side sends, in order, late, and no quicker than the bandwidth. */
  function carry(from, to, direction) {
    let last = Promise.resolve();
    from.on('data', (bytes) => {
      from.pause();
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        const piece = bytes.subarray(start, start + PIECE_BYTES);
        if (isWide) {
          last = last.then(() => void to.write(piece));
          continue;
        }
        const begins = Math.max(performance.now(), free[direction], openAt);
        free[direction] = begins + piece.length / rate[direction];
        const due = free[direction] + roundTripMs / 2;
        last = last.then(async () => {
          await sleep(Math.max(0, due - performance.now()));
          if (!to.destroyed) to.write(piece);
        });
      }
      // What is on its way is bounded as by a socket's buffer.
      void sleep(Math.max(0, free[direction] - performance.now())).then(() => from.resume());
    });
    from.on('end', () => void last.then(() => to.end()));
  }

  const server = createServer({ noDelay: true }, (near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    if (sockets.size === 0) openAt = performance.now() + roundTripMs;
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    carry(near, far, 'up');
    carry(far, near, 'down');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    // Service workers want a safe origin.
    url: `http://localhost:${server.address().port}`,
    /** Does something without any slowness. */
    async wide(act) {
      isWide = true;
      await act().finally(() => (isWide = false));
    },
    cut() {
      isCut = true;
      drop();
    },
    /** The next visitor opens a connection of their own. */
    restore() {
      isCut = false;
      drop();
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}
