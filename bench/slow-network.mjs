// A slow mobile network between a browser and a site, as a TCP proxy: pages, pictures and service workers alike.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Round trip in milliseconds, bytes per second each way: 3G, as WebPageTest has it. */
export const THIRD_GENERATION = { roundTripMs: 300, down: 1_600_000 / 8, up: 768_000 / 8 };

const PIECE_BYTES = 4_096;

/** All connections share the bandwidth. Only a visitor's first takes a round trip to open, as with HTTP/2. */
export async function startSlowNetwork(port, { roundTripMs, down, up }) {
  const sockets = new Set();
  let isCut = false;
  const free = { down: 0, up: 0 };
  const rate = { down: down / 1_000, up: up / 1_000 };
  let openAt = 0;

  function carry(from, to, direction) {
    let last = Promise.resolve();
    from.on('data', (bytes) => {
      from.pause();
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        const piece = bytes.subarray(start, start + PIECE_BYTES);
        const begins = Math.max(performance.now(), free[direction], openAt);
        free[direction] = begins + piece.length / rate[direction];
        const due = free[direction] + roundTripMs / 2;
        last = last.then(async () => {
          await sleep(Math.max(0, due - performance.now()));
          if (!to.destroyed) to.write(piece);
        });
      }
      // Bounded as by a socket's buffer.
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
    // Service workers require localhost or https.
    url: `http://localhost:${server.address().port}`,
    cut() {
      isCut = true;
      drop();
    },
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
